/* team.h - a few threads that share one piece of work, again and again.
 *
 * The caller is member 0 and does its share itself; the others begin when the work is given out and can be waited for
 * one by one, so that their results can be used in order. A share that its member has not begun when it is waited for
 * is done by the caller. Between two pieces of work members wait: awake for a moment, because in a time step the next
 * piece comes soon, and then asleep. */
#pragma once

enum { TEAM_MOST = 64 };

typedef struct team team;
typedef void team_work(void *context, int member);

/* Members, the caller among them; fewer when no more threads can be had. Never NULL. */
team *team_create(int members);
void team_destroy(team *pool);
/* How many of the wanted members it has, at least the caller; NULL: him alone. */
int team_share(const team *pool, int wanted);
/* Members 1 .. members - 1 begin; nothing happens when there are none. All of them must have been waited for before the
 * next work. */
void team_begin(team *pool, int members, team_work *work, void *context);
void team_wait(team *pool, int member);

/* So many members of a team, who work at the same things; one: the caller alone. */
typedef struct {
    team *team;
    int members;
} crew;

/* All do their shares; over when the last one is done. */
void crew_do(crew workers, team_work *work, void *context);
/* Where a member's part of n things begins; it ends where that of the next begins. */
static inline int crew_part(crew workers, int n, int member) { return (int)((long)n * member / workers.members); }

/* Processors that this program may use. */
int team_processors(void);
