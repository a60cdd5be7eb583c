/* study_worker.c - a process that solves the cases of a study alone, beside others that it knows nothing of. */
#include "app/study_workers.h"
#include <signal.h>

volatile int study_gives_up;

static void give_up(int number)
{
    (void)number;
    study_gives_up = 1;
}

void study_listen_to_signals(void)
{
    static const int NUMBERS[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};
    const struct sigaction action = {.sa_handler = give_up};
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++)
        sigaction(NUMBERS[i], &action, NULL);
}

study_counts study_count(torsor_study *study)
{
    study_counts counts = {0};
    for (int i = 0; i < torsor_study_count(study); i++) {
        const torsor_case_state state = torsor_study_state(study, i);
        counts.done += state == TORSOR_CASE_DONE;
        counts.refused += state == TORSOR_CASE_REFUSED;
        counts.failed += state == TORSOR_CASE_FAILED;
        counts.open += state == TORSOR_CASE_OPEN;
    }
    return counts;
}

bool study_worker_alone(torsor_study *study, int first)
{
    const int n = torsor_study_count(study);
    bool ok = true;
    study_listen_to_signals();
    for (int i = 0; i < n && ok && !study_gives_up; i++) {
        const int index = (int)(((long)first + i) % n);
        if (torsor_study_state(study, index) == TORSOR_CASE_OPEN)
            ok = torsor_study_solve(study, index) != TORSOR_CASE_OPEN; /* open: it could not be stored */
    }
    return ok && !study_gives_up;
}
