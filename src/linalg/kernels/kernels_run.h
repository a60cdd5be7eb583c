/* kernels_run.h - executes a lane program on numbers of type NUMBER; included once for each width, names through
 * NAMED. */

/* The targets of one run, at least one. Operation and pairs are constants wherever this is expanded, except for many
 * pairs. */
INLINE const uint32_t *NAMED(targets)(lane_operation operation, uint32_t pairs, uint32_t n, const uint32_t *p,
                                      const double *a, double *x)
{
    const bool scaled = operation == LANE_SUBTRACT_SCALE || operation == LANE_SET_SCALE;
    const bool set = operation == LANE_SET || operation == LANE_SET_SCALE;
    do {
        NUMBER *to = (NUMBER *)(x + p[0]);
        NUMBER sum = set ? (NUMBER){0} : *to;
        const uint32_t *pair = p + 1 + scaled;
        for (uint32_t k = 0; k < pairs; k++, pair += 2)
            sum -= *(const NUMBER *)(a + pair[0]) * *(const NUMBER *)(x + pair[1]);
        if (scaled)
            sum *= *(const NUMBER *)(a + p[1]);
        if (operation == LANE_INVERT)
            sum = 1.0 / sum;
        *to = sum;
        p = pair;
    } while (--n > 0);
    return p;
}

#define RUN(operation, pairs)                                                                 \
    case LANE_CODE(operation, pairs):                                                         \
        p = NAMED(targets)(operation, (pairs) < LANE_MANY ? (pairs) : p[-1], p[-2], p, a, x); \
        break;
#define RUNS(operation) \
    RUN(operation, 0)   \
    RUN(operation, 1)   \
    RUN(operation, 2)   \
    RUN(operation, 3)   \
    RUN(operation, 4)   \
    RUN(operation, 5)   \
    RUN(operation, 6)   \
    RUN(operation, LANE_MANY)

static void NAMED(run)(const uint32_t *p, const double *a, double *x)
{
    for (;;) {
        const uint32_t code = p[0];
        p += 3;
        switch (code) {
            RUNS(LANE_SUBTRACT)
            RUNS(LANE_SET)
            RUNS(LANE_SUBTRACT_SCALE)
            RUNS(LANE_SET_SCALE)
            RUNS(LANE_INVERT)
        default:
            return;
        }
    }
}

#undef RUNS
#undef RUN
