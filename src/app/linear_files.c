/* linear_files.c - a linear model as JSON, as a program for MATLAB or Octave, and as a table like OpenFAST's .lin.
 *
 *     .json     names, units and operating point; A, B, C, D, and E, K, L, Z of all unknowns, by entries
 *     .m        A, B, C, D, names; sparse matrices
 *     .lin      operating point and A, B, C, D in full
 *     .csv      frequency response     .svg  the same as Bode diagrams */
#include "app/linear_files.h"
#include "app/linear_response.h"
#include "app/messages.h"
#include "app/writing.h"
#include "base/json.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    torsor_linear_matrix_name id;
    const char *name;
} MATRICES[] = {{TORSOR_LINEAR_A, "A"}, {TORSOR_LINEAR_B, "B"}, {TORSOR_LINEAR_C, "C"}, {TORSOR_LINEAR_D, "D"},
                {TORSOR_LINEAR_E, "E"}, {TORSOR_LINEAR_K, "K"}, {TORSOR_LINEAR_L, "L"}, {TORSOR_LINEAR_Z, "Z"}};
static const struct {
    torsor_linear_kind id;
    const char *name, *title;
} KINDS[] = {{TORSOR_LINEAR_STATE, "states", "continuous states"},
             {TORSOR_LINEAR_INPUT, "inputs", "inputs"},
             {TORSOR_LINEAR_OUTPUT, "outputs", "outputs"},
             {TORSOR_LINEAR_UNKNOWN, "unknowns", "unknowns"}};
enum { STATE_SPACE = 4, N_KINDS = 4, N_MATRICES = 8 };

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_channels(json_writer *writer, const torsor_linear *linear, int kind)
{
    json_open_array(writer, KINDS[kind].name);
    for (int i = 0; i < torsor_linear_count(linear, KINDS[kind].id); i++) {
        const torsor_linear_channel channel = torsor_linear_at(linear, KINDS[kind].id, i);
        json_newline(writer);
        json_open_object(writer, NULL);
        json_string(writer, "name", channel.name);
        json_string(writer, "unit", channel.unit);
        json_number(writer, "value", channel.value, JSON_EXACT);
        if (KINDS[kind].id == TORSOR_LINEAR_INPUT) {
            json_integer(writer, "order", channel.order);
            json_integer(writer, "source", channel.source);
        }
        json_close(writer);
    }
    json_close(writer);
}

static void put_matrix(json_writer *writer, const char *name, const torsor_sparse *matrix)
{
    json_newline(writer);
    json_open_object(writer, name);
    json_integer(writer, "rows", matrix->rows);
    json_integer(writer, "columns", matrix->columns);
    json_open_array(writer, "row");
    for (int k = 0; k < matrix->n; k++)
        json_integer(writer, NULL, matrix->row[k]);
    json_close(writer);
    json_open_array(writer, "column");
    for (int k = 0; k < matrix->n; k++)
        json_integer(writer, NULL, matrix->column[k]);
    json_close(writer);
    json_numbers(writer, "value", matrix->value, matrix->n, JSON_EXACT);
    json_close(writer);
}

static void put_json(const linear_contents *contents, FILE *to)
{
    json_writer writer = json_begin(json_to_file, to);
    json_open_object(&writer, NULL);
    json_string(&writer, "deck", contents->deck);
    json_number(&writer, "time", torsor_linear_time(contents->linear), JSON_EXACT);
    for (int kind = 0; kind < N_KINDS; kind++)
        put_channels(&writer, contents->linear, kind);
    for (int i = 0; i < N_MATRICES; i++) {
        const torsor_sparse matrix = torsor_linear_matrix(contents->linear, MATRICES[i].id);
        put_matrix(&writer, MATRICES[i].name, &matrix);
    }
    json_close(&writer);
    putc('\n', to);
}

/* --- MATLAB ------------------------------------------------------------------------------------------------------- */

static void put_quoted(const char *words, FILE *to)
{
    putc('\'', to);
    for (; *words; words++) {
        if (*words == '\'')
            putc('\'', to);
        putc(*words, to);
    }
    putc('\'', to);
}

static void put_list(const torsor_sparse *matrix, int which, FILE *to)
{
    putc('[', to);
    for (int k = 0; k < matrix->n; k++)
        if (which < 2)
            fprintf(to, "%s%d", k > 0 ? ";" : "", (which == 0 ? matrix->row[k] : matrix->column[k]) + 1);
        else
            fprintf(to, "%s%.17g", k > 0 ? ";" : "", matrix->value[k]);
    putc(']', to);
}

