/**
 * The runtime library of flang, as far as it is modelled: what Fortran programs call for their
 * statements and intrinsic procedures.
 */
@NullMarked
package fencepost.check.flang;

import org.jspecify.annotations.NullMarked;
