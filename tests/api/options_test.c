/* options_test.c - options of callers that are older or newer than the library. */
#include "client.h"

typedef struct {
    torsor_options known;
    int added_later;
} newer_options;

static bool is_refused(const torsor_options *options)
{
    torsor_model *model = open_words(FREE_BODY, options);
    const bool is_good = torsor_is_good(model);
    assert_int_equal(torsor_message_count(model), is_good ? 0 : 1);
    if (!is_good)
        assert_string_equal(torsor_message_at(model, 0).code, "E0762");
    torsor_close(model);
    return !is_good;
}

static void options_without_size_are_refused(void **state)
{
    (void)state;
    assert_true(is_refused(&(torsor_options){.settable = true}));
    torsor_model *model = open_good(FREE_BODY, NULL);
    torsor_analysis *analysis = torsor_begin(model, &(torsor_analysis_options){.may_restore = true});
    assert_int_equal(torsor_state(analysis), TORSOR_MISUSE);
    torsor_end(analysis);
    torsor_status status;
    torsor_free(torsor_pod(&(torsor_pod_options){.result = "nowhere"}, &status));
    assert_int_equal(status, TORSOR_MISUSE);
    assert_null(torsor_mesh(&(torsor_mesh_options){.mesh = "nowhere"}, &status));
    assert_int_equal(status, TORSOR_MISUSE);
    torsor_close(model);
}

/* What lies behind the size that an older caller states is not looked at. */
static void members_an_older_caller_lacks_are_zero(void **state)
{
    (void)state;
    const torsor_definition wrong = {"nobody", "1 +"};
    const torsor_options options = {
        .size = offsetof(torsor_options, limits), .limits = &wrong, .n_limits = 1, .sandbox = true};
    assert_false(is_refused(&options));
}

static void members_a_newer_caller_has_must_be_zero(void **state)
{
    (void)state;
    assert_false(is_refused(&(newer_options){.known = {.size = sizeof(newer_options)}}.known));
    assert_true(is_refused(&(newer_options){.known = {.size = sizeof(newer_options)}, .added_later = 1}.known));
}

static void defaults_fill_what_the_caller_has(void **state)
{
    (void)state;
    torsor_mesh_options whole = {.size = sizeof whole};
    torsor_mesh_options part = {.size = offsetof(torsor_mesh_options, scale), .scale = -1};
    torsor_mesh_defaults(&whole);
    torsor_mesh_defaults(&part);
    assert_true(whole.size == sizeof whole && whole.scale == 1.0 && whole.time == 1.0);
    assert_true(part.time == 1.0 && part.scale == -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_without_size_are_refused),
        cmocka_unit_test(members_an_older_caller_lacks_are_zero),
        cmocka_unit_test(members_a_newer_caller_has_must_be_zero),
        cmocka_unit_test(defaults_fill_what_the_caller_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
