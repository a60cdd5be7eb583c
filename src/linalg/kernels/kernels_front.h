/* kernels_front.h - the inner loops of fronts; part of kernels_body.h.
 *
 * Fronts are eliminated in panels of LANES pivots. With the pivots k of a panel and any later column j
 *
 *     u_kj = (L_panel^-1 a)_kj,   a_ij -= sum_k l_ik u_kj
 *
 * with LANES rows at once: rows are padded with zeros to a multiple of LANES. */

static const lane_bits below[LANES] = {{0, -1, -1, -1}, {0, 0, -1, -1}, {0, 0, 0, -1}, {0, 0, 0, 0}};
static const lane_bits above[LANES] = {{0, 0, 0, 0}, {-1, 0, 0, 0}, {-1, -1, 0, 0}, {-1, -1, -1, 0}};

INLINE lanes masked(lanes v, lane_bits mask) { return (lanes)((lane_bits)v & mask); }

INLINE lanes all_of(double v) { return (lanes){v, v, v, v}; }

#ifndef SUBTRACT_PRODUCT
#define SUBTRACT_PRODUCT(sum, a, b) ((sum) - (a) * (b))
#endif

/* sum - a b; in large fronts the product is not rounded before the subtraction if the processor supports this. */
INLINE lanes subtract_product(bool large, lanes sum, lanes a, lanes b)
{
    if (large)
        return SUBTRACT_PRODUCT(sum, a, b);
    return sum - a * b;
}

/* to[0 .. n) -= sum_k l_k u_k over the columns k of l */
INLINE void subtract_columns(bool large, int columns, int n, const double *l, int ld, const lanes *u, double *to)
{
#pragma GCC unroll 2
    for (int i = 0; i < n; i += LANES) {
        lanes sum = *at(to + i);
        for (int k = 0; k < columns; k++)
            sum = subtract_product(large, sum, *at_const(l + k * ld + i), u[k]);
        *at(to + i) = sum;
    }
}

/* x = L^-1 x within a panel; u receives the results, each in all lanes. */
INLINE lanes solve_panel(bool large, int width, const double *diagonal, lanes x, lanes *u)
{
    for (int k = 0; k < width; k++) {
        u[k] = all_of(x[k]);
        x = subtract_product(large, x, *at_const(diagonal + k * LANES), u[k]);
    }
    return x;
}

/* Applies the first pivots of a panel to a later column. There are `n` rows below the panel. */
INLINE void apply_panel(bool large, int width, const double *diagonal, const double *l, int ld, int n, double *column)
{
    lanes u[LANES];
    *at(column) = solve_panel(large, width, diagonal, *at(column), u);
    subtract_columns(large, width, n, l + LANES, ld, u, column + LANES);
}

/* Divides a column by its pivot, number `index` of the panel. Returns which entries exceed the limit. */
INLINE lane_bits divide_column(int index, int n, double *column, double *diagonal, double *inverse, lanes limit)
{
    const double factor = 1.0 / column[index];
    *inverse = factor;
    const lanes top = *at(column), l = masked(top * factor, below[index]);
    *at(column) = masked(top, above[index]);
    *at(diagonal) = l;
    lane_bits beyond = not_within(&l, limit);
    for (int i = LANES; i < n + LANES; i += LANES) {
        const lanes scaled = *at(column + i) * factor;
        *at(column + i) = scaled;
        beyond |= not_within(&scaled, limit);
    }
    return beyond;
}

/* Makes the pivots of a panel. */
INLINE lane_bits make_pivots(bool large, const front_block *block, int panel, int width, lanes limit)
{
    const int ld = front_rows(block), n = ld - panel - LANES;
    double *first = block->f + panel * ld + panel, *diagonal = block->diagonal + panel * LANES;
    lane_bits beyond = {0};
#pragma GCC unroll 4
    for (int k = 0; k < width; k++) {
        double *column = first + k * ld;
        apply_panel(large, k, diagonal, first, ld, n, column);
        beyond |= divide_column(k, n, column, diagonal + k * LANES, block->inverse + panel + k, limit);
    }
    return beyond;
}

