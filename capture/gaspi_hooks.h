/* What the statements of api/gaspi.api call. */
#ifndef FENCEPOST_GASPI_H
#define FENCEPOST_GASPI_H

#include "fencepost.h"

#include <GASPI.h>
#include <GASPI_Ext.h>
#include <PGASPI.h>

void fp_gaspi_started(void);
void fp_gaspi_finished(void);

/* Segments: the first returns where it is. */
uint64_t fp_segment(gaspi_segment_id_t segment, gaspi_size_t size);
void fp_segment_deleted(gaspi_segment_id_t segment);

/*
 * A collective that times out goes on and is called again, until it is over. Whether this call is the first of them, and
 * whether it is the last.
 */
int fp_first_attempt(gaspi_group_t group);
int fp_first_reduction(gaspi_group_t group, const void *send, const void *receive, size_t size, gaspi_timeout_t timeout);
int fp_attempt_over(gaspi_group_t group, gaspi_return_t code);

uint64_t fp_element_size(gaspi_datatype_t datatype);

/* The tables at the end of the generated wrappers. */
extern const unsigned fp_gaspi_constant_count;
uint64_t fp_gaspi_constant(unsigned index);

#endif
