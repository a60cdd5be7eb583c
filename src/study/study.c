/* study.c - a study: its folder, the keys of its cases, who solves which.
 *
 *     FOLDER/plan                      path of the plan, so that no other study uses the folder
 *     FOLDER/claims                    locks (claims.h)
 *     FOLDER/cases/KE/KEY.toml         what a case has given (case_record.h)
 *     FOLDER/results/KEY.*             its result files, if they are kept
 *     FOLDER/results.csv, .nc, times.csv
 *
 * The key of a case is the hash of everything that determines it except files: version of the library, names and values
 * of its variables, options, outputs and checks. The record lists the files that were read with their hashes: a case is
 * solved again when one of them has changed. */
#include "api/guard.h"
#include "api/options.h"
#include "base/whole_file.h"
#include "study/claims.h"
#include "study/diag_rows.h"
#include "study/study_internals.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const source_location NOWHERE = {0, 0, 0};

/* --- cases -------------------------------------------------------------------------------------------------------- */

int study_definitions(const torsor_study *study, int index, arena *memory, torsor_definition **definitions)
{
    const plan *plan = &study->plan;
    const char **values = ARENA_ARRAY(memory, const char *, plan->variables.n);
    int n = study->open.n_definitions;
    plan_case(plan, study->points, index, memory, values);
    *definitions = ARENA_ARRAY(memory, torsor_definition, n + plan->variables.n);
    if (n > 0)
        memcpy(*definitions, study->open.definitions, (size_t)n * sizeof **definitions);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < plan->variables.n; i++)
            if (plan->variables.items[i].is_expression == (pass == 1))
                (*definitions)[n++] = (torsor_definition){plan->variables.items[i].name, values[i]};
    return n;
}

static void hash_numbers(content_hash *hash, const double *numbers, int n)
{
    content_hash_add(hash, numbers, (size_t)n * sizeof *numbers);
}

const char *study_key(const torsor_study *study, int index, arena *memory)
{
    content_hash hash = content_hash_begin();
    torsor_definition *definitions;
    const int n = study_definitions(study, index, memory, &definitions);
    content_hash_string(&hash, torsor_version());
    for (int i = 0; i < n; i++) {
        content_hash_string(&hash, definitions[i].name);
        content_hash_string(&hash, definitions[i].value);
    }
    for (int i = 0; i < study->plan.outputs.n; i++) {
        const plan_output *output = &study->plan.outputs.items[i];
        content_hash_string(&hash, output->name);
        content_hash_string(&hash, output->quantity);
        hash_numbers(&hash, (double[]){output->start, output->end, output->exponent, output->cycles, output->ultimate},
                     5);
    }
    for (int i = 0; i < study->plan.checks.n; i++) {
        const plan_check *check = &study->plan.checks.items[i];
        content_hash_string(&hash, check->name);
        hash_numbers(&hash, (double[]){check->above, check->below}, 2);
    }
    const bool flags[] = {study->open.sandbox, study->plan.keeps_results};
    content_hash_add(&hash, flags, sizeof flags);
    char shown[CONTENT_HASH_SIZE];
    content_hash_show(&hash, shown);
    return arena_string(memory, shown, CONTENT_HASH_SIZE - 1);
}

const char *study_record_path(const torsor_study *study, const char *key, arena *memory)
{
    return arena_printf(memory, "%s/cases/%.2s/%s.toml", study->folder, key, key);
}

const char *study_file_hash(torsor_study *study, const char *path)
{
    char hash[CONTENT_HASH_SIZE];
    int index = name_map_find(&study->files, path, strlen(path));
    if (index == HASH_NONE) {
        const bool is_read = content_hash_file(path, hash);
        index = study->hashes.n;
        array_push(&study->hashes, is_read ? arena_string(study->memory, hash, CONTENT_HASH_SIZE - 1) : NULL);
        name_map_put(&study->files, arena_string(study->memory, path, strlen(path)), index);
    }
    return study->hashes.items[index];
}

static bool is_up_to_date(torsor_study *study, const case_record *record, const char *key)
{
    bool ok = strcmp(record->key, key) == 0;
    for (int i = 0; ok && i < record->files.n; i++) {
        const char *hash = study_file_hash(study, record->files.items[i]);
        ok = hash && strcmp(hash, record->hashes.items[i]) == 0;
    }
    return ok;
}

torsor_case_state study_load(torsor_study *study, int index, case_record *record, arena *memory)
{
    const char *key = study_key(study, index, memory);
    const bool is_there =
        case_record_read(record, study_record_path(study, key, memory), study->plan.outputs.n, memory);
    return is_there && is_up_to_date(study, record, key) ? record->state : TORSOR_CASE_OPEN;
}

/* --- solving ------------------------------------------------------------------------------------------------------ */

