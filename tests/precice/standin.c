/* standin.c - a small library with the C interface of preCICE 3, for tests: two participants, two processes, a socket.
 *
 *     explicit    a window is done once
 *     implicit    it is repeated until what changes is small; changes are relaxed, by a factor or by Aitken's:
 *
 *         x <- x + w (x~ - x),    w <- - w r.(r~ - r) / |r~ - r|^2,    r = x~ - x
 *
 *     serial      the second has the first's data of the same window, the first those of the iteration before
 *     parallel    both have those of the iteration before
 *
 * Data are polygons in time, with the steps of the writer as corners. They are mapped from each vertex to the nearest.
 * Every rule of the interface that a participant could break is looked at, and the library can fail (STANDIN_BREAK).
 * How many windows, iterations and checkpoints there were is written to standin-PARTICIPANT.txt at the end. */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum { STEPS = 256 };

/* A datum in the window: corners, the first at its beginning. On the vertices of the writer, or of the reader. */
typedef struct {
    int n;
    double t[STEPS];
    double *v[STEPS];
} waveform;

typedef struct {
    const data_rule *data_rule;
    bool is_mine; /* written here */
    int size, size_there;
    int *nearest;       /* of each vertex of the reader, or, conservative, of the writer: the one on the other side */
    waveform now;       /* as written, or as read after mapping */
    waveform before;    /* of the iteration before, as the coupling has it, on the writer's vertices */
    double *last_delta; /* all corners, for Aitken */
} channel;

typedef struct {
    char name[NAME];
    int n;
    double *x;
} vertices;

static struct {
    bool is_there, is_first, is_initialized, is_over;
    configuration configuration;
    char name[NAME];
    int socket;
    int n_meshes, n_channels;
    vertices mesh[MOST];
    channel channels[MOST];
    double start, done; /* of the window, and what is done of it */
    bool is_complete, must_write, must_read;
    int iteration, windows, iterations, written, read;
    double weight;
} p;

/* --- messages ----------------------------------------------------------------------------------------------------- */

static void send_all(const void *from, size_t n)
{
    for (size_t sent = 0; sent < n;) {
        const ssize_t k = send(p.socket, (const char *)from + sent, n - sent, MSG_NOSIGNAL);
        if (k <= 0)
            standin_fail("the other participant is gone", p.name);
        sent += (size_t)k;
    }
}

static void receive_all(void *to, size_t n)
{
    for (size_t got = 0; got < n;) {
        const ssize_t k = recv(p.socket, (char *)to + got, n - got, 0);
        if (k <= 0)
            standin_fail("the other participant is gone, or silent", p.name);
        got += (size_t)k;
    }
}

