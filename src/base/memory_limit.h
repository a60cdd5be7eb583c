/* memory_limit.h - the amount of memory that this process can still allocate. */
#pragma once

/* Returns bytes, by the free memory of the machine and the limits of the process and its group; HUGE_VAL if unknown. */
double memory_available(void);
