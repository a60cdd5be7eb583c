/* memory_limit.h - how much memory this process can still get. */
#pragma once

/* Bytes, by what the machine has left and by the limits of the process and of its group; HUGE_VAL when nobody says. */
double memory_available(void);
