/* fast.c - reading quantities of an analysis without ctypes: the module torsor_fast, built where Python's headers are.
 *
 *     reader = torsor_fast.Reader(address of torsor_get_at, address of the analysis, locked, create, indices)
 *     reader.get(name)  a number or an array; None if the slow path must be taken
 *     reader.close()    the analysis ends
 *
 * `locked` tells whether a call of the library is at work, `create` returns an array of n numbers and a function
 * that copies it, `indices` has the
 * index and the size of each name that was read before. All of them run without giving up the interpreter lock, so that
 * nobody can end the analysis between the question and the call.
 *
 * Numbers are read into one array for each size, and a copy of it is returned: to find the memory of an array costs
 * more than to copy it. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef int get_function(void *analysis, int which, double *values, int size);

enum { MOST_SIZES = 8 };

/* The array of a size, its numbers, and the function that copies it. */
typedef struct {
    long size;
    Py_buffer view;
    PyObject *copy;
} scratch;

typedef struct {
    PyObject ob_base;
    get_function *get;
    void *analysis; /* NULL: ended */
    PyObject *locked, *create, *indices;
    scratch arrays[MOST_SIZES];
    int n_arrays;
} reader;

static int reader_traverse(PyObject *self, visitproc visit, void *arg)
{
    const reader *of = (const reader *)self;
    Py_VISIT(of->locked);
    Py_VISIT(of->create);
    Py_VISIT(of->indices);
    for (int i = 0; i < of->n_arrays; i++) {
        Py_VISIT(of->arrays[i].view.obj);
        Py_VISIT(of->arrays[i].copy);
    }
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static int reader_clear(PyObject *self)
{
    reader *of = (reader *)self;
    Py_CLEAR(of->locked);
    Py_CLEAR(of->create);
    Py_CLEAR(of->indices);
    while (of->n_arrays > 0) {
        scratch *last = &of->arrays[--of->n_arrays];
        PyBuffer_Release(&last->view);
        Py_CLEAR(last->copy);
    }
    return 0;
}

static void reader_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    reader_clear(self);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

static int reader_init(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    reader *to = (reader *)self;
    unsigned long long get, analysis;
    PyObject *locked, *create, *indices;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "KKOOO!", &get, &analysis, &locked, &create, &PyDict_Type, &indices))
        return -1;
    to->get = (get_function *)(uintptr_t)get;
    to->analysis = (void *)(uintptr_t)analysis;
    to->locked = Py_NewRef(locked);
    to->create = Py_NewRef(create);
    to->indices = Py_NewRef(indices);
    return 0;
}

/* Returns whether a call may be made now. */
static int reader_is_free(const reader *of)
{
    PyObject *is_locked = of->analysis ? PyObject_CallNoArgs(of->locked) : NULL;
    Py_XDECREF(is_locked);
    return is_locked == Py_False;
}

/* Adds the array of a size; NULL: there are too many, or an error is set. */
static scratch *add_scratch(reader *of, PyObject *size)
{
    if (of->n_arrays == MOST_SIZES)
        return NULL;
    scratch *to = &of->arrays[of->n_arrays];
    PyObject *pair = PyObject_CallFunctionObjArgs(of->create, size, NULL);
    to->copy = pair ? Py_XNewRef(PyTuple_GetItem(pair, 1)) : NULL;
    const int failed = !to->copy || PyObject_GetBuffer(PyTuple_GetItem(pair, 0), &to->view, PyBUF_WRITABLE) != 0;
    Py_XDECREF(pair);
    if (failed) {
        Py_CLEAR(to->copy);
        return NULL;
    }
    to->size = PyLong_AsLong(size);
    of->n_arrays++;
    return to;
}

static PyObject *read_array(reader *of, int which, PyObject *size)
{
    const long n = PyLong_AsLong(size);
    scratch *to = NULL;
    for (int i = 0; i < of->n_arrays && !to; i++)
        to = of->arrays[i].size == n ? &of->arrays[i] : NULL;
    to = to ? to : add_scratch(of, size);
    if (PyErr_Occurred())
        return NULL;
    if (to && of->get(of->analysis, which, to->view.buf, (int)n) == 0)
        return PyObject_CallNoArgs(to->copy);
    Py_RETURN_NONE;
}

static PyObject *reader_get(PyObject *self, PyObject *name)
{
    reader *of = (reader *)self;
    double number;
    PyObject *known = PyDict_GetItemWithError(of->indices, name);
    if (!known && PyErr_Occurred())
        return NULL;
    if (!known || !reader_is_free(of)) {
        PyErr_Clear();
        Py_RETURN_NONE;
    }
    PyObject *size = PyTuple_GetItem(known, 1);
    const int which = (int)PyLong_AsLong(PyTuple_GetItem(known, 0));
    if (PyLong_AsLong(size) != 1)
        return read_array(of, which, size);
    if (of->get(of->analysis, which, &number, 1) == 0)
        return PyFloat_FromDouble(number);
    Py_RETURN_NONE;
}

static PyObject *reader_close(PyObject *self, PyObject *unused)
{
    (void)unused;
    ((reader *)self)->analysis = NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"get", reader_get, METH_O, "The value of a quantity by its name, or None."},
    {"close", reader_close, METH_NOARGS, "The analysis ends."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_doc, "Reads quantities of an analysis by name."},
    {Py_tp_init, reader_init},
    {Py_tp_dealloc, reader_free},
    {Py_tp_traverse, reader_traverse},
    {Py_tp_clear, reader_clear},
    {Py_tp_methods, methods},
    {0, NULL},
};
static PyType_Spec spec = {
    .name = "torsor_fast.Reader",
    .basicsize = sizeof(reader),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT, .m_name = "torsor_fast", .m_doc = "Fast reading of quantities.", .m_size = -1};

PyMODINIT_FUNC PyInit_torsor_fast(void);

PyMODINIT_FUNC PyInit_torsor_fast(void)
{
    PyObject *made = PyModule_Create(&module), *type = PyType_FromSpec(&spec);
    if (!made || !type || PyModule_AddObjectRef(made, "Reader", type) != 0)
        Py_CLEAR(made);
    Py_XDECREF(type);
    return made;
}