static void put_program(const linear_contents *contents, FILE *to)
{
    fprintf(to, "%% Linear model at time %.17g: z' = A z + B u, y = C z + D u; E x' + K x + L u = 0, x = Z z\n",
            torsor_linear_time(contents->linear));
    for (int kind = 0; kind < N_KINDS; kind++) {
        fprintf(to, "%s = {", KINDS[kind].name);
        for (int i = 0; i < torsor_linear_count(contents->linear, KINDS[kind].id); i++) {
            fputs(i > 0 ? ";\n    " : "", to);
            put_quoted(torsor_linear_at(contents->linear, KINDS[kind].id, i).name, to);
        }
        fputs("};\n", to);
    }
    for (int i = 0; i < N_MATRICES; i++) {
        const torsor_sparse matrix = torsor_linear_matrix(contents->linear, MATRICES[i].id);
        fprintf(to, "%s = %ssparse(", MATRICES[i].name, i < STATE_SPACE ? "full(" : "");
        for (int which = 0; which < 3; which++) {
            put_list(&matrix, which, to);
            putc(',', to);
        }
        fprintf(to, "%d,%d)%s;\n", matrix.rows, matrix.columns, i < STATE_SPACE ? ")" : "");
    }
}

/* --- a table like that of OpenFAST -------------------------------------------------------------------------------- */

static void put_operating_point(const linear_contents *contents, int kind, FILE *to)
{
    const int n = torsor_linear_count(contents->linear, KINDS[kind].id);
    if (n == 0)
        return;
    fprintf(to, "Order of %s:\n%10s %24s  %s\n%10s %24s  %s\n", KINDS[kind].title, "Row/Column", "Operating Point",
            "Description", "----------", "---------------", "-----------");
    for (int i = 0; i < n; i++) {
        const torsor_linear_channel channel = torsor_linear_at(contents->linear, KINDS[kind].id, i);
        fprintf(to, "%10d %24.15E  %s%s%s\n", i + 1, channel.value, channel.name, *channel.unit ? ", " : "",
                channel.unit);
    }
    putc('\n', to);
}

static void put_full(const char *name, const torsor_sparse *matrix, FILE *to)
{
    fprintf(to, "%s: %d x %d\n", name, matrix->rows, matrix->columns);
    for (int i = 0, k = 0; i < matrix->rows; i++) {
        for (int j = 0; j < matrix->columns; j++) {
            const bool is_entry = k < matrix->n && matrix->row[k] == i && matrix->column[k] == j;
            fprintf(to, " %22.15E", is_entry ? matrix->value[k] : 0.0);
            k += is_entry;
        }
        putc('\n', to);
    }
    putc('\n', to);
}

static void put_lin(const linear_contents *contents, FILE *to)
{
    fprintf(to, "Linearized model: %s\n\nSimulation information:\n   Simulation time: %24.15E s\n", contents->deck,
            torsor_linear_time(contents->linear));
    fprintf(to, "   Number of continuous states: %d\n   Number of inputs: %d\n   Number of outputs: %d\n\n",
            torsor_linear_count(contents->linear, TORSOR_LINEAR_STATE),
            torsor_linear_count(contents->linear, TORSOR_LINEAR_INPUT),
            torsor_linear_count(contents->linear, TORSOR_LINEAR_OUTPUT));
    for (int kind = 0; kind < N_KINDS - 1; kind++)
        put_operating_point(contents, kind, to);
    for (int i = 0; i < STATE_SPACE; i++) {
        const torsor_sparse matrix = torsor_linear_matrix(contents->linear, MATRICES[i].id);
        if (matrix.rows > 0 && matrix.columns > 0)
            put_full(MATRICES[i].name, &matrix, to);
    }
}

/* --- files -------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *extension;
    void (*put)(const linear_contents *contents, FILE *to);
    void (*put_response)(const linear_contents *contents, const linear_response *response, FILE *to);
} FORMATS[] = {{".json", put_json, NULL},
               {".m", put_program, NULL},
               {".lin", put_lin, NULL},
               {".csv", NULL, linear_response_table},
               {".svg", NULL, linear_response_draw}};
enum { N_FORMATS = sizeof FORMATS / sizeof *FORMATS };

static int format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot && i < N_FORMATS; i++)
        if (strcmp(dot, FORMATS[i].extension) == 0)
            return i;
    return -1;
}

bool linear_file_is_known(const char *path) { return format_of(path) >= 0; }
bool linear_file_is_response(const char *path) { return format_of(path) >= 0 && FORMATS[format_of(path)].put_response; }

static bool put_response(const linear_contents *contents, int format, FILE *to)
{
    linear_response response;
    const bool ok = linear_response_find(contents, &response);
    if (ok)
        FORMATS[format].put_response(contents, &response, to);
    else
        fputs("torsor linearize: the frequency response cannot be computed: a frequency is that of a pole\n", stderr);
    free(response.re);
    free(response.im);
    return ok;
}

bool linear_file_write(const linear_contents *contents, const char *path)
{
    const int format = format_of(path);
    FILE *to = open_written(path);
    if (!to)
        return false;
    bool ok = true;
    if (FORMATS[format].put)
        FORMATS[format].put(contents, to);
    else
        ok = put_response(contents, format, to);
    return close_written(to, path, ok);
}
