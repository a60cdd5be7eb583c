/* interrupt.c - what each thread watches. */
#include "base/interrupt.h"

_Thread_local interrupt_watch interrupt_now;
