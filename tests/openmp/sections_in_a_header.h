/* The sections are here, and what they do is in the program that includes this. */
static inline void both(void (*first)(void), void (*second)(void)) {
#pragma omp sections
    {
#pragma omp section
        first();
#pragma omp section
        second();
    }
}