/* Eliminates one panel from all columns. */
INLINE lane_bits factor_panel(bool large, const front_block *block, int panel, int width, lanes limit)
{
    const int ld = front_rows(block), n = ld - panel - LANES, columns = block->pivots + block->rest - panel;
    double *first = block->f + panel * ld + panel, *diagonal = block->diagonal + panel * LANES;
    const lane_bits beyond = make_pivots(large, block, panel, width, limit);
    for (int j = width; j < columns; j++)
        apply_panel(large, width, diagonal, first, ld, n, first + j * ld);
    return beyond;
}

/* Applies two panels to a later column. There are `n` rows below the second one. */
INLINE void apply_two_panels(bool large, const double *diagonal, const double *l, int ld, int n, double *column)
{
    lanes u[2 * LANES];
    *at(column) = solve_panel(large, LANES, diagonal, *at(column), u);
    subtract_columns(large, LANES, LANES, l + LANES, ld, u, column + LANES);
    *at(column + LANES) = solve_panel(large, LANES, diagonal + LANES * LANES, *at(column + LANES), u + LANES);
    subtract_columns(large, 2 * LANES, n, l + 2 * LANES, ld, u, column + 2 * LANES);
}

/* Makes the pivots of two panels. */
INLINE lane_bits make_two_panels(bool large, const front_block *block, int panel, lanes limit)
{
    const int ld = front_rows(block), n = ld - panel - LANES;
    double *first = block->f + panel * ld + panel, *diagonal = block->diagonal + panel * LANES;
    const lane_bits beyond = make_pivots(large, block, panel, LANES, limit);
    for (int j = LANES; j < 2 * LANES; j++)
        apply_panel(large, LANES, diagonal, first, ld, n, first + j * ld);
    return beyond | make_pivots(large, block, panel + LANES, LANES, limit);
}

/* Eliminates two panels from later columns: every entry is loaded and stored once for both. */
INLINE void eliminate_two_panels(bool large, const front_block *block, int panel, int begin, int end)
{
    const int ld = front_rows(block), n = ld - panel - 2 * LANES;
    const double *first = block->f + panel * ld + panel, *diagonal = block->diagonal + panel * LANES;
    for (int j = begin; j < end; j++)
        apply_two_panels(large, diagonal, first, ld, n, block->f + j * ld + panel);
}

/* Eliminates the last pivots, fewer than two panels. */
INLINE lane_bits factor_last_panels(bool large, const front_block *block, int panel, lanes limit)
{
    lane_bits beyond = {0};
    if (panel + LANES <= block->pivots) {
        beyond |= factor_panel(large, block, panel, LANES, limit);
        panel += LANES;
    }
    switch (block->pivots - panel) {
    case 1:
        beyond |= factor_panel(large, block, panel, 1, limit);
        break;
    case 2:
        beyond |= factor_panel(large, block, panel, 2, limit);
        break;
    case 3:
        beyond |= factor_panel(large, block, panel, 3, limit);
        break;
    }
    return beyond;
}

INLINE bool factor_front(bool large, const front_block *block, double limit)
{
    const lanes limits = all_of(limit);
    lane_bits beyond = {0};
    int panel = 0;
    for (; panel + 2 * LANES <= block->pivots; panel += 2 * LANES) {
        beyond |= make_two_panels(large, block, panel, limits);
        eliminate_two_panels(large, block, panel, panel + 2 * LANES, block->pivots + block->rest);
    }
    return is_nothing(beyond | factor_last_panels(large, block, panel, limits));
}

static bool front_pivots(const front_block *block, int panel, double limit)
{
    return is_nothing(panel + 2 * LANES <= block->pivots ? make_two_panels(true, block, panel, all_of(limit))
                                                         : factor_last_panels(true, block, panel, all_of(limit)));
}

static void front_columns(const front_block *block, int panel, int begin, int end)
{
    eliminate_two_panels(true, block, panel, begin, end);
}

