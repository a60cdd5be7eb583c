/* one_at_a_time.h - libraries that keep variables of their own between calls. */
#pragma once

/* Waits until no other thread is in them; whoever is may come again. */
void one_at_a_time_enter(void);
void one_at_a_time_leave(void);
/* For whoever did not come back from a call, but was given up (base/interrupt.h). */
void one_at_a_time_leave_all(void);
