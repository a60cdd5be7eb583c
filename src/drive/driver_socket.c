/* driver_socket.c - columns set by clients: before each step the values of all waiting clients are read.
 *
 *     [ user: NAME  password: WORD ]  label: COLUMN  { value: V | inc: yes | inc: no | imp: yes | imp: no } ...  .
 *
 * one per line. With `inc` values are added to the current ones, otherwise they replace them; with `imp` a value is
 * used for one step and is zero afterwards. A client that is not authorized, sends invalid input or stops sending is
 * disconnected; the user gets a message, the client does not. */
#include "base/clock.h"
#include "contract/diag_rows.h"
#include "contract/file_driver.h"
#include "contract/peer.h"
#include "drive/diag_rows.h"
#include "model/model.h"
#include "model/peers.h"
#include "net/login.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    peer_plan *plan;
    int peer;
    login login;
    const double *first;
    int n;
} socket_driver;

typedef struct {
    double value;
    int adds, is_impulse; /* what the next value of the column does */
    int ends;             /* the value holds for this step alone */
} socket_column;

enum { LINE = 256, MOST_LINES = 10000, MOST_VISITORS = 16 };
static const double PATIENCE = 5.0; /* seconds for all that a visitor says */

static void driver_socket_begin(const void *self, void *memory)
{
    const socket_driver *p = self;
    socket_column *c = memory;
    for (int i = 0; p->first && i < p->n; i++)
        c[i].value = p->first[i];
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void store_password(reader *r, login *l)
{
    char word[LINE] = "", made[LINE];
    const char *given = word;
    read_keyword(r, "credentials");
    if (!read_keyword(r, "prompt"))
        given = read_string(r, "credentials");
    else if (!login_prompt("password of the socket: ", word, sizeof word))
        read_error_last(r, E_LOGIN, "there is no terminal to ask for a password");
    const char *salt = read_keyword(r, "salt format") ? read_string(r, "salt format") : NULL;
    if (!read_ok(r))
        return;
    if (strncmp(given, "{CRYPT}", 7) == 0)
        l->stored = given + 7;
    else if (login_encrypt(given, salt, made, sizeof made))
        l->stored = arena_string(reader_arena(r), made, strlen(made));
    else
        read_error_last(r, E_LOGIN, "the password cannot be encrypted: the salt format may be wrong");
    explicit_bzero(word, sizeof word);
}

static void read_mechanism(reader *r)
{
    read_string(r, "mechanism");
    diag_report(reader_diag(r), W_NO_EFFECT, read_last_place(r), "mechanism", "here: user and password are checked");
}

static void read_login(reader *r, login *l)
{
    static const char *const KINDS[] = {"no auth", "password", "pam", "sasl", NULL};
    const int k = read_try_choice(r, KINDS);
    l->kind = k < 0 ? LOGIN_NONE : (login_kind)k;
    const char *missing = login_unavailable(l->kind);
    if (missing)
        read_error_last(r, E_LOGIN_LIBRARY, missing);
    for (;;) {
        if (l->kind != LOGIN_NONE && read_keyword(r, "user"))
            l->user = read_string(r, "user");
        else if (l->kind == LOGIN_SASL && read_keyword(r, "mechanism"))
            read_mechanism(r);
        else
            break;
    }
    if (l->kind == LOGIN_PASSWORD && read_ok(r) && !l->user)
        read_error_last(r, E_LOGIN, "a user must be named");
    if (l->kind == LOGIN_PASSWORD)
        store_password(r, l);
}

static void driver_socket_read(reader *r, file_driver *d)
{
    socket_driver *p = d->self;
    bool has_create;
    p->plan = read_peer(r, "file driver", d->label, d->type->keyword, &p->peer);
    p->n = d->n_columns = read_count(r, 1, "number of columns");
    if (!read_ok(r))
        return;
    if (read_keyword(r, "initial values")) {
        double *first = ARENA_ARRAY(reader_arena(r), double, p->n);
        for (int i = 0; i < p->n; i++)
            first[i] = read_real(r, "initial value");
        p->first = first;
    }
    while (read_address_option(r, &p->plan->address, &has_create))
        ;
    p->plan->address.creates = p->plan->is_a_door = true;
    read_login(r, &p->login);
    d->memory = memory_reserve(model_of(r)->plan, (memory_area){.size = sizeof(socket_column) * (size_t)p->n,
                                                                .self = p,
                                                                .begin = driver_socket_begin,
                                                                .owner = "file driver",
                                                                .keyword = d->type->keyword,
                                                                .label = d->label});
}

/* --- a visit ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const socket_driver *p;
    peer *peer;
    socket_column *columns;
    double until;
    char user[LINE], line[LINE];
    socket_column *now; /* that he has named; NULL: none yet */
    bool is_let_in, is_refused;
    const char *wrong; /* NULL: nothing */
} visit;