static bool front_factor(const front_block *block, double limit)
{
    return block->pivots + block->rest >= LARGE_FRONT ? factor_front(true, block, limit)
                                                      : factor_front(false, block, limit);
}

/* Whole lanes are added: zeros after the end of a piece. */
static void front_add(const front_block *to, const front_block *child, const int *column, int n_pieces,
                      const front_piece *piece)
{
    static const lane_bits first[LANES + 1] = {
        {0, 0, 0, 0}, {-1, 0, 0, 0}, {-1, -1, 0, 0}, {-1, -1, -1, 0}, {-1, -1, -1, -1}};
    const int ld = front_rows(to), child_ld = front_rows(child);
    const double *from = child->f + child->pivots * child_ld + round_to_lanes(child->pivots);
    for (int c = 0; c < child->rest; c++, from += child_ld) {
        double *into = to->f + column[c] * ld;
        for (int i = 0; i < n_pieces; i++)
            *at(into + piece[i].target) += masked(*at_const(from + piece[i].source), first[piece[i].n]);
    }
}

INLINE void forward_panel(const front_block *block, int panel, int width, double *x, double *rest)
{
    const int p = round_to_lanes(block->pivots), r = round_to_lanes(block->rest), ld = p + r;
    const double *l = block->f + panel * ld;
    lanes u[LANES];
    *at(x + panel) = solve_panel(false, width, block->diagonal + panel * LANES, *at(x + panel), u);
    subtract_columns(false, width, p - panel - LANES, l + panel + LANES, ld, u, x + panel + LANES);
    subtract_columns(false, width, r, l + p, ld, u, rest);
}

static void front_forward(const front_block *block, double *x, double *rest)
{
    int panel = 0;
    for (; panel + LANES <= block->pivots; panel += LANES)
        forward_panel(block, panel, LANES, x, rest);
    switch (block->pivots - panel) {
    case 1:
        forward_panel(block, panel, 1, x, rest);
        break;
    case 2:
        forward_panel(block, panel, 2, x, rest);
        break;
    case 3:
        forward_panel(block, panel, 3, x, rest);
        break;
    }
}

/* x -= the columns of U to the right of the pivots, times rest */
INLINE void subtract_rest(const front_block *block, double *x, const double *rest)
{
    const int p = round_to_lanes(block->pivots), ld = front_rows(block);
    const double *column = block->f + block->pivots * ld;
    int j = 0;
    for (; j + LANES <= block->rest; j += LANES, column += LANES * ld) {
        const lanes u[LANES] = {all_of(rest[j]), all_of(rest[j + 1]), all_of(rest[j + 2]), all_of(rest[j + 3])};
        subtract_columns(false, LANES, p, column, ld, u, x);
    }
    for (; j < block->rest; j++, column += ld) {
        const lanes u = all_of(rest[j]);
        subtract_columns(false, 1, p, column, ld, &u, x);
    }
}

INLINE void backward_panel(const front_block *block, int panel, int width, double *x)
{
    const int ld = front_rows(block);
    const double *upper = block->f + panel * ld;
    lanes v = *at(x + panel), u[LANES];
    for (int k = width - 1; k >= 0; k--) {
        u[k] = all_of(v[k]) * block->inverse[panel + k];
        const lane_bits others = below[k] | above[k];
        v = (lanes)(((lane_bits)v & others) | ((lane_bits)u[k] & ~others));
        v -= *at_const(upper + k * ld + panel) * u[k];
    }
    *at(x + panel) = v;
    subtract_columns(false, width, panel, upper, ld, u, x);
}

static void front_backward(const front_block *block, double *x, const double *rest)
{
    const int whole = block->pivots / LANES * LANES;
    subtract_rest(block, x, rest);
    switch (block->pivots - whole) {
    case 1:
        backward_panel(block, whole, 1, x);
        break;
    case 2:
        backward_panel(block, whole, 2, x);
        break;
    case 3:
        backward_panel(block, whole, 3, x);
        break;
    }
    for (int panel = whole - LANES; panel >= 0; panel -= LANES)
        backward_panel(block, panel, LANES, x);
}
