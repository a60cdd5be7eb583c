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
    int adds, is_impulse; /* how the next value of the column is applied */
    int ends;             /* the value is valid for this step only */
} socket_column;

enum { LINE = 256, MOST_LINES = 10000, MOST_VISITORS = 16 };
static const double PATIENCE = 5.0; /* time limit in seconds for all input of a client */

static void driver_socket_begin(const void *self, void *memory)
{
    const socket_driver *driver = self;
    socket_column *column = memory;
    for (int i = 0; driver->first && i < driver->n; i++)
        column[i].value = driver->first[i];
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void store_password(reader *reader, login *login)
{
    char word[LINE] = "", made[LINE];
    const char *given = word;
    read_keyword(reader, "credentials");
    if (!read_keyword(reader, "prompt"))
        given = read_string(reader, "credentials");
    else if (!login_prompt("password of the socket: ", word, sizeof word))
        read_error_last(reader, E_LOGIN, "no terminal is available to enter the password");
    const char *salt = read_keyword(reader, "salt format") ? read_string(reader, "salt format") : NULL;
    if (!read_ok(reader))
        return;
    if (strncmp(given, "{CRYPT}", 7) == 0)
        login->stored = given + 7;
    else if (login_encrypt(given, salt, made, sizeof made))
        login->stored = arena_string(reader_arena(reader), made, strlen(made));
    else
        read_error_last(reader, E_LOGIN, "cannot encrypt the password: the salt format may be wrong");
    explicit_bzero(word, sizeof word);
}

static void read_mechanism(reader *reader)
{
    read_string(reader, "mechanism");
    diag_report(reader_diag(reader), W_NO_EFFECT, read_last_location(reader), "mechanism",
                "here: user and password are checked");
}

static void read_login(reader *reader, login *login)
{
    static const char *const KINDS[] = {"no auth", "password", "pam", "sasl", NULL};
    const int k = read_try_choice(reader, KINDS);
    login->kind = k < 0 ? LOGIN_NONE : (login_kind)k;
    const char *missing = login_unavailable(login->kind);
    if (missing)
        read_error_last(reader, E_LOGIN_LIBRARY, missing);
    for (;;) {
        if (login->kind != LOGIN_NONE && read_keyword(reader, "user"))
            login->user = read_string(reader, "user");
        else if (login->kind == LOGIN_SASL && read_keyword(reader, "mechanism"))
            read_mechanism(reader);
        else
            break;
    }
    if (login->kind == LOGIN_PASSWORD && read_ok(reader) && !login->user)
        read_error_last(reader, E_LOGIN, "a user name is required");
    if (login->kind == LOGIN_PASSWORD)
        store_password(reader, login);
}

static void driver_socket_read(reader *reader, file_driver *driver)
{
    socket_driver *socket_driver = driver->self;
    bool has_create;
    socket_driver->plan = read_peer(reader, "file driver", driver->label, driver->type->keyword, &socket_driver->peer);
    socket_driver->n = driver->n_columns = read_count(reader, 1, "number of columns");
    if (!read_ok(reader))
        return;
    if (read_keyword(reader, "initial values")) {
        double *first = ARENA_ARRAY(reader_arena(reader), double, socket_driver->n);
        for (int i = 0; i < socket_driver->n; i++)
            first[i] = read_real(reader, "initial value");
        socket_driver->first = first;
    }
    while (read_address_option(reader, &socket_driver->plan->address, &has_create))
        ;
    socket_driver->plan->address.creates = socket_driver->plan->is_server = true;
    read_login(reader, &socket_driver->login);
    driver->memory =
        memory_reserve(model_of(reader)->plan, (memory_area){.size = sizeof(socket_column) * (size_t)socket_driver->n,
                                                             .self = socket_driver,
                                                             .begin = driver_socket_begin,
                                                             .owner = "file driver",
                                                             .keyword = driver->type->keyword,
                                                             .label = driver->label});
}

/* --- client connections ------------------------------------------------------------------------------------------- */

typedef struct {
    const socket_driver *driver;
    peer *peer;
    socket_column *columns;
    double until;
    char user[LINE], line[LINE];
    socket_column *now; /* column that the client has selected; NULL: none yet */
    bool is_let_in, is_refused;
    const char *wrong; /* error message; NULL: none */
} visit;

/* Reads one line without its newline. Returns false if the line is not completed. */
static bool next_line(visit *visit)
{
    const net_patience *wait = &visit->peer->message;
    for (size_t n = 0; n < LINE; n++) {
        const net_patience rest = {
            .seconds = visit->until - clock_seconds(), .stop = wait->stop, .context = wait->context};
        const net_status how = net_receive(&visit->peer->link, visit->line + n, 1, &rest);
        if (how != NET_OK) {
            visit->wrong =
                how == NET_CLOSED ? "the client disconnected before the end" : net_reason(&visit->peer->link, how);
            return false;
        }
        if (visit->line[n] == '\n') {
            visit->line[n] = '\0';
            return true;
        }
    }
    visit->wrong = "line too long";
    return false;
}

/* Returns what follows "name:" and a blank, or NULL if the line begins with another name. */
static const char *said(const char *line, const char *name)
{
    const size_t n = strlen(name);
    if (strncmp(line, name, n) != 0 || line[n] != ':')
        return NULL;
    return line + n + 1 + (line[n + 1] == ' ');
}

static void take_value(visit *visit, const char *words)
{
    char *end;
    const double is = strtod(words, &end);
    socket_column *column = visit->now;
    if (end == words || end[strspn(end, " \t\r")] != '\0' || !isfinite(is)) {
        visit->wrong = "a value is not a number";
        return;
    }
    column->value = column->adds && !column->is_impulse ? column->value + is : is;
    column->ends = column->is_impulse;
}

static void take_flag(visit *visit, const char *words, int *flag)
{
    const bool yes = strncmp(words, "yes", 3) == 0;
    if (!yes && strncmp(words, "no", 2) != 0)
        visit->wrong = "expected yes or no";
    *flag = yes;
}

static void take_label(visit *visit, const char *words)
{
    char *end;
    const long i = strtol(words, &end, 10);
    visit->now = end > words && i >= 1 && i <= visit->driver->n ? &visit->columns[i - 1] : NULL;
    visit->wrong = visit->now ? NULL : "unknown column";
}

static void take_password(visit *visit, const char *words)
{
    visit->is_let_in = login_check(&visit->driver->login, visit->user, words);
    visit->is_refused = !visit->is_let_in;
    explicit_bzero(visit->line, sizeof visit->line);
}

static void take_line(visit *visit)
{
    const char *words;
    if ((words = said(visit->line, "user")))
        snprintf(visit->user, sizeof visit->user, "%s", words);
    else if ((words = said(visit->line, "password")))
        take_password(visit, words);
    else if (!visit->is_let_in)
        visit->is_refused = true;
    else if ((words = said(visit->line, "label")))
        take_label(visit, words);
    else if (!visit->now)
        visit->wrong = "no column was given";
    else if ((words = said(visit->line, "value")))
        take_value(visit, words);
    else if ((words = said(visit->line, "inc")))
        take_flag(visit, words, &visit->now->adds);
    else if ((words = said(visit->line, "imp")))
        take_flag(visit, words, &visit->now->is_impulse);
    else
        visit->wrong = "invalid line";
}

/* A client that is not authorized is read to the end of its input, so that it cannot tell that it was rejected. */
static void listen_to(const state *state, visit *visit)
{
    int n = 0;
    while (!visit->wrong && next_line(visit) && strcmp(visit->line, ".") != 0 && strcmp(visit->line, ".\r") != 0) {
        if (!visit->is_refused)
            take_line(visit);
        if (++n > MOST_LINES)
            visit->wrong = "the message has no end";
    }
    visit->peer->received++;
    if (visit->is_refused)
        visit->wrong = "wrong user or password";
    if (visit->wrong)
        diag_report(state->errors, W_VISITOR, visit->driver->plan->location, visit->driver->plan->whose, state->t,
                    visit->wrong);
}

static void driver_socket_receive(const file_driver *driver, const state *state, memory_block *to)
{
    const socket_driver *socket_driver = driver->self;
    socket_column *columns = memory_at(to, driver->memory);
    peer *at = &state->peers[socket_driver->peer];
    if (state->stage > 0)
        return;
    for (int i = 0; i < socket_driver->n; i++)
        if (columns[i].ends)
            columns[i].value = columns[i].ends = 0;
    for (int k = 0; k < MOST_VISITORS && net_next(&at->link) == NET_OK; k++) {
        visit visit = {.driver = socket_driver, .peer = at, .columns = columns, .until = clock_seconds() + PATIENCE};
        visit.is_let_in = socket_driver->login.kind == LOGIN_NONE;
        listen_to(state, &visit);
        net_hang_up(&at->link);
    }
}

static double driver_socket_at(const file_driver *driver, const state *state, int column)
{
    return ((const socket_column *)remembered(state, driver->memory))[column].value;
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
