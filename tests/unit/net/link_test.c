/* link_test.c - messages over sockets: whole, in time, from one peer alone. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "net/link.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const net_patience SHORT = {.seconds = 0.05}, LONG = {.seconds = 5};
static char path[64];

static net_address at_path(bool creates)
{
    snprintf(path, sizeof path, "/tmp/torsor-link-%ld", (long)getpid());
    return (net_address){.path = path, .creates = creates};
}

/* Both ends of a connection. */
static void meet(net_address address, net_link *here, net_link *there)
{
    net_address b = address;
    b.creates = false;
    assert_int_equal(net_open(here, &address), NET_OK);
    assert_int_equal(net_open(there, &b), NET_OK);
    assert_int_equal(net_meet(there, &b, &LONG), NET_OK);
    assert_int_equal(net_meet(here, &address, &LONG), NET_OK);
}

static void messages_are_whole(void **unused)
{
    (void)unused;
    const net_address kinds[] = {at_path(true), {.port = 9931, .creates = true}};
    for (int i = 0; i < 2; i++) {
        net_link here, there;
        char got[8] = "";
        meet(kinds[i], &here, &there);
        assert_int_equal(net_send(&there, "abc", 3, &LONG), NET_OK);
        assert_int_equal(net_send(&there, "defgh", 5, &LONG), NET_OK);
        assert_int_equal(net_receive(&here, got, 8, &LONG), NET_OK);
        assert_memory_equal(got, "abcdefgh", 8);
        assert_int_equal(net_send(&there, "abc", 3, &LONG), NET_OK);
        assert_int_equal(net_receive(&here, got, 8, &SHORT), NET_SILENT);
        assert_int_equal(here.got, 3);
        net_hang_up(&there);
        assert_int_equal(net_receive(&here, got, 8, &LONG), NET_CLOSED);
        net_close(&here, &kinds[i]);
    }
    assert_int_equal(access(path, F_OK), -1);
}

static void datagrams_have_their_length(void **unused)
{
    (void)unused;
    const net_address address = {.port = 9932, .creates = true, .is_datagram = true};
    net_link here, there;
    char got[8];
    meet(address, &here, &there);
    assert_false(net_has(&here, 4));
    assert_int_equal(net_send(&there, "abcd", 4, &LONG), NET_OK);
    assert_int_equal(net_receive(&here, got, 4, &LONG), NET_OK);
    assert_int_equal(net_send(&there, "abcd", 4, &LONG), NET_OK);
    assert_int_equal(net_receive(&here, got, 8, &LONG), NET_CUT);
    net_close(&here, &address);
    net_close(&there, &address);
}

static void one_peer_is_served(void **unused)
{
    (void)unused;
    const net_address a = at_path(true);
    net_address b = a;
    b.creates = false;
    net_link here, there, other = net_none();
    struct stat file;
    meet(a, &here, &there);
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    assert_int_equal(net_meet(&other, &b, &SHORT), NET_SILENT);
    net_close(&there, &b);
    net_close(&here, &a);
}

static void nobody_is_waited_for_in_vain(void **unused)
{
    (void)unused;
    const net_address address = at_path(true), wrong = {.host = "no such host.", .port = 1};
    net_link here, there = net_none();
    assert_int_equal(net_open(&here, &address), NET_OK);
    assert_int_equal(net_meet(&here, &address, &SHORT), NET_SILENT);
    net_link again;
    assert_int_equal(net_open(&again, &address), NET_FAILED);
    assert_int_equal(again.error, EADDRINUSE);
    net_close(&here, &address);
    assert_int_equal(net_meet(&there, &wrong, &SHORT), NET_FAILED);
    assert_non_null(net_reason(&there, NET_FAILED));
}

static bool yes(void *unused)
{
    (void)unused;
    return true;
}

static void whoever_is_to_stop_stops(void **unused)
{
    (void)unused;
    const net_address address = at_path(true);
    const net_patience stopped = {.seconds = 60, .stop = yes};
    net_link here;
    assert_int_equal(net_open(&here, &address), NET_OK);
    assert_int_equal(net_meet(&here, &address, &stopped), NET_STOPPED);
    net_close(&here, &address);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_whole),       cmocka_unit_test(datagrams_have_their_length),
        cmocka_unit_test(one_peer_is_served),       cmocka_unit_test(nobody_is_waited_for_in_vain),
        cmocka_unit_test(whoever_is_to_stop_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
