/* read_coupling_mesh.c - coupled points in the deck and in files. */
#include "base/array.h"
#include "element/diag_rows.h"
#include "element/external/coupling_mesh.h"
#include "element/modal/modal.h"
#include "model/diag_rows.h"
#include "model/frames.h"
#include "model/number_lines.h"
#include "model/reading.h"
#include <math.h>

typedef struct {
    reader *r;
    coupling_mesh *m;
    ARRAY(vec3) x;
    ARRAY(double) area;
    ARRAY(int) first;
    ARRAY(coupling_tie) ties;
    ARRAY(const node *) on;
    ARRAY(int) fem_node;
} builder;

/* --- points ------------------------------------------------------------------------------------------------------- */

static int node_index(builder *b, const node *n)
{
    for (int i = b->on.n - 1; i >= 0; i--)
        if (b->on.items[i] == n)
            return i;
    array_push(&b->on, n);
    return b->on.n - 1;
}

static void add_point(builder *b, vec3 x, double area, const carrier *c)
{
    array_push(&b->x, x);
    array_push(&b->area, area);
    for (int k = 0; c && k < c->n; k++)
        if (c->weight[k] != 0) {
            const coupling_tie t = {.node = node_index(b, c->node[k]), .weight = c->weight[k], .arm = c->arm[k]};
            array_push(&b->ties, t);
        }
    array_push(&b->first, b->ties.n);
}

static void read_coupling_mesh_read_nodes(builder *b)
{
    reader *r = b->r;
    const int n = read_count(r, 1, "number of nodes");
    for (int i = 0; i < n && read_ok(r); i++) {
        const node *at = read_point_node(r, "node");
        const frame_context c = {.own = at ? at->initial : NULL};
        carrier to = {.n = 1, .node = {at}, .weight = {1}};
        if (at && at->has_rotation && read_keyword(r, "offset"))
            to.arm[0] = read_position_rel(r, &c, "offset");
        if (read_ok(r))
            add_point(b, vec3_add(at->initial->x, mat3_mulv(&at->initial->R, to.arm[0])), 0, &to);
    }
}

static void read_fixed(builder *b)
{
    const int n = read_count(b->r, 1, "number of points");
    for (int i = 0; i < n && read_ok(b->r); i++)
        add_point(b, read_vec3(b->r, "position"), 0, NULL);
}

/* --- a cloud ------------------------------------------------------------------------------------------------------ */

/* What carries points: a node, or an element. */
typedef struct {
    const node *node;
    const elem *elem;
} host;

static host read_host(reader *r)
{
    host h = {0};
    if (read_keyword(r, "node")) {
        h.node = read_point_node(r, "node");
        return h;
    }
    const char *word = read_peek_word(r);
    const elem_card *card = word ? elem_card_find(word) : NULL;
    if (!card) {
        read_error(r, E_NO_HOST, read_place(r), read_shown(r));
        return h;
    }
    read_skip(r);
    const unsigned label = read_label(r, "label of the element");
    h.elem = read_ok(r) ? model_elem(model_of(r), card, label) : NULL;
    if (read_ok(r) && (!h.elem || !h.elem->type->geometry || !h.elem->type->geometry->carry))
        read_error_last(r, h.elem ? E_HOST_KIND : E_NO_ELEMENT, card->name, label);
    return h;
}

static void carry(const host *h, vec3 x, carrier *c)
{
    if (h->node)
        carrier_of_node(c, h->node, x);
    else
        h->elem->type->geometry->carry(h->elem, x, c);
}

static void tie_point(builder *b, const number_lines *lines, const host *hosts, int n, const double v[4])
{
    const vec3 x = vec3_load(v);
    carrier best = {.distance = HUGE_VAL}, c;
    for (int i = 0; i < n; i++) {
        carry(&hosts[i], x, &c);
        if (c.distance < best.distance)
            best = c;
    }
    if (best.distance > best.reach)
        lines_complain_line(lines,
                            "the nodes of the nearest element cannot carry this point along: it is too far away");
    else
        add_point(b, x, v[3], &best);
}

static void read_cloud(builder *b)
{
    reader *r = b->r;
    number_lines lines;
    const place where = read_place(r);
    const char *path = read_filename(r, "file of the points");
    if (!read_keyword(r, "onto"))
        read_error(r, E_EXTERNAL, read_place(r), "'onto' must follow, and what carries the points");
    const int n = read_count(r, 1, "number of nodes and elements that carry points");
    host *hosts = ARENA_ARRAY(reader_arena(r), host, read_ok(r) ? n : 0);
    for (int i = 0; i < n && read_ok(r); i++)
        hosts[i] = read_host(r);
    if (!read_ok(r) || !lines_open(&lines, r, "points", path, where))
        return;
    while (read_ok(r) && lines_next(&lines, NULL)) {
        double v[4] = {0};
        if (lines_is_blank(lines.cursor, lines.line_end) || *lines.cursor == '#')
            continue;
        const bool ok = lines_number(&lines, &v[0]) && lines_number(&lines, &v[1]) && lines_number(&lines, &v[2]);
        if (ok && (lines_is_blank(lines.cursor, lines.line_end) || lines_number(&lines, &v[3])))
            tie_point(b, &lines, hosts, n, v);
    }
    if (read_ok(r) && b->x.n == 0)
        read_error_last(r, E_EXTERNAL, "the file has no points");
}

