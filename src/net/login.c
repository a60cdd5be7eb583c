/* login.c - passwords by crypt(3), PAM and SASL. */
#include "net/login.h"
#include "base/shared_library.h"
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <termios.h>
#include <unistd.h>

enum { LONGEST = 512 };

static bool login_find(const char *library, const char *name, void *function)
{
    return shared_library_find(shared_library(library), name, function);
}

const char *login_unavailable(login_kind kind)
{
    static const char *const LIBRARIES[] = {NULL, "libcrypt.so.1", "libpam.so.0", "libsasl2.so.2"};
    const char *name = LIBRARIES[kind];
    return !name || shared_library(name) ? NULL : name;
}

/* Compares over the longest text, so that the time reveals neither the length nor the position of a difference. */
static bool is_same(const char *a, const char *b)
{
    char x[LONGEST] = "", y[LONGEST] = "";
    volatile unsigned char difference = strlen(a) >= LONGEST || strlen(b) >= LONGEST;
    strncpy(x, a, LONGEST - 1);
    strncpy(y, b, LONGEST - 1);
    for (int i = 0; i < LONGEST; i++)
        difference = (unsigned char)(difference | (x[i] ^ y[i]));
    explicit_bzero(x, sizeof x);
    explicit_bzero(y, sizeof y);
    return difference == 0;
}

/* --- passwords ---------------------------------------------------------------------------------------------------- */

typedef char *crypt_function(const char *key, const char *salt);

bool login_encrypt(const char *password, const char *salt, char *out, int size)
{
    static const char LETTERS[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    crypt_function *crypt;
    unsigned char random[16];
    char whole[64];
    if (!login_find("libcrypt.so.1", "crypt", &crypt) || getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
        return false;
    size_t n = (size_t)snprintf(whole, sizeof whole - sizeof random - 1, "%s", salt ? salt : "$6$");
    n = n < sizeof whole - sizeof random - 1 ? n : sizeof whole - sizeof random - 2;
    for (size_t i = 0; i < sizeof random; i++)
        whole[n + i] = LETTERS[random[i] % 64];
    whole[n + sizeof random] = '\0';
    const char *made = crypt(password, whole);
    return made && made[0] != '*' && snprintf(out, (size_t)size, "%s", made) < size;
}

static bool check_password(const login *login, const char *user, const char *password)
{
    crypt_function *crypt;
    if (!login_find("libcrypt.so.1", "crypt", &crypt))
        return false;
    const char *made = crypt(password, login->stored); /* also for a wrong user, so that both take the same time */
    const bool is_right = made && made[0] != '*' && is_same(made, login->stored);
    return is_same(user, login->user ? login->user : "") && is_right;
}

/* --- PAM: the interface of <security/pam_appl.h> ------------------------------------------------------------------ */

typedef struct {
    int style;
    const char *words;
} pam_question;

typedef struct {
    char *words;
    int code;
} pam_answer;

typedef struct {
    int (*status)(int n, const pam_question **questions, pam_answer **answers, void *with);
    void *context;
} pam_conversation;

enum { PAM_WELL = 0, PAM_WRONG = 19, PAM_ASKS_HIDDEN = 1, PAM_ASKS = 2 };

typedef struct {
    const char *user, *password;
} given;

static int answer(int n, const pam_question **questions, pam_answer **answers, void *with)
{
    const given *given = with;
    pam_answer *all = calloc((size_t)(n > 0 ? n : 1), sizeof *all);
    for (int i = 0; all && i < n; i++)
        if (questions[i]->style == PAM_ASKS_HIDDEN || questions[i]->style == PAM_ASKS)
            all[i].words = strdup(questions[i]->style == PAM_ASKS ? given->user : given->password);
    *answers = all;
    return all ? PAM_WELL : PAM_WRONG;
}

static const char *login_internal_name(char *out, size_t size)
{
    const struct passwd *me = getpwuid(geteuid());
    snprintf(out, size, "%s", me ? me->pw_name : "");
    return out;
}

static bool check_pam(const login *login, const char *user, const char *password)
{
    int (*start)(const char *service, const char *who, const pam_conversation *c, void **handle);
    int (*authenticate)(void *handle, int flags);
    int (*end)(void *handle, int status);
    char me[LONGEST];
    const char *expected = login->user ? login->user : login_internal_name(me, sizeof me);
    given given = {.user = user, .password = password};
    const pam_conversation pam_conversation = {.status = answer, .context = &given};
    void *handle = NULL;
    if (!login_find("libpam.so.0", "pam_start", &start) ||
        !login_find("libpam.so.0", "pam_authenticate", &authenticate) || !login_find("libpam.so.0", "pam_end", &end) ||
        start("mbdyn", expected, &pam_conversation, &handle) != PAM_WELL)
        return false;
    const int how = authenticate(handle, 0);
    end(handle, how);
    return how == PAM_WELL && is_same(user, expected);
}

/* --- SASL: the interface of <sasl/sasl.h> ------------------------------------------------------------------------- */

static bool check_sasl(const login *login, const char *user, const char *password)
{
    int (*start)(const void *callbacks, const char *name);
    int (*connect)(const char *service, const char *host, const char *realm, const char *local, const char *remote,
                   const void *callbacks, unsigned flags, void **handle);
    int (*check)(void *handle, const char *who, unsigned n, const char *secret, unsigned m);
    void (*dispose)(void **handle);
    void *handle = NULL;
    if (!login_find("libsasl2.so.2", "sasl_server_init", &start) ||
        !login_find("libsasl2.so.2", "sasl_server_new", &connect) ||
        !login_find("libsasl2.so.2", "sasl_checkpass", &check) ||
        !login_find("libsasl2.so.2", "sasl_dispose", &dispose) || start(NULL, "mbdyn") != 0 ||
        connect("mbdyn", NULL, NULL, NULL, NULL, NULL, 0, &handle) != 0)
        return false;
    const bool is_right = check(handle, user, (unsigned)strlen(user), password, (unsigned)strlen(password)) == 0;
    dispose(&handle);
    return is_right && (!login->user || is_same(user, login->user));
}

bool login_check(const login *login, const char *user, const char *password)
{
    switch (login->kind) {
    case LOGIN_NONE:
        return true;
    case LOGIN_PASSWORD:
        return check_password(login, user, password);
    case LOGIN_PAM:
        return check_pam(login, user, password);
    case LOGIN_SASL:
        return check_sasl(login, user, password);
    }
    return false;
}

/* --- the terminal ------------------------------------------------------------------------------------------------- */

bool login_prompt(const char *question, char *out, int size)
{
    FILE *tty = fopen("/dev/tty", "r+");
    struct termios before, hidden;
    if (!tty)
        return false;
    bool ok = tcgetattr(fileno(tty), &before) == 0;
    if (ok) {
        hidden = before;
        hidden.c_lflag &= ~(tcflag_t)ECHO;
        tcsetattr(fileno(tty), TCSAFLUSH, &hidden);
        fputs(question, tty);
        fflush(tty);
        ok = fgets(out, size, tty) != NULL;
        tcsetattr(fileno(tty), TCSAFLUSH, &before);
        fputc('\n', tty);
        out[ok ? strcspn(out, "\n") : 0] = '\0';
    }
    fclose(tty);
    return ok;
}
