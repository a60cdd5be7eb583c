/* login_test.c - passwords as crypt(3) makes them: the right one alone is taken. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "net/login.h"
#include <string.h>

/* A vector of the specification of SHA-crypt (Drepper, 2008). */
static const char HELLO[] =
    "$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1";

static void known_password(void **unused)
{
    (void)unused;
    if (login_unavailable(LOGIN_PASSWORD))
        skip();
    const login login = {.kind = LOGIN_PASSWORD, .user = "me", .stored = HELLO};
    assert_true(login_check(&login, "me", "Hello world!"));
    assert_false(login_check(&login, "me", "Hello world"));
    assert_false(login_check(&login, "me", ""));
    assert_false(login_check(&login, "you", "Hello world!"));
    assert_false(login_check(&login, "", "Hello world!"));
}

static void password_of_our_own(void **unused)
{
    (void)unused;
    char made[256], other[256];
    if (login_unavailable(LOGIN_PASSWORD))
        skip();
    assert_true(login_encrypt("secret", NULL, made, sizeof made));
    assert_true(login_encrypt("secret", "$1$", other, sizeof other));
    assert_string_not_equal(made, other);
    assert_memory_equal(made, "$6$", 3);
    assert_memory_equal(other, "$1$", 3);
    const login login = {.kind = LOGIN_PASSWORD, .user = "me", .stored = made};
    assert_true(login_check(&login, "me", "secret"));
    assert_false(login_check(&login, "me", "Secret"));
    assert_false(login_encrypt("secret", NULL, made, 8));
}

static void libraries_refuse_who_they_do_not_know(void **unused)
{
    (void)unused;
    const login pam = {.kind = LOGIN_PAM, .user = "nobody at all"}, sasl = {.kind = LOGIN_SASL},
                none = {.kind = LOGIN_NONE};
    assert_false(login_check(&pam, "nobody at all", "x"));
    assert_false(login_check(&sasl, "nobody at all", "x"));
    assert_true(login_check(&none, "", ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_password),
        cmocka_unit_test(password_of_our_own),
        cmocka_unit_test(libraries_refuse_who_they_do_not_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
