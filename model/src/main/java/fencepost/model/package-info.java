/**
 * The race model: what effects, conflicts and exclusions are. Pure values: no I/O, no clocks, no
 * programming model. Every rule here is a sentence of {@code docs/model.md}.
 */
@NullMarked
package fencepost.model;

import org.jspecify.annotations.NullMarked;
