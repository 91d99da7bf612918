#ifndef KERNEL_H
#define KERNEL_H

/* One step: the new cells from the old ones and their left neighbours. */
void advect(int cells, const double *from, double *to);

#endif
