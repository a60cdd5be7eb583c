/* client.h - decks and short words for programs that test the library as its clients use it. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "torsor/torsor.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Steps of 1 ms up to the final time; the method is of second order. */
#define PROBLEM(final)                                                                                             \
    "begin: data; problem: initial value; end: data;\n"                                                            \
    "begin: initial value; initial time: 0; final time: " final ";\n"                                              \
    "time step: 1e-3; method: crank nicolson; max iterations: 20; tolerance: 1e-9; derivatives tolerance: 1e-6;\n" \
    "end: initial value;\n"

/* A body of M = 2 kg, J = 0.1 kg m^2, that nothing holds; drive 7 is a force along x. */
#define FREE_BODY                                                                                                \
    "set: real M = 2.; set: real push = 0.;\n" PROBLEM(                                                          \
        "1") "begin: control data; structural nodes: 1; rigid bodies: 1; forces: 2; parameter nodes: 1; output " \
             "units: MKS;\n"                                                                                     \
             "end: control data;\n"                                                                              \
             "begin: nodes; structural: 1, dynamic, null, eye, null, null; parameter: 5, 0.; end: nodes;\n"      \
             "begin: elements; drive caller: 7, const, 0.; body: 1, 1, M, null, diag, .1, .1, .1;\n"             \
             "force: 1, absolute, 1, position, null, 1., 0., 0., reference, 7;\n"                                \
             "force: 2, absolute, 1, position, null, 0., 1., 0., string, \"push\"; end: elements;\n"

/* A pendulum of 1 m and 1 kg (a point) at rest, horizontal; the node moves in the plane of x and z. */
#define PENDULUM                                                                                                   \
    "set: real L = 1.;\n" PROBLEM(                                                                                 \
        "2") "begin: control data; structural nodes: 2; rigid bodies: 1; joints: 2; gravity; output units: MKS;\n" \
             "end: control data;\n"                                                                                \
             "begin: nodes; structural: 1, static, null, eye, null, null;\n"                                       \
             "structural: 2, dynamic, L, 0., 0., eye, null, null; end: nodes;\n"                                   \
             "begin: elements; joint: 1, clamp, 1, node, node;\n"                                                  \
             "joint: 2, revolute hinge, 1, position, null, orientation, 3, 0., 1., 0., 1, 1., 0., 0.,\n"           \
             "2, position, -L, 0., 0., orientation, 3, 0., 1., 0., 1, 1., 0., 0.;\n"                               \
             "body: 2, 2, 1., null, diag, 1e-6, 1e-6, 1e-6; gravity: uniform, 0., 0., -1., const, 9.81; end: "     \
             "elements;\n"

static inline torsor_model *open_words(const char *words, const torsor_options *options)
{
    torsor_model *model = torsor_open_text("deck", words, strlen(words), options);
    assert_non_null(model);
    return model;
}

/* A deck without errors. */
static inline torsor_model *open_good(const char *words, const torsor_options *options)
{
    torsor_model *model = open_words(words, options);
    if (!torsor_has_problem(model))
        fail_msg("%s", torsor_message_at(model, 0).rendered);
    return model;
}

static inline torsor_analysis *begin_good(torsor_model *model, const torsor_analysis_options *options)
{
    torsor_analysis *analysis = torsor_begin(model, options);
    assert_non_null(analysis);
    if (torsor_state(analysis) != TORSOR_OK)
        fail_msg("%s", torsor_analysis_message_at(analysis, 0).rendered);
    return analysis;
}

static inline void assert_near(double found, double wanted, double by)
{
    if (!(fabs(found - wanted) <= by))
        fail_msg("%.17g instead of %.17g", found, wanted);
}

/* A folder of one's own, removed by remove_folder with what is in it. */
static inline const char *make_folder(char *folder, size_t workspace)
{
    snprintf(folder, workspace, "/tmp/torsor-library-XXXXXX");
    assert_non_null(mkdtemp(folder));
    return folder;
}

static inline void remove_folder(const char *folder)
{
    char command[256];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}