/* One line, without its end; false when he does not come to it. */
static bool next_line(visit *v)
{
    const net_patience *wait = &v->peer->message;
    for (size_t n = 0; n < LINE; n++) {
        const net_patience rest = {.seconds = v->until - clock_seconds(), .stop = wait->stop, .context = wait->context};
        const net_status how = net_receive(&v->peer->link, v->line + n, 1, &rest);
        if (how != NET_OK) {
            v->wrong = how == NET_CLOSED ? "he has left in the middle" : net_reason(&v->peer->link, how);
            return false;
        }
        if (v->line[n] == '\n') {
            v->line[n] = '\0';
            return true;
        }
    }
    v->wrong = "a line is too long";
    return false;
}

/* What follows "name:" and a blank; NULL: the line begins with another name. */
static const char *said(const char *line, const char *name)
{
    const size_t n = strlen(name);
    if (strncmp(line, name, n) != 0 || line[n] != ':')
        return NULL;
    return line + n + 1 + (line[n + 1] == ' ');
}

static void take_value(visit *v, const char *words)
{
    char *end;
    const double is = strtod(words, &end);
    socket_column *c = v->now;
    if (end == words || end[strspn(end, " \t\r")] != '\0' || !isfinite(is)) {
        v->wrong = "a value is no number";
        return;
    }
    c->value = c->adds && !c->is_impulse ? c->value + is : is;
    c->ends = c->is_impulse;
}

static void take_flag(visit *v, const char *words, int *flag)
{
    const bool yes = strncmp(words, "yes", 3) == 0;
    if (!yes && strncmp(words, "no", 2) != 0)
        v->wrong = "neither yes nor no";
    *flag = yes;
}

static void take_label(visit *v, const char *words)
{
    char *end;
    const long i = strtol(words, &end, 10);
    v->now = end > words && i >= 1 && i <= v->p->n ? &v->columns[i - 1] : NULL;
    v->wrong = v->now ? NULL : "there is no such column";
}

static void take_password(visit *v, const char *words)
{
    v->is_let_in = login_check(&v->p->login, v->user, words);
    v->is_refused = !v->is_let_in;
    explicit_bzero(v->line, sizeof v->line);
}

static void take_line(visit *v)
{
    const char *words;
    if ((words = said(v->line, "user")))
        snprintf(v->user, sizeof v->user, "%s", words);
    else if ((words = said(v->line, "password")))
        take_password(v, words);
    else if (!v->is_let_in)
        v->is_refused = true;
    else if ((words = said(v->line, "label")))
        take_label(v, words);
    else if (!v->now)
        v->wrong = "he has not said which column";
    else if ((words = said(v->line, "value")))
        take_value(v, words);
    else if ((words = said(v->line, "inc")))
        take_flag(v, words, &v->now->adds);
    else if ((words = said(v->line, "imp")))
        take_flag(v, words, &v->now->is_impulse);
    else
        v->wrong = "a line is not understood";
}

/* Who is not let in is heard to his end, so that he cannot tell. */
static void listen_to(const state *s, visit *v)
{
    int n = 0;
    while (!v->wrong && next_line(v) && strcmp(v->line, ".") != 0 && strcmp(v->line, ".\r") != 0) {
        if (!v->is_refused)
            take_line(v);
        if (++n > MOST_LINES)
            v->wrong = "he does not come to an end";
    }
    v->peer->received++;
    if (v->is_refused)
        v->wrong = "user or password are wrong";
    if (v->wrong)
        diag_report(s->errors, W_VISITOR, v->p->plan->where, v->p->plan->whose, s->t, v->wrong);
}

static void driver_socket_receive(const file_driver *d, const state *s, memory_block *to)
{
    const socket_driver *p = d->self;
    socket_column *columns = memory_at(to, d->memory);
    peer *at = &s->peers[p->peer];
    if (s->stage > 0)
        return;
    for (int i = 0; i < p->n; i++)
        if (columns[i].ends)
            columns[i].value = columns[i].ends = 0;
    for (int k = 0; k < MOST_VISITORS && net_next(&at->link) == NET_OK; k++) {
        visit v = {.p = p, .peer = at, .columns = columns, .until = clock_seconds() + PATIENCE};
        v.is_let_in = p->login.kind == LOGIN_NONE;
        listen_to(s, &v);
        net_hang_up(&at->link);
    }
}

static double driver_socket_at(const file_driver *d, const state *s, int column)
{
    return ((const socket_column *)remembered(s, d->memory))[column].value;
}

const file_driver_type file_driver_socket_type = {
    .keyword = "socket",
    .grammar =
        "file: LABEL, socket, COLUMNS, [initial values, VALUE, ...,] {local, \"PATH\" | [port, PORT,] {no auth | "
        "password, user, \"USER\", credentials, {prompt | \"WORD\"} [, salt format, \"SALT\"] | pam [, user, "
        "\"USER\"] | sasl [, user, \"USER\"] [, mechanism, \"NAME\"]}}",
    .summary = "Columns set by clients of a socket, in lines of text.",
    .size = sizeof(socket_driver),
    .read = driver_socket_read,
    .value = driver_socket_at,
    .receive = driver_socket_receive,
};