static bool store(torsor_study *study, const case_record *record, arena *memory)
{
    const char *path = study_record_path(study, record->key, memory);
    char *folder = arena_string(memory, path, (size_t)(strrchr(path, '/') - path));
    const char *why = mkdir(folder, 0777) == 0 || errno == EEXIST ? case_record_write(record, path) : strerror(errno);
    if (why)
        diag_report(study->errors, E_STUDY_WRITE, NOWHERE, path, why);
    return !why;
}

typedef struct {
    torsor_study *study;
    int index, signal;
    torsor_case_state state;
    arena *memory;
} work;

static void study_work_load(void *on)
{
    work *work = on;
    case_record record;
    work->memory = arena_create();
    work->state = study_load(work->study, work->index, &record, work->memory);
    case_record_free(&record);
}

static void solve_claimed(work *work)
{
    case_record record;
    case_record_begin(&record, study_key(work->study, work->index, work->memory), work->study->plan.outputs.n,
                      work->memory);
    work->state = TORSOR_CASE_OPEN;
    if (study_run_case(work->study, work->index, &record, work->memory) && store(work->study, &record, work->memory))
        work->state = record.state;
    case_record_free(&record);
}

/* A case may have been solved by another process between looking and claiming: the claim comes first. */
static void study_work_solve(void *on)
{
    work *work = on;
    torsor_study *study = work->study;
    const claim_outcome outcome = claims_take(study->claims, work->index);
    work->state = outcome == CLAIM_TAKEN ? TORSOR_CASE_TAKEN : TORSOR_CASE_OPEN;
    if (outcome == CLAIM_IMPOSSIBLE)
        diag_report(study->errors, E_STUDY_CLAIM, NOWHERE, study->folder, strerror(errno));
    if (outcome != CLAIM_MINE)
        return;
    study_work_load(work);
    if (work->state == TORSOR_CASE_OPEN)
        solve_claimed(work);
    claims_release(study->claims, work->index);
}

static void study_work_reopen(void *on)
{
    work *work = on;
    study_work_load(work);
    const char *key = study_key(work->study, work->index, work->memory);
    if (work->state == TORSOR_CASE_FAILED && unlink(study_record_path(work->study, key, work->memory)) == 0)
        work->state = TORSOR_CASE_OPEN;
}

static void study_work_abandon(void *on)
{
    work *work = on;
    case_record record;
    work->memory = arena_create();
    case_record_begin(&record, study_key(work->study, work->index, work->memory), work->study->plan.outputs.n,
                      work->memory);
    array_push(&record.messages,
               arena_printf(work->memory, "the process that solved this case was ended by signal %d (%s)", work->signal,
                            strsignal(work->signal)));
    work->state = store(work->study, &record, work->memory) ? TORSOR_CASE_FAILED : TORSOR_CASE_OPEN;
    case_record_free(&record);
}

static torsor_case_state obey(torsor_study *study, int index, int signal, void (*execute)(void *on))
{
    work work = {.study = study, .index = index, .signal = signal, .state = TORSOR_CASE_OPEN};
    if (!study || index < 0 || index >= study->plan.n_cases)
        return TORSOR_CASE_OPEN;
    if (!guarded(execute, &work)) {
        claims_release(study->claims, index);
        return TORSOR_CASE_OPEN;
    }
    arena_destroy(work.memory);
    diag_flush(study->errors);
    return work.state;
}

torsor_case_state torsor_study_state(torsor_study *study, int index) { return obey(study, index, 0, study_work_load); }

torsor_case_state torsor_study_solve(torsor_study *study, int index) { return obey(study, index, 0, study_work_solve); }

torsor_case_state torsor_study_reopen(torsor_study *study, int index)
{
    return obey(study, index, 0, study_work_reopen);
}

torsor_case_state torsor_study_abandon(torsor_study *study, int index, int signal)
{
    return obey(study, index, signal, study_work_abandon);
}

/* --- the folder --------------------------------------------------------------------------------------------------- */

static bool make_folder(torsor_study *study, const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    diag_report(study->errors, E_STUDY_FOLDER, NOWHERE, path, strerror(errno));
    return false;
}

/* Writes the path of the plan to the folder, or compares it with the one that is there. */
static bool owns_folder(torsor_study *study)
{
    char before[4096], *own = realpath(study->plan.path, NULL);
    const char *path = arena_printf(study->memory, "%s/plan", study->folder), *why = NULL;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    const ssize_t n = file >= 0 ? read(file, before, sizeof before - 1) : -1;
    bool ok = own != NULL;
    if (file >= 0)
        close(file);
    if (ok && n >= 0) {
        before[n] = '\0';
        before[strcspn(before, "\n")] = '\0';
        ok = strcmp(before, own) == 0;
        if (!ok)
            diag_report(study->errors, E_STUDY_OTHER, NOWHERE, study->folder, before);
    } else if (ok) {
        const char *line = arena_printf(study->memory, "%s\n", own);
        why = whole_file_write(path, line, strlen(line));
    }
    if (why)
        diag_report(study->errors, E_STUDY_WRITE, NOWHERE, path, why);
    free(own);
    return ok && !why;
}

