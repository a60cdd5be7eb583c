/* threads_test.c - models and analyses in threads of their own give the numbers they give alone. */
#include "client.h"
#include <pthread.h>

enum { STEPS = 40, WORKERS = 4, SIZE = 64 };

static const char *const CASES[] = {"friction/brake-modlugre",    "beam/beam3-curved-arc", "mechanism/slider-crank",
                                    "modal/clamped-private-data", "hydraulic/minor-loss",  "drive/file-variable-step",
                                    "solver/linear-lapack",       "solver/linear-qr"};

/* What one thread does: its steps, and the sum of the bits of all quantities after each. */
typedef struct {
    torsor_model *model; /* NULL: opens its own */
    const char *path;
    uint64_t bits;
    int steps;
} worker;

static uint64_t add_bits(uint64_t sum, const double *numbers, int n)
{
    for (int i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, numbers + i, sizeof bits);
        sum = (sum ^ bits) * 1099511628211u;
    }
    return sum;
}

static void add_all(worker *worker, torsor_analysis *analysis)
{
    double numbers[SIZE];
    for (int i = 0; i < torsor_quantity_count(analysis); i++) {
        const int size = torsor_quantity_at(analysis, i).size;
        if (size <= SIZE && torsor_get_at(analysis, i, numbers, size) == TORSOR_OK)
            worker->bits = add_bits(worker->bits, numbers, size);
    }
}

static void *work(void *on)
{
    worker *worker = on;
    torsor_model *model = worker->model ? worker->model : torsor_open(worker->path, NULL);
    torsor_analysis *analysis =
        torsor_begin(model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .may_restore = true});
    torsor_snapshot *snapshot = torsor_snapshot_take(analysis);
    for (worker->steps = 0; worker->steps < STEPS && torsor_step(analysis) == TORSOR_OK; worker->steps++)
        add_all(worker, analysis);
    if (torsor_restore(analysis, snapshot) == TORSOR_OK && torsor_step(analysis) == TORSOR_OK)
        add_all(worker, analysis);
    torsor_snapshot_free(snapshot);
    torsor_end(analysis);
    if (!worker->model)
        torsor_close(model);
    return NULL;
}

static void work_together(worker *all, int n)
{
    pthread_t threads[WORKERS];
    for (int i = 0; i < n; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &all[i]), 0);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
}

static const char *path_of(int i, char path[512])
{
    snprintf(path, 512, "%s/cases/%s/model.mbd", TEST_FOLDER, CASES[i]);
    return path;
}

static worker alone(int i)
{
    char path[512];
    worker worker = {.path = path_of(i, path)};
    work(&worker);
    assert_true(worker.steps > 1);
    return worker;
}

static void assert_as_alone(const worker *w, const worker *wanted)
{
    assert_int_equal(w->steps, wanted->steps);
    assert_true(w->bits == wanted->bits);
}

static void models_in_threads(void **state)
{
    char path[WORKERS][512];
    const int n = (int)(sizeof CASES / sizeof *CASES);
    (void)state;
    for (int first = 0; first < n; first++) {
        worker all[WORKERS] = {0};
        for (int i = 0; i < WORKERS; i++)
            all[i].path = path_of((first + i) % n, path[i]);
        work_together(all, WORKERS);
        for (int i = 0; i < WORKERS; i++) {
            const worker wanted = alone((first + i) % n);
            assert_as_alone(&all[i], &wanted);
        }
    }
}

static void analyses_of_one_model(void **state)
{
    char path[512];
    (void)state;
    for (int k = 0; k < (int)(sizeof CASES / sizeof *CASES); k++) {
        const worker wanted = alone(k);
        torsor_model *model = torsor_open(path_of(k, path), NULL);
        worker all[WORKERS] = {{.model = model}, {.model = model}, {.model = model}, {.model = model}};
        work_together(all, WORKERS);
        for (int i = 0; i < WORKERS; i++)
            assert_as_alone(&all[i], &wanted);
        torsor_close(model);
    }
}

/* Analyses that fail, each with its messages. */
static void *fail_alone(void *on)
{
    torsor_analysis *analysis = torsor_begin(on, NULL);
    const bool ok = torsor_state(analysis) == TORSOR_ERROR && torsor_analysis_message_count(analysis) > 0 &&
                    strlen(torsor_analysis_message_at(analysis, 0).rendered) > 20;
    torsor_end(analysis);
    return ok ? on : NULL;
}

static void failures_in_threads(void **state)
{
    pthread_t threads[WORKERS];
    (void)state;
    torsor_model *model =
        open_good(PROBLEM("1") "begin: control data; structural nodes: 1; joints: 2; end: control data;\n"
                               "begin: nodes; structural: 1, static, null, eye, null, null; end: nodes;\n"
                               "begin: elements; joint: 1, clamp, 1, node, node; joint: 2, clamp, 1, 1., 0., 0., eye;\n"
                               "end: elements;\n",
                  NULL);
    for (int i = 0; i < WORKERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, fail_alone, model), 0);
    for (int i = 0; i < WORKERS; i++) {
        void *ok;
        pthread_join(threads[i], &ok);
        assert_non_null(ok);
    }
    torsor_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_in_threads),
        cmocka_unit_test(analyses_of_one_model),
        cmocka_unit_test(failures_in_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