static void meet(void)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    const struct timeval patience = {.tv_sec = 60};
    snprintf(at.sun_path, sizeof at.sun_path, "%.80s/.standin.sock", p.configuration.folder);
    if (strcmp(p.name, p.configuration.acceptor) == 0) {
        const int door = socket(AF_UNIX, SOCK_STREAM, 0);
        unlink(at.sun_path);
        setsockopt(door, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (bind(door, (const struct sockaddr *)&at, sizeof at) || listen(door, 1))
            standin_fail("no socket", at.sun_path);
        p.socket = accept(door, NULL, NULL);
        close(door);
        unlink(at.sun_path);
    } else {
        for (int i = 0; i < 6000; i++) {
            p.socket = socket(AF_UNIX, SOCK_STREAM, 0);
            if (connect(p.socket, (const struct sockaddr *)&at, sizeof at) == 0)
                break;
            close(p.socket);
            p.socket = -1;
            usleep(10000);
        }
    }
    if (p.socket < 0)
        standin_fail("the other participant does not come", p.name);
    setsockopt(p.socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
}

/* --- waveforms ---------------------------------------------------------------------------------------------------- */

static void corner(waveform *waveform, double t, const double *v, int n)
{
    if (waveform->n == STEPS)
        standin_fail("too many steps in a window", p.name);
    if (!waveform->v[waveform->n])
        waveform->v[waveform->n] = calloc((size_t)n + 1, sizeof(double));
    waveform->t[waveform->n] = t;
    if (v)
        memcpy(waveform->v[waveform->n], v, (size_t)n * sizeof(double));
    else
        memset(waveform->v[waveform->n], 0, (size_t)n * sizeof(double));
    waveform->n++;
}

static void copy_waveform(waveform *to, const waveform *from, int n)
{
    to->n = 0;
    for (int i = 0; i < from->n; i++)
        corner(to, from->t[i], from->v[i], n);
}

/* The end of a window is the beginning of the next one. */
static void begin_window(waveform *waveform, int n)
{
    double *end = waveform->v[waveform->n - 1];
    memcpy(waveform->v[0], end, (size_t)n * sizeof(double));
    waveform->t[0] = 0;
    waveform->n = 1;
}

static void value_at(const channel *channel, double t, double *to)
{
    const waveform *waveform = &channel->now;
    int k = 0;
    while (k + 2 < waveform->n && waveform->t[k + 1] < t)
        k++;
    const int next = k + 1 < waveform->n ? k + 1 : k;
    double share = next == k ? 1 : (t - waveform->t[k]) / (waveform->t[next] - waveform->t[k]);
    share = channel->data_rule->is_constant ? 1 : fmin(fmax(share, 0), 1);
    for (int i = 0; i < channel->size; i++)
        to[i] = (1 - share) * waveform->v[k][i] + share * waveform->v[next][i];
}

static void send_waveform(const waveform *waveform, int n, bool all)
{
    const int from = all ? 0 : waveform->n - 1, count = waveform->n - from;
    send_all(&count, sizeof count);
    send_all(waveform->t + from, (size_t)count * sizeof(double));
    for (int i = from; i < waveform->n; i++)
        send_all(waveform->v[i], (size_t)n * sizeof(double));
}

/* On the writer's vertices. */
static void receive_waveform(waveform *waveform, int n)
{
    int count;
    double t[STEPS];
    double *v = calloc((size_t)n + 1, sizeof(double));
    receive_all(&count, sizeof count);
    receive_all(t, (size_t)count * sizeof(double));
    if (count > 1)
        waveform->n = 0;
    else
        waveform->n = waveform->n > 0 ? 1 : 0;
    for (int i = 0; i < count; i++) {
        receive_all(v, (size_t)n * sizeof(double));
        corner(waveform, t[i], v, n);
    }
    free(v);
}

/* --- mapping ------------------------------------------------------------------------------------------------------ */

static vertices *mesh_of(const char *name)
{
    for (int i = 0; i < p.n_meshes; i++)
        if (strcmp(p.mesh[i].name, name) == 0)
            return &p.mesh[i];
    standin_fail("this mesh has no vertices", name);
}

static int dimensions_of(const char *name)
{
    for (int i = 0; i < p.configuration.n_meshes; i++)
        if (strcmp(p.configuration.meshes[i].name, name) == 0)
            return p.configuration.meshes[i].dimensions;
    standin_fail("there is no such mesh", name);
}

static int nearest_of(const vertices *vertices, const double *x, int n)
{
    int best = 0;
    double least = HUGE_VAL;
    for (int i = 0; i < vertices->n; i++) {
        double d = 0;
        for (int k = 0; k < n; k++)
            d += (vertices->x[n * i + k] - x[k]) * (vertices->x[n * i + k] - x[k]);
        if (d < least)
            least = d, best = i;
    }
    return best;
}

/* Vertices of the writer's mesh go to the reader, who knows both. */
static void exchange_vertices(channel *channel)
{
    const int n = dimensions_of(channel->data_rule->from);
    vertices *mine = mesh_of(channel->is_mine ? channel->data_rule->from : channel->data_rule->text), there = {.n = 0};
    send_all(&mine->n, sizeof mine->n);
    send_all(mine->x, (size_t)(n * mine->n) * sizeof(double));
    receive_all(&there.n, sizeof there.n);
    there.x = calloc((size_t)(n * there.n) + 1, sizeof(double));
    receive_all(there.x, (size_t)(n * there.n) * sizeof(double));
    channel->size = channel->data_rule->components * mine->n;
    channel->size_there = channel->data_rule->components * there.n;
    const vertices *from = channel->data_rule->is_conservative ? &there : mine,
                   *to = channel->data_rule->is_conservative ? mine : &there;
    channel->nearest = calloc((size_t)from->n + 1, sizeof(int));
    for (int i = 0; i < from->n; i++)
        channel->nearest[i] = nearest_of(to, from->x + n * i, n);
    free(there.x);
}

static void map(const channel *channel, const double *from, double *to)
{
    const int n = channel->data_rule->components;
    memset(to, 0, (size_t)channel->size * sizeof(double));
    for (int i = 0; i < (channel->data_rule->is_conservative ? channel->size_there : channel->size) / n; i++)
        for (int k = 0; k < n; k++) {
            if (channel->data_rule->is_conservative)
                to[n * channel->nearest[i] + k] += from[n * i + k];
            else
                to[n * i + k] = from[n * channel->nearest[i] + k];
        }
}

/* What the coupling has, on the writer's vertices, becomes what is read. */
static void map_waveform(channel *channel, const waveform *from)
{
    double *v = calloc((size_t)channel->size + 1, sizeof(double));
    channel->now.n = 0;
    for (int i = 0; i < from->n; i++) {
        map(channel, from->v[i], v);
        corner(&channel->now, from->t[i], v, channel->size);
    }
    free(v);
}

/* --- iterations --------------------------------------------------------------------------------------------------- */

static int writer_size(const channel *channel) { return channel->is_mine ? channel->size : channel->size_there; }

static double old_value(const channel *channel, int corner_index, int i)
{
    const waveform *waveform = &channel->before;
    return waveform->v[corner_index < waveform->n ? corner_index : waveform->n - 1][i];
}

static bool has_converged(const channel *channel, const waveform *fresh)
{
    double change = 0, norm = 0;
    const double *end = fresh->v[fresh->n - 1];
    for (int i = 0; i < writer_size(channel); i++) {
        change += pow(end[i] - old_value(channel, fresh->n - 1, i), 2);
        norm += end[i] * end[i];
    }
    return channel->data_rule->limit == 0 || sqrt(change) <= channel->data_rule->limit * sqrt(norm) ||
           sqrt(change) < 1e-14;
}

typedef struct {
    double up, down;
} aitken_sums;

static void add_aitken(channel *channel, const waveform *fresh, aitken_sums *aitken_sums)
{
    const int n = writer_size(channel);
    if (!channel->last_delta)
        channel->last_delta = calloc((size_t)n * STEPS, sizeof(double));
    for (int k = 1; k < fresh->n; k++)
        for (int i = 0; i < n; i++) {
            const double delta = fresh->v[k][i] - old_value(channel, k, i),
                         more = delta - channel->last_delta[k * n + i];
            aitken_sums->up += channel->last_delta[k * n + i] * more;
            aitken_sums->down += more * more;
            channel->last_delta[k * n + i] = delta;
        }
}

static void relax(const channel *channel, waveform *fresh, double weight)
{
    for (int k = 1; k < fresh->n; k++)
        for (int i = 0; i < writer_size(channel); i++)
            fresh->v[k][i] = old_value(channel, k, i) + weight * (fresh->v[k][i] - old_value(channel, k, i));
}

/* The second participant judges, and relaxes what is accelerated. */
static bool check_limits(waveform *const fresh[])
{
    aitken_sums aitken_sums = {0};
    bool ok = p.iteration + 1 >= p.configuration.min_iterations;
    for (int i = 0; i < p.n_channels; i++)
        ok = (!fresh[i] || has_converged(&p.channels[i], fresh[i])) && ok;
    if (ok || p.iteration + 1 >= p.configuration.max_iterations)
        return true;
    for (int i = 0; p.configuration.is_aitken && i < p.n_channels; i++)
        if (fresh[i] && p.channels[i].data_rule->is_accelerated)
            add_aitken(&p.channels[i], fresh[i], &aitken_sums);
    p.weight = p.iteration == 0 || aitken_sums.down == 0 || !p.configuration.is_aitken
                   ? p.configuration.relaxation
                   : -p.weight * aitken_sums.up / aitken_sums.down;
    for (int i = 0; i < p.n_channels; i++)
        if (fresh[i] && p.channels[i].data_rule->is_accelerated)
            relax(&p.channels[i], fresh[i], p.weight);
    return false;
}

/* --- windows ------------------------------------------------------------------------------------------------------ */

static double window(void) { return fmin(p.configuration.window, p.configuration.max_time - p.start); }

static void send_mine(void)
{
    for (int i = 0; i < p.n_channels; i++)
        if (p.channels[i].is_mine)
            send_waveform(&p.channels[i].now, p.channels[i].size, p.channels[i].data_rule->has_substeps);
}

static void receive_theirs(void)
{
    for (int i = 0; i < p.n_channels; i++)
        if (!p.channels[i].is_mine) {
            channel *channel = &p.channels[i];
            receive_waveform(&channel->before, channel->size_there);
            map_waveform(channel, &channel->before);
        }
}

static void end_window(void)
{
    p.windows++;
    p.iteration = 0;
    p.start += window();
    p.must_write = p.configuration.is_implicit;
    for (int i = 0; i < p.n_channels; i++) {
        begin_window(&p.channels[i].now, p.channels[i].size);
        if (p.channels[i].before.n > 0)
            begin_window(&p.channels[i].before, writer_size(&p.channels[i]));
    }
    p.is_over = p.start >= p.configuration.max_time - 1e-12 * p.configuration.max_time;
}

static void repeat_window(void)
{
    p.iteration++;
    p.must_read = true;
    for (int i = 0; i < p.n_channels; i++)
        if (p.channels[i].is_mine)
            p.channels[i].now.n = 1;
}

static void finish_window(bool converged)
{
    p.iterations++;
    if (converged)
        end_window();
    else
        repeat_window();
}

/* What was written, as the coupling goes on with it: with the second's judgement, the relaxed one. */
static void end_as_first(void)
{
    int converged = 1;
    send_mine();
    if (p.configuration.is_implicit)
        receive_all(&converged, sizeof converged);
    receive_theirs();
    finish_window(converged);
}

static void end_as_second(void)
{
    waveform *fresh[MOST] = {0}, theirs[MOST] = {0};
    int converged = 1;
    for (int i = 0; i < p.n_channels; i++) {
        channel *c = &p.channels[i];
        if (c->is_mine)
            fresh[i] = &c->now;
        else if (p.configuration.is_parallel) {
            corner(&theirs[i], 0, c->before.n ? c->before.v[0] : NULL, c->size_there);
            receive_waveform(&theirs[i], c->size_there);
            fresh[i] = &theirs[i];
        }
    }
    if (p.configuration.is_implicit)
        converged = check_limits(fresh);
    if (p.configuration.is_implicit)
        send_all(&converged, sizeof converged);
    send_mine();
    for (int i = 0; i < p.n_channels; i++) {
        channel *channel = &p.channels[i];
        if (fresh[i])
            copy_waveform(&channel->before, fresh[i], writer_size(channel));
        if (!channel->is_mine && p.configuration.is_parallel)
            map_waveform(channel, &channel->before);
        for (int k = 0; k < theirs[i].n; k++)
            free(theirs[i].v[k]);
    }
    finish_window(converged);
    if (!p.configuration.is_parallel && !p.is_over)
        receive_theirs();
}

/* --- the interface ------------------------------------------------------------------------------------------------ */

static void need(bool ok, const char *rule, const char *name)
{
    if (!ok)
        standin_fail(rule, name);
}

static channel *channel_of(const char *mesh, const char *data, bool is_mine)
{
    for (int i = 0; i < p.n_channels; i++) {
        channel *channel = &p.channels[i];
        if (strcmp(channel->data_rule->name, data) == 0 && channel->is_mine == is_mine &&
            strcmp(is_mine ? channel->data_rule->from : channel->data_rule->text, mesh) == 0)
            return channel;
    }
    standin_fail(is_mine ? "this participant does not write these data there"
                         : "this participant does not read these data there",
                 data);
}

void precicec_createParticipant(const char *name, const char *configuration_file, int rank, int size);
void precicec_createParticipant(const char *name, const char *configuration_file, int rank, int size)
{
    need(!p.is_there, "there is a participant already", name);
    need(rank == 0 && size == 1, "one process is all there is", name);
    memset(&p, 0, sizeof p);
    p.is_there = true;
    snprintf(p.name, sizeof p.name, "%s", name);
    configuration_read(&p.configuration, configuration_file);
    p.is_first = strcmp(name, p.configuration.first) == 0;
    need(p.is_first || strcmp(name, p.configuration.second) == 0, "the configuration has no such participant", name);
    for (int i = 0; i < p.configuration.n_data; i++) {
        const data_rule *data_rule = &p.configuration.data[i];
        if (data_rule->writer[0] && data_rule->reader[0])
            p.channels[p.n_channels++] =
                (channel){.data_rule = data_rule, .is_mine = strcmp(data_rule->writer, name) == 0};
    }
}

int precicec_getMeshDimensions(const char *mesh);
int precicec_getMeshDimensions(const char *mesh) { return dimensions_of(mesh); }

int precicec_getDataDimensions(const char *mesh, const char *data);
int precicec_getDataDimensions(const char *mesh, const char *data)
{
    (void)mesh;
    for (int i = 0; i < p.configuration.n_data; i++)
        if (strcmp(p.configuration.data[i].name, data) == 0)
            return p.configuration.data[i].components;
    standin_fail("there are no such data", data);
}

int precicec_requiresMeshConnectivityFor(const char *mesh);
int precicec_requiresMeshConnectivityFor(const char *mesh) { return mesh[0] != 0; }

static int faces;

/* Corners of a face are vertices of the mesh, and no two of them are the same. */
static void count_faces(const char *mesh, int n, int corners, const int *ids)
{
    const vertices *vertices = mesh_of(mesh);
    for (int f = 0; f < n; f++, ids += corners)
        for (int i = 0; i < corners; i++) {
            need(ids[i] >= 0 && ids[i] < vertices->n, "a corner of a face is a vertex", mesh);
            for (int k = 0; k < i; k++)
                need(ids[k] != ids[i], "corners of a face are different vertices", mesh);
        }
    faces += n;
}

void precicec_setMeshEdges(const char *mesh, int n, const int *ids);
void precicec_setMeshEdges(const char *mesh, int n, const int *ids) { count_faces(mesh, n, 2, ids); }
void precicec_setMeshTriangles(const char *mesh, int n, const int *ids);
void precicec_setMeshTriangles(const char *mesh, int n, const int *ids) { count_faces(mesh, n, 3, ids); }
void precicec_setMeshQuads(const char *mesh, int n, const int *ids);
void precicec_setMeshQuads(const char *mesh, int n, const int *ids) { count_faces(mesh, n, 4, ids); }

void precicec_setMeshVertices(const char *mesh, int n, const double *x, int *ids);
void precicec_setMeshVertices(const char *mesh, int n, const double *x, int *ids)
{
    vertices *vertices = &p.mesh[p.n_meshes++];
    const int dimensions = dimensions_of(mesh);
    need(!p.is_initialized, "vertices come before initialize", mesh);
    snprintf(vertices->name, sizeof vertices->name, "%s", mesh);
    vertices->n = n;
    vertices->x = calloc((size_t)(dimensions * n) + 1, sizeof(double));
    memcpy(vertices->x, x, (size_t)(dimensions * n) * sizeof(double));
    for (int i = 0; i < n; i++)
        ids[i] = i;
    for (int i = 0; i < p.n_channels; i++)
        if (p.channels[i].is_mine && strcmp(p.channels[i].data_rule->from, mesh) == 0) {
            p.channels[i].size = p.channels[i].data_rule->components * n;
            corner(&p.channels[i].now, 0, NULL, p.channels[i].size);
        }
}

int precicec_requiresInitialData(void);
int precicec_requiresInitialData(void)
{
    for (int i = 0; i < p.n_channels; i++)
        if (p.channels[i].is_mine && p.channels[i].data_rule->is_initialized)
            return 1;
    return 0;
}

static void exchange_initial(void)
{
    for (int i = 0; i < p.n_channels; i++) {
        channel *channel = &p.channels[i];
        if (channel->is_mine) {
            copy_waveform(&channel->before, &channel->now, channel->size);
            if (channel->data_rule->is_initialized)
                send_waveform(&channel->now, channel->size, true);
            continue;
        }
        corner(&channel->before, 0, NULL, channel->size_there);
        if (channel->data_rule->is_initialized) {
            channel->before.n = 0;
            receive_waveform(&channel->before, channel->size_there);
        }
        map_waveform(channel, &channel->before);
    }
}

void precicec_initialize(void);
void precicec_initialize(void)
{
    need(!p.is_initialized, "initialize is called once", p.name);
    meet();
    p.is_initialized = true;
    for (int i = 0; i < p.n_channels; i++)
        exchange_vertices(&p.channels[i]);
    exchange_initial();
    p.must_write = p.configuration.is_implicit;
    if (!p.is_first && !p.configuration.is_parallel)
        receive_theirs();
}

int precicec_isCouplingOngoing(void);
int precicec_isCouplingOngoing(void) { return !p.is_over; }
int precicec_isTimeWindowComplete(void);
int precicec_isTimeWindowComplete(void) { return p.is_complete; }
double precicec_getMaxTimeStepSize(void);
double precicec_getMaxTimeStepSize(void) { return p.is_over ? 0 : window() - p.done; }

int precicec_requiresWritingCheckpoint(void);
int precicec_requiresWritingCheckpoint(void)
{
    const bool must = p.must_write && !p.is_over;
    p.must_write = false;
    p.written += must;
    return must;
}

int precicec_requiresReadingCheckpoint(void);
int precicec_requiresReadingCheckpoint(void)
{
    const bool must = p.must_read;
    p.must_read = false;
    p.read += must;
    return must;
}

static double *pending[MOST];

void precicec_writeData(const char *mesh, const char *data, int n, const int *ids, const double *v);
void precicec_writeData(const char *mesh, const char *data, int n, const int *ids, const double *v)
{
    channel *channel = channel_of(mesh, data, true);
    const int components = channel->data_rule->components, index = (int)(channel - p.channels);
    need(n * components == channel->size, "all vertices are written at once here", data);
    double *to = p.is_initialized
                     ? (pending[index] ? pending[index] : calloc((size_t)channel->size + 1, sizeof(double)))
                     : channel->now.v[0];
    for (int i = 0; i < n; i++)
        memcpy(to + ids[i] * components, v + i * components, (size_t)components * sizeof(double));
    if (p.is_initialized)
        pending[index] = to;
}

void precicec_readData(const char *mesh, const char *data, int n, const int *ids, double at, double *v);
void precicec_readData(const char *mesh, const char *data, int n, const int *ids, double at, double *v)
{
    channel *channel = channel_of(mesh, data, false);
    const int components = channel->data_rule->components;
    need(at >= 0 && p.done + at <= window() * (1 + 1e-10), "the time to be read lies outside of the window", data);
    double *all = calloc((size_t)channel->size + 1, sizeof(double));
    value_at(channel, p.done + at, all);
    for (int i = 0; i < n; i++)
        memcpy(v + i * components, all + ids[i] * components, (size_t)components * sizeof(double));
    free(all);
}

void standin_break(const char *way);

/* STANDIN_BREAK="PARTICIPANT WAY N": fails in the N-th call of advance. */
static void break_when_asked(void)
{
    static int calls;
    const char *asked = getenv("STANDIN_BREAK");
    char name[NAME], way[16];
    int call;
    calls++;
    if (asked && sscanf(asked, "%63s %15s %d", name, way, &call) == 3 && strcmp(name, p.name) == 0 && call == calls)
        standin_break(way);
}

void precicec_advance(double dt);
void precicec_advance(double dt)
{
    break_when_asked();
    need(p.is_initialized && !p.is_over, "the coupling is not going on", p.name);
    need(!p.must_write && !p.must_read, "a checkpoint was not asked for", p.name);
    need(dt > 0 && p.done + dt <= window() * (1 + 1e-10), "the step is longer than the window", p.name);
    p.done += dt;
    for (int i = 0; i < p.n_channels; i++)
        if (p.channels[i].is_mine) {
            corner(&p.channels[i].now, p.done, pending[i], p.channels[i].size);
            free(pending[i]);
            pending[i] = NULL;
        }
    p.is_complete = false;
    if (p.done < window() * (1 - 1e-10))
        return;
    const int windows = p.windows;
    p.done = 0;
    if (p.is_first || !p.configuration.is_parallel)
        (p.is_first ? end_as_first : end_as_second)();
    else
        end_as_second();
    p.is_complete = p.windows > windows;
}

void precicec_finalize(void);
void precicec_finalize(void)
{
    char path[2 * NAME];
    snprintf(path, sizeof path, "standin-%s.txt", p.name);
    FILE *file = fopen(path, "w");
    if (file) {
        fprintf(file, "windows %d iterations %d written %d read %d faces %d\n", p.windows, p.iterations, p.written,
                p.read, faces);
        fclose(file);
    }
    if (p.socket > 0)
        close(p.socket);
    p.is_there = false;
}
