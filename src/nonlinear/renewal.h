/* renewal.h - when it pays to renew the factors of a Jacobian matrix that have been kept. */
#pragma once
#include <stdbool.h>

/* What is known of the present factors, of the cost of others, and of the experience with both; part of the memory of a
 * solver. A cost is counted in corrections with kept factors. */
typedef struct {
    double price; /* of new factors */
    double gain;  /* reduction of the error by the first correction with the present factors */
    int solves;   /* number of solutions since the present factors were made, including that one */
    double cost;  /* of these solutions */
    int first;    /* number of corrections of the first of them that began with these factors */
    int last;     /* number of corrections of the last of them */
    double fresh; /* of a solution that begins with new factors */
    double saved; /* by the solutions that began with the present factors, compared with new ones */
    int pause;    /* number of solutions before factors are kept again */
    int patience; /* length of the last pause */
    int exact;    /* number of solutions in which every correction has new factors */
    int caution;  /* how many they were at the last time */
    int matrices; /* number of matrices that the last solution which began with new factors needed */
} renewal;

#define RENEWAL_SLOWEST 0.2 /* largest rate of convergence with which factors are kept */

/* Tells whether the numbers are possible: a file may contain anything. */
bool renewal_is_valid(const renewal *renewal);
/* Returns the number of corrections that reduce an error to the target, each by the factor `rate`; infinite if they do
 * not. */
double renewal_corrections(double error, double target, double rate);
/* Tells whether to begin a solution with new factors, although there are old ones. */
bool renewal_is_due(const renewal *renewal);
/* Tells whether new factors are cheaper than further corrections with the present ones, the last of which reduced the
 * error by the factor `rate` to the present one. `is_new`: they were made in this solution. */
bool renewal_pays(const renewal *renewal, double error, double target, double rate, bool is_new);
/* Records the factor by which the uses-th correction with factors made in this solution has reduced the error. */
void renewal_observe(renewal *renewal, int uses, double rate);
/* Records whether factors made in a solution served it further; if not, the next ones are made in every correction. */
void renewal_trust(renewal *renewal, bool has_served);
/* Records a solution: whether it began with old factors, its corrections and matrices. */
void renewal_record(renewal *renewal, bool began_with_old, int corrections, int matrices);
