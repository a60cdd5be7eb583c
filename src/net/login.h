/* login.h - authentication: none, a password, PAM or SASL. Libraries are loaded at their first use.
 *
 * Passwords are compared in a time that does not depend on where they differ. */
#pragma once
#include <stdbool.h>

typedef enum { LOGIN_NONE, LOGIN_PASSWORD, LOGIN_PAM, LOGIN_SASL } login_kind;

typedef struct {
    login_kind kind;
    const char *user;   /* NULL: any that the library accepts; PAM: the user that runs the program */
    const char *stored; /* password as encrypted by crypt(3) */
} login;

/* Returns NULL, or the reason why the kind is not available. */
const char *login_unavailable(login_kind kind);
/* Encrypts a password by crypt(3) into `out`; returns false on failure. salt: NULL for a random one, or the beginning
 * of one, such as "$6$". */
bool login_encrypt(const char *password, const char *salt, char *out, int size);
/* Returns whether access is granted. */
bool login_check(const login *login, const char *user, const char *password);
/* Prompts at the terminal, without showing the input; returns false if there is none. */
bool login_prompt(const char *question, char *out, int size);
