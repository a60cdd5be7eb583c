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
    reader *reader;
    coupling_mesh *mesh;
    ARRAY(vec3) x;
    ARRAY(double) area;
    ARRAY(int) first;
    ARRAY(coupling_tie) ties;
    ARRAY(const node *) on;
    ARRAY(int) fem_node;
} builder;

/* --- points ------------------------------------------------------------------------------------------------------- */

static int node_index(builder *builder, const node *node)
{
    for (int i = builder->on.n - 1; i >= 0; i--)
        if (builder->on.items[i] == node)
            return i;
    array_push(&builder->on, node);
    return builder->on.n - 1;
}

static void add_point(builder *builder, vec3 x, double area, const carrier *carrier)
{
    array_push(&builder->x, x);
    array_push(&builder->area, area);
    for (int k = 0; carrier && k < carrier->n; k++)
        if (carrier->weight[k] != 0) {
            const coupling_tie coupling_tie = {
                .node = node_index(builder, carrier->node[k]), .weight = carrier->weight[k], .arm = carrier->arm[k]};
            array_push(&builder->ties, coupling_tie);
        }
    array_push(&builder->first, builder->ties.n);
}

static void read_coupling_mesh_read_nodes(builder *builder)
{
    reader *reader = builder->reader;
    const int n = read_count(reader, 1, "number of nodes");
    for (int i = 0; i < n && read_ok(reader); i++) {
        const node *at = read_point_node(reader, "node");
        const frame_context context = {.node_frame = at ? at->initial : NULL};
        carrier to = {.n = 1, .node = {at}, .weight = {1}};
        if (at && at->has_rotation && read_keyword(reader, "offset"))
            to.arm[0] = read_position_rel(reader, &context, "offset");
        if (read_ok(reader))
            add_point(builder, vec3_add(at->initial->x, mat3_mulv(&at->initial->R, to.arm[0])), 0, &to);
    }
}

static void read_fixed(builder *builder)
{
    const int n = read_count(builder->reader, 1, "number of points");
    for (int i = 0; i < n && read_ok(builder->reader); i++)
        add_point(builder, read_vec3(builder->reader, "position"), 0, NULL);
}

/* --- a cloud ------------------------------------------------------------------------------------------------------ */

/* An object that points are tied to: a node or an element. */
typedef struct {
    const node *node;
    const elem *elem;
} host;

static host read_host(reader *reader)
{
    host host = {0};
    if (read_keyword(reader, "node")) {
        host.node = read_point_node(reader, "node");
        return host;
    }
    const char *word = read_peek_word(reader);
    const elem_card *card = word ? elem_card_find(word) : NULL;
    if (!card) {
        read_error(reader, E_NO_HOST, read_place(reader), read_shown(reader));
        return host;
    }
    read_skip(reader);
    const unsigned label = read_label(reader, "label of the element");
    host.elem = read_ok(reader) ? model_elem(model_of(reader), card, label) : NULL;
    if (read_ok(reader) && (!host.elem || !host.elem->type->geometry || !host.elem->type->geometry->carry))
        read_error_last(reader, host.elem ? E_HOST_KIND : E_NO_ELEMENT, card->name, label);
    return host;
}

static void carry(const host *host, vec3 x, carrier *carrier)
{
    if (host->node)
        carrier_of_node(carrier, host->node, x);
    else
        host->elem->type->geometry->carry(host->elem, x, carrier);
}

static void tie_point(builder *builder, const number_lines *lines, const host *hosts, int n, const double v[4])
{
    const vec3 x = vec3_load(v);
    carrier best = {.distance = HUGE_VAL}, carrier;
    for (int i = 0; i < n; i++) {
        carry(&hosts[i], x, &carrier);
        if (carrier.distance < best.distance)
            best = carrier;
    }
    if (best.distance > best.reach)
        lines_complain_line(lines, "the nodes of the nearest element cannot carry this point: it is too far away");
    else
        add_point(builder, x, v[3], &best);
}

static void read_cloud(builder *builder)
{
    reader *reader = builder->reader;
    number_lines lines;
    const source_location location = read_place(reader);
    const char *path = read_filename(reader, "file of the points");
    if (!read_keyword(reader, "onto"))
        read_error(reader, E_EXTERNAL, read_place(reader), "expected 'onto' and what carries the points");
    const int n = read_count(reader, 1, "number of nodes and elements that carry points");
    host *hosts = ARENA_ARRAY(reader_arena(reader), host, read_ok(reader) ? n : 0);
    for (int i = 0; i < n && read_ok(reader); i++)
        hosts[i] = read_host(reader);
    if (!read_ok(reader) || !lines_open(&lines, reader, "points", path, location))
        return;
    while (read_ok(reader) && lines_next(&lines, NULL)) {
        double v[4] = {0};
        if (lines_is_blank(lines.cursor, lines.line_end) || *lines.cursor == '#')
            continue;
        const bool ok = lines_number(&lines, &v[0]) && lines_number(&lines, &v[1]) && lines_number(&lines, &v[2]);
        if (ok && (lines_is_blank(lines.cursor, lines.line_end) || lines_number(&lines, &v[3])))
            tie_point(builder, &lines, hosts, n, v);
    }
    if (read_ok(reader) && builder->x.n == 0)
        read_error_last(reader, E_EXTERNAL, "the file has no points");
}

/* --- a modal body ------------------------------------------------------------------------------------------------- */

