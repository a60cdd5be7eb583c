/* login.h - who may talk: nobody is asked, a password, PAM or SASL. Libraries are loaded when they are wanted.
 *
 * Passwords are compared in a time that does not depend on where they differ. */
#pragma once
#include <stdbool.h>

typedef enum { LOGIN_NONE, LOGIN_PASSWORD, LOGIN_PAM, LOGIN_SASL } login_kind;

typedef struct {
    login_kind kind;
    const char *user;   /* NULL: any that the library knows; PAM: who runs the program */
    const char *stored; /* of a password: as crypt(3) makes it */
} login;

/* NULL, or why the kind cannot be used here. */
const char *login_unavailable(login_kind kind);
/* A password as crypt(3) makes it, into `out`; false when that fails. salt: NULL for one of our own, or the beginning
 * of one, such as "$6$". */
bool login_encrypt(const char *password, const char *salt, char *out, int size);
/* Whether they may talk. */
bool login_check(const login *login, const char *user, const char *password);
/* Asks at the terminal, without showing what is typed; false when there is none. */
bool login_prompt(const char *question, char *out, int size);
