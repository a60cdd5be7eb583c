/* user_python.c - elements written in Python.
 *
 *     element ::= user defined : LABEL , python , "FILE.py" , CLASS , ARGUMENTS ;
 *
 * Python builds the table of torsor/module.h for a class, with callbacks written in Python
 * (python/torsor/element.py); from then on the element is like that of any module. The interpreter is the one that
 * the program runs in, or libpython, which is loaded when the first such element is read. */
#include "base/array.h"
#include "base/shared_library.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include "model/user/inside.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Request to Python; python/torsor/element.py declares the same structure. */
typedef struct {
    const char *file, *class_name;
    const torsor_host *host;
    const torsor_element_type *type; /* the result; NULL: failed */
    char why[512];
} python_request;

typedef struct {
    int (*is_initialized)(void);
    void (*initialize)(int);
    void *(*save_thread)(void);
    int (*ensure)(void);
    void (*release)(int);
    int (*run)(const char *, void *);
} python_api;

static bool find_all(void *library, python_api *python_api)
{
    return shared_library_find(library, "Py_IsInitialized", &python_api->is_initialized) &&
           shared_library_find(library, "Py_InitializeEx", &python_api->initialize) &&
           shared_library_find(library, "PyEval_SaveThread", &python_api->save_thread) &&
           shared_library_find(library, "PyGILState_Ensure", &python_api->ensure) &&
           shared_library_find(library, "PyGILState_Release", &python_api->release) &&
           shared_library_find(library, "PyRun_SimpleStringFlags", &python_api->run);
}

/* Python extensions look for its symbols among the global ones. */
static void *open_library(const char *named)
{
    enum { NEWEST = 30, OLDEST = 9 };
    if (named)
        return dlopen(named, RTLD_NOW | RTLD_GLOBAL);
    void *library = NULL;
    for (int minor = NEWEST; !library && minor >= OLDEST; minor--) {
        char name[64];
        snprintf(name, sizeof name, "libpython3.%d.so.1.0", minor);
        library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    }
    return library;
}

/* The interpreter remains for the rest of the process, because it cannot be started twice. */
static const python_api *python(const char *named)
{
    static python_api api;
    static bool is_there;
    if (is_there)
        return &api;
    if (!find_all(dlopen(NULL, RTLD_LAZY), &api)) {
        void *library = open_library(named);
        if (!library || !find_all(library, &api))
            return NULL;
    }
    if (!api.is_initialized()) {
        api.initialize(0);
        api.save_thread();
    }
    is_there = true;
    return &api;
}

static void user_python_ask(const python_api *python_api, python_request *request)
{
    char code[512];
    snprintf(code, sizeof code,
             "try:\n"
             "    import torsor.element\n"
             "    torsor.element.make(%llu)\n"
             "except BaseException as error:\n"
             "    import ctypes\n"
             "    words = f'{type(error).__name__}: {error}'.encode()[:%zu] + b'\\0'\n"
             "    ctypes.memmove(%llu, words, len(words))\n",
             (unsigned long long)(size_t)request, sizeof request->why - 1, (unsigned long long)(size_t)request->why);
    const int lock = python_api->ensure();
    if (python_api->run(code, NULL) != 0 && !request->why[0])
        snprintf(request->why, sizeof request->why, "Python failed");
    python_api->release(lock);
}

/* Version of torsor/module.h for which python/torsor/element.py writes its tables. */
enum { PACKAGE_VERSION = 1 };

const elem_type *user_python_type(reader *reader)
{
    reader_set_help(reader, "user defined: LABEL, python, \"FILE.py\", CLASS, ARGUMENTS");
    read_skip(reader);
    const source_location location = read_place(reader);
    const char *file = read_filename(reader, "file of the class");
    const char *class_name = read_bare_string(reader, "class");
    if (!read_ok(reader) || !reader_allows(reader, "Python"))
        return NULL;
    const python_api *python_api = python(reader_variable(reader, "TORSOR_PYTHON_LIBRARY"));
    if (!python_api) {
        read_error(reader, E_USER_PYTHON, location, "no library of Python (libpython3) is installed");
        diag_hint(reader_diag(reader), "install it, or name it in the environment variable TORSOR_PYTHON_LIBRARY");
        return NULL;
    }
    python_request request = {.file = file, .class_name = class_name, .host = &user_host};
    user_python_ask(python_api, &request);
    if (!request.type) {
        read_error(reader, E_USER_PYTHON, location,
                   request.why[0] ? request.why : "the package 'torsor' is not installed for it");
        return NULL;
    }
    return user_element_type(reader_arena(reader), request.type, PACKAGE_VERSION);
}