/* --- a modal body ------------------------------------------------------------------------------------------------- */

static void add_fem_node(builder *b, const modal *body, int i)
{
    const frame *at = body->frame.node ? body->frame.node->initial : NULL;
    const vec3 p = vec3_sub(vec3_load(body->data.x + 3 * (size_t)i), body->origin);
    const mat3 R = at ? at->R : body->frame.R;
    add_point(b, vec3_add(at ? at->x : body->frame.x, mat3_mulv(&R, p)), 0, NULL);
    array_push(&b->fem_node, i);
}

static void read_modal_points(builder *b)
{
    reader *r = b->r;
    b->m->joint = read_modal_joint(r, "modal joint");
    const modal *body = b->m->joint ? b->m->joint->self : NULL;
    if (read_keyword(r, "nodes")) {
        const int n = read_count(r, 1, "number of nodes");
        for (int i = 0; i < n && read_ok(r); i++) {
            const int at_node = read_fem_node(r, body, "node of the finite elements");
            if (read_ok(r))
                add_fem_node(b, body, at_node);
        }
        return;
    }
    for (int i = 0; read_ok(r) && i < body->data.n_nodes; i++)
        add_fem_node(b, body, i);
}

/* --- faces -------------------------------------------------------------------------------------------------------- */

/* Length, or area; a quadrangle by its diagonals. */
static double measure(const coupling_face *f, const vec3 *x)
{
    const vec3 a = x[f->vertex[0]], b = x[f->vertex[1]], c = x[f->vertex[f->n > 2 ? 2 : 1]];
    if (f->n == 2)
        return vec3_norm(vec3_sub(b, a));
    if (f->n == 3)
        return 0.5 * vec3_norm(vec3_cross(vec3_sub(b, a), vec3_sub(c, a)));
    return 0.5 * vec3_norm(vec3_cross(vec3_sub(c, a), vec3_sub(x[f->vertex[3]], b)));
}

static bool read_face(const builder *b, number_lines *lines, coupling_face *f)
{
    double v;
    f->n = 0;
    while (f->n < 4 && !lines_is_blank(lines->cursor, lines->line_end)) {
        if (!lines_number(lines, &v))
            return false;
        if (v < 1 || v > b->x.n || v != floor(v)) {
            lines_complain_line(lines, "this is no number of a point");
            return false;
        }
        f->vertex[f->n++] = (int)v - 1;
    }
    if (f->n < 2 || !lines_is_blank(lines->cursor, lines->line_end))
        lines_complain_line(lines, "a face has two, three or four points");
    return read_ok(b->r);
}

static void read_faces(builder *b)
{
    ARRAY(coupling_face) all = {0};
    number_lines lines;
    coupling_face f = {0};
    const place where = read_place(b->r);
    const char *path = read_filename(b->r, "file of the faces");
    if (!read_ok(b->r) || !lines_open(&lines, b->r, "faces", path, where))
        return;
    while (read_ok(b->r) && lines_next(&lines, NULL)) {
        if (lines_is_blank(lines.cursor, lines.line_end) || *lines.cursor == '#' || !read_face(b, &lines, &f))
            continue;
        array_push(&all, f);
        for (int i = 0; i < f.n; i++)
            b->area.items[f.vertex[i]] += measure(&f, b->x.items) / f.n;
    }
    b->m->n_faces = all.n;
    b->m->faces = arena_copy(reader_arena(b->r), all.items, (size_t)all.n * sizeof f);
    array_free(&all);
}

/* --- all ---------------------------------------------------------------------------------------------------------- */

#define KEPT(a) arena_copy(memory, (a).items, (size_t)(a).n * sizeof *(a).items)

static void read_coupling_mesh_keep(builder *b)
{
    arena *memory = reader_arena(b->r);
    coupling_mesh *m = b->m;
    m->n = b->x.n;
    m->n_on = b->on.n;
    m->x = KEPT(b->x);
    m->area = KEPT(b->area);
    m->first = KEPT(b->first);
    m->ties = KEPT(b->ties);
    m->nodes = KEPT(b->on);
    m->fem_node = KEPT(b->fem_node);
}

void read_coupling_mesh(reader *r, coupling_mesh *m)
{
    static const char *const FORMS[] = {"nodes", "cloud", "modal", "points", NULL};
    static void (*const READ[])(builder * b) = {read_coupling_mesh_read_nodes, read_cloud, read_modal_points,
                                                read_fixed};
    builder b = {.r = r, .m = m};
    array_push(&b.first, 0);
    const int form = read_choice(r, FORMS, "points of the mesh");
    if (form >= 0)
        READ[form](&b);
    if (read_ok(r) && read_keyword(r, "faces"))
        read_faces(&b);
    if (read_ok(r))
        read_coupling_mesh_keep(&b);
    array_free(&b.x);
    array_free(&b.area);
    array_free(&b.first);
    array_free(&b.ties);
    array_free(&b.on);
    array_free(&b.fem_node);
}
