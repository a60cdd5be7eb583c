/* modes.c - messages of external modal forces, as bytes and as text. */
#include "element/external/modes.h"
#include "element/diag_rows.h"
#include <stdlib.h>
#include <string.h>

void read_modes_type(reader *reader, modes *modes)
{
    static const char *const TYPES[] = {"rigid", "modal", "all", NULL};
    const int k = read_choice(reader, TYPES, "type");
    modes->rigid = k != 1;
    modes->modal = k != 0;
}

void modes_check(reader *reader, const external *external, const modes *modes)
{
    if (read_ok(reader) && external->communicator == BY_EDGE && modes->rigid && modes->modal)
        read_error_last(reader, E_NO_EDGE);
}

uint32_t modes_flags(const modes *modes) { return FLAG_MODAL | (modes->rigid ? FLAG_REFERENCE : 0u); }

/* --- bytes -------------------------------------------------------------------------------------------------------- */

size_t modes_sent(const modes *modes)
{
    return (modes->rigid ? 8u * 18 : 0) + (modes->modal ? 16 * (size_t)modes->n : 0);
}
size_t modes_received(const modes *modes)
{
    return (modes->rigid ? 8u * 6 : 0) + (modes->modal ? 8 * (size_t)modes->n : 0);
}

void modes_pack(const modes *modes, const modes_motion *at, unsigned char *to)
{
    if (modes->rigid) {
        double R[9];
        rotation_put(R, &at->frame.R, ROTATION_MATRIX, true);
        to = put_vec3(to, at->frame.x);
        to = put_bytes(to, R, sizeof R);
        to = put_vec3(to, at->frame.v);
        to = put_vec3(to, at->frame.w);
    }
    if (modes->modal) {
        to = put_bytes(to, at->q, 8 * (size_t)modes->n);
        put_bytes(to, at->qp, 8 * (size_t)modes->n);
    }
}

void modes_unpack(const modes *modes, const unsigned char *from, double *loads)
{
    const size_t rigid = modes->rigid ? 8u * 6 : 0;
    memcpy(loads, from, rigid);
    if (modes->modal)
        memcpy(loads + modes->memory, from + rigid, 8 * (size_t)modes->n);
}

/* --- files -------------------------------------------------------------------------------------------------------- */

static void write_vec3(FILE *to, int precision, vec3 v)
{
    fprintf(to, " %.*e %.*e %.*e", precision, v.x, precision, v.y, precision, v.z);
}

void modes_write(const modes *modes, const modes_motion *at, int precision, FILE *to)
{
    if (modes->rigid) {
        fprintf(to, "%u", modes->label);
        write_vec3(to, precision, at->frame.x);
        for (int k = 0; k < 9; k++)
            fprintf(to, " %.*e", precision, at->frame.R.e[k / 3][k % 3]);
        write_vec3(to, precision, at->frame.v);
        write_vec3(to, precision, at->frame.w);
        if (modes->accelerations) {
            write_vec3(to, precision, at->frame.a);
            write_vec3(to, precision, at->frame.dw);
        }
        fputc('\n', to);
    }
    for (int i = 0; modes->modal && i < modes->n; i++) {
        fprintf(to, "%.*e %.*e", precision, at->q[i], precision, at->qp[i]);
        if (modes->accelerations && at->qpp)
            fprintf(to, " %.*e", precision, at->qpp[i]);
        fputc('\n', to);
    }
}

static bool parse_numbers(words *from, int n, double *v)
{
    for (int i = 0; i < n; i++)
        if (!words_number(from, &v[i]))
            return false;
    return true;
}

const char *modes_parse(const modes *modes, words *from, double *loads)
{
    double label;
    if (modes->rigid && !words_number(from, &label))
        return "the label of the node is missing";
    if (modes->rigid && label != modes->label)
        return "the label does not match the node";
    if (modes->rigid && !parse_numbers(from, 6, loads))
        return "the force on the frame is incomplete";
    return modes->modal && !parse_numbers(from, modes->n, loads + modes->memory) ? "the forces on modes are incomplete"
                                                                                 : NULL;
}

/* --- EDGE --------------------------------------------------------------------------------------------------------- */

static void write_edge_rigid(const modes_motion *at, FILE *to)
{
    const mat3 *R = &at->frame.R;
    const vec3 v = mat3_tmulv(R, at->frame.v), w = mat3_tmulv(R, at->frame.w);
    fprintf(to, "* MBDyn to EDGE rigid body dynamics\nbody_dynamics,N,0,0,3\n");
    fprintf(to, "* Body linear velocity in body axes\nVRELV,R,1,3,0\n%e %e %e\n", v.x, v.y, v.z);
    fprintf(to, "* Body angular velocity in body axes\nVRELM,R,1,3,0\n%e %e %e\n", w.x, w.y, w.z);
    fprintf(to, "* Body reference frame cosines (listed by columns)\nOMGMAN,R,3,3,0\n");
    for (int j = 0; j < 3; j++)
        fprintf(to, "%e %e %e\n", R->e[0][j], R->e[1][j], R->e[2][j]);
}

static void write_edge_row(FILE *to, const char *name, int n, const double *v)
{
    fprintf(to, "%s,R,%d,1,0\n", name, n);
    for (int i = 0; i < n; i++)
        fprintf(to, "%s%e", i ? " " : "", v[i]);
    fputc('\n', to);
}

void modes_write_edge(const modes *modes, const modes_motion *at, FILE *to)
{
    if (modes->rigid) {
        write_edge_rigid(at, to);
        return;
    }
    fprintf(to, "* MBDyn to EDGE modal dynamics\nmodal_state,N,0,0,2\n");
    write_edge_row(to, "modal_coordinate", modes->n, at->q);
    write_edge_row(to, "modal_velocity", modes->n, at->qp);
}

/* Parses "NAME,R,ROWS,COLUMNS,0" after comments. */
static bool edge_head(words *from, const char *name, int rows, int columns)
{
    int got_rows = 0, got_columns = 0;
    char word[32] = "";
    from->cursor += strspn(from->cursor, " \t\r\n");
    while (*from->cursor == '*') {
        from->cursor += strcspn(from->cursor, "\n");
        from->cursor += strspn(from->cursor, " \t\r\n");
    }
    const bool ok = sscanf(from->cursor, "%31[^, \t\n] , %*1[R] , %d , %d", word, &got_rows, &got_columns) == 3;
    from->cursor += strcspn(from->cursor, "\n");
    return ok && strcmp(word, name) == 0 && got_rows == rows && got_columns == columns;
}

const char *modes_parse_edge(const modes *modes, words *from, double *loads)
{
    const int n = modes->rigid ? 6 : modes->n;
    const bool is_headed =
        modes->rigid ? edge_head(from, "body_forces", 1, 6) : edge_head(from, "modal_force_flow", n, 1);
    if (!is_headed)
        return modes->rigid ? "the header 'body_forces,R,1,6,0' is missing"
                            : "the header 'modal_force_flow,R,N,1,0' is missing";
    return parse_numbers(from, n, loads + (modes->rigid ? 0 : modes->memory)) ? NULL : "the forces are incomplete";
}