/* PLAN.toml has the folder PLAN.study. */
static const char *default_folder(const char *plan, arena *memory)
{
    const char *slash = strrchr(plan, '/'), *dot = strrchr(slash ? slash : plan, '.');
    const int length = dot ? (int)(dot - plan) : (int)strlen(plan);
    return arena_printf(memory, "%.*s.study", length, plan);
}

static bool open_folder(torsor_study *study)
{
    const char *folder =
        study->options.folder ? study->options.folder : default_folder(study->plan.path, study->memory);
    if (!make_folder(study, folder))
        return false;
    char *absolute = realpath(folder, NULL);
    study->folder = absolute ? arena_string(study->memory, absolute, strlen(absolute)) : folder;
    free(absolute);
    if (!owns_folder(study) || !make_folder(study, arena_printf(study->memory, "%s/cases", study->folder)) ||
        (study->plan.keeps_results && !make_folder(study, arena_printf(study->memory, "%s/results", study->folder))))
        return false;
    study->claims = claims_open(arena_printf(study->memory, "%s/claims", study->folder));
    if (study->claims < 0)
        diag_report(study->errors, E_STUDY_FOLDER, NOWHERE, study->folder, strerror(errno));
    return study->claims >= 0;
}

/* --- opening and closing ------------------------------------------------------------------------------------------ */

typedef struct {
    torsor_study *study;
    const char *report; /* path of a page; NULL: none */
    bool ok;
} opening;

static void study_open_all(void *on)
{
    opening *opening = on;
    torsor_study *study = opening->study;
    study->memory = arena_create();
    study->texts = sources_create();
    study->errors = diag_create(study->texts);
    study->received = (message_list){.on_message = study->open.message, .context = study->open.context};
    messages_open(&study->received, study->errors);
    const plan_additions additions = {.deck = study->options.deck,
                                      .outputs = study->options.outputs,
                                      .n_outputs = study->options.n_outputs,
                                      .keeps_results = study->options.keep_results};
    const char *path = arena_string(study->memory, study->options.plan, strlen(study->options.plan));
    opening->ok = plan_read(&study->plan, path, &additions, study->texts, study->memory, study->errors);
    if (opening->ok)
        study->points = plan_points(&study->plan);
    opening->ok = opening->ok && open_folder(study);
    diag_flush(study->errors);
}

torsor_study *torsor_study_open(const torsor_study_options *options)
{
    torsor_study *study = calloc(1, sizeof *study);
    opening opening = {.study = study};
    if (!study)
        return NULL;
    study->claims = -1;
    if (options_copy(&study->options, sizeof study->options, options) && study->options.plan &&
        options_copy(&study->open, sizeof study->open, study->options.open))
        opening.ok = guarded(study_open_all, &opening) && opening.ok;
    if (!opening.ok) {
        torsor_study_close(study);
        return NULL;
    }
    return study;
}

void torsor_study_close(torsor_study *study)
{
    if (!study)
        return;
    if (study->claims >= 0)
        close(study->claims);
    study_model_discard(study);
    plan_free(&study->plan);
    free(study->points);
    name_map_free(&study->files);
    array_free(&study->hashes);
    if (study->errors) {
        diag_flush(study->errors);
        diag_destroy(study->errors);
        messages_close(&study->received);
    }
    if (study->texts)
        sources_destroy(study->texts);
    arena_destroy(study->memory);
    free(study);
}

int torsor_study_count(const torsor_study *study) { return study ? study->plan.n_cases : 0; }

const char *torsor_study_folder(const torsor_study *study) { return study ? study->folder : ""; }

/* --- the tables --------------------------------------------------------------------------------------------------- */

static void study_collect_all(void *on)
{
    opening *opening = on;
    torsor_study *study = opening->study;
    claims_wait(study->claims, study->plan.n_cases); /* one process at a time writes the tables */
    opening->ok = study_write_tables(study, opening->report);
    claims_release(study->claims, study->plan.n_cases);
    diag_flush(study->errors);
}

torsor_status torsor_study_collect(torsor_study *study) { return torsor_study_report(study, NULL); }

torsor_status torsor_study_report(torsor_study *study, const char *path)
{
    opening opening = {.study = study, .report = path};
    if (!study)
        return TORSOR_MISUSE;
    return !guarded(study_collect_all, &opening) ? TORSOR_NO_MEMORY : opening.ok ? TORSOR_OK : TORSOR_ERROR;
}
