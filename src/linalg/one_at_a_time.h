/* one_at_a_time.h - a lock for libraries that keep global variables between calls. */
#pragma once

/* Waits until no other thread is inside these libraries. The same thread may enter again. */
void one_at_a_time_enter(void);
void one_at_a_time_leave(void);
/* Releases the lock of a thread whose call was aborted (base/interrupt.h). */
void one_at_a_time_leave_all(void);