static void add_fem_node(builder *builder, const modal *body, int i)
{
    const frame *at = body->frame.node ? body->frame.node->initial : NULL;
    const vec3 p = vec3_sub(vec3_load(body->data.x + 3 * (size_t)i), body->origin);
    const mat3 R = at ? at->R : body->frame.R;
    add_point(builder, vec3_add(at ? at->x : body->frame.x, mat3_mulv(&R, p)), 0, NULL);
    array_push(&builder->fem_node, i);
}

static void read_modal_points(builder *builder)
{
    reader *reader = builder->reader;
    builder->mesh->joint = read_modal_joint(reader, "modal joint");
    const modal *body = builder->mesh->joint ? builder->mesh->joint->self : NULL;
    if (read_keyword(reader, "nodes")) {
        const int n = read_count(reader, 1, "number of nodes");
        for (int i = 0; i < n && read_ok(reader); i++) {
            const int at_node = read_fem_node(reader, body, "node of the finite elements");
            if (read_ok(reader))
                add_fem_node(builder, body, at_node);
        }
        return;
    }
    for (int i = 0; read_ok(reader) && i < body->data.n_nodes; i++)
        add_fem_node(builder, body, i);
}

/* --- faces -------------------------------------------------------------------------------------------------------- */

/* Returns the length or area of a face; that of a quadrangle follows from its diagonals. */
static double measure(const coupling_face *coupling_face, const vec3 *x)
{
    const vec3 a = x[coupling_face->vertex[0]], b = x[coupling_face->vertex[1]],
               c = x[coupling_face->vertex[coupling_face->n > 2 ? 2 : 1]];
    if (coupling_face->n == 2)
        return vec3_norm(vec3_sub(b, a));
    if (coupling_face->n == 3)
        return 0.5 * vec3_norm(vec3_cross(vec3_sub(b, a), vec3_sub(c, a)));
    return 0.5 * vec3_norm(vec3_cross(vec3_sub(c, a), vec3_sub(x[coupling_face->vertex[3]], b)));
}

static bool read_face(const builder *builder, number_lines *lines, coupling_face *coupling_face)
{
    double v;
    coupling_face->n = 0;
    while (coupling_face->n < 4 && !lines_is_blank(lines->cursor, lines->line_end)) {
        if (!lines_number(lines, &v))
            return false;
        if (v < 1 || v > builder->x.n || v != floor(v)) {
            lines_complain_line(lines, "this is not the number of a point");
            return false;
        }
        coupling_face->vertex[coupling_face->n++] = (int)v - 1;
    }
    if (coupling_face->n < 2 || !lines_is_blank(lines->cursor, lines->line_end))
        lines_complain_line(lines, "a face must have two, three or four points");
    return read_ok(builder->reader);
}

static void read_faces(builder *builder)
{
    ARRAY(coupling_face) all = {0};
    number_lines lines;
    coupling_face coupling_face = {0};
    const source_location location = read_place(builder->reader);
    const char *path = read_filename(builder->reader, "file of the faces");
    if (!read_ok(builder->reader) || !lines_open(&lines, builder->reader, "faces", path, location))
        return;
    while (read_ok(builder->reader) && lines_next(&lines, NULL)) {
        if (lines_is_blank(lines.cursor, lines.line_end) || *lines.cursor == '#' ||
            !read_face(builder, &lines, &coupling_face))
            continue;
        array_push(&all, coupling_face);
        for (int i = 0; i < coupling_face.n; i++)
            builder->area.items[coupling_face.vertex[i]] += measure(&coupling_face, builder->x.items) / coupling_face.n;
    }
    builder->mesh->n_faces = all.n;
    builder->mesh->faces = arena_copy(reader_arena(builder->reader), all.items, (size_t)all.n * sizeof coupling_face);
    array_free(&all);
}

/* --- all ---------------------------------------------------------------------------------------------------------- */

#define KEPT(a) arena_copy(memory, (a).items, (size_t)(a).n * sizeof *(a).items)

static void read_coupling_mesh_keep(builder *builder)
{
    arena *memory = reader_arena(builder->reader);
    coupling_mesh *mesh = builder->mesh;
    mesh->n = builder->x.n;
    mesh->n_on = builder->on.n;
    mesh->x = KEPT(builder->x);
    mesh->area = KEPT(builder->area);
    mesh->first = KEPT(builder->first);
    mesh->ties = KEPT(builder->ties);
    mesh->nodes = KEPT(builder->on);
    mesh->fem_node = KEPT(builder->fem_node);
}

void read_coupling_mesh(reader *reader, coupling_mesh *mesh)
{
    static const char *const FORMS[] = {"nodes", "cloud", "modal", "points", NULL};
    static void (*const READ[])(builder * b) = {read_coupling_mesh_read_nodes, read_cloud, read_modal_points,
                                                read_fixed};
    builder builder = {.reader = reader, .mesh = mesh};
    array_push(&builder.first, 0);
    const int form = read_choice(reader, FORMS, "points of the mesh");
    if (form >= 0)
        READ[form](&builder);
    if (read_ok(reader) && read_keyword(reader, "faces"))
        read_faces(&builder);
    if (read_ok(reader))
        read_coupling_mesh_keep(&builder);
    array_free(&builder.x);
    array_free(&builder.area);
    array_free(&builder.first);
    array_free(&builder.ties);
    array_free(&builder.on);
    array_free(&builder.fem_node);
}
