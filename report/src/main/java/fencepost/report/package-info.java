/**
 * From races to what a programmer reads: grouping by source lines, the reason, the fix,
 * suppressions, and the formats.
 */
@NullMarked
package fencepost.report;

import org.jspecify.annotations.NullMarked;
