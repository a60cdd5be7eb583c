/* absent.c - functions of the standard that an exported model does not support: scheduled execution, clocks, other
 * types of values. All of them log an error. */
#include "fmu/instance.h"

static fmi3Status absent(const fmu *fmu, const char *what)
{
    return fmu_log(fmu, fmi3Error, "%s is not supported", what);
}

static fmi3Instance absent_refuse(fmi3InstanceEnvironment environment, fmi3LogMessageCallback *log, const char *what)
{
    absent(&(fmu){.environment = environment, .log = log, .logs = true}, what);
    return NULL;
}

/* NOLINTNEXTLINE(readability-function-size): the parameters of the standard */
fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                               fmi3Boolean visible, fmi3Boolean logs,
                                               fmi3InstanceEnvironment environment, fmi3LogMessageCallback *log,
                                               fmi3ClockUpdateCallback *update, fmi3LockPreemptionCallback *lock,
                                               fmi3LockPreemptionCallback *unlock)
{
    (void)name, (void)token, (void)resources, (void)visible, (void)logs, (void)update, (void)lock, (void)unlock;
    return absent_refuse(environment, log, "scheduled execution");
}

/* --- values of other types ---------------------------------------------------------------------------------------- */

#define NO_VALUES(name, type)                                                  \
    fmi3Status fmi3Get##name(FMI3_REFERENCES, type *values, size_t size)       \
    {                                                                          \
        (void)references, (void)n_references, (void)values, (void)size;        \
        return absent(instance, "a variable of type " #name);                  \
    }                                                                          \
    fmi3Status fmi3Set##name(FMI3_REFERENCES, const type *values, size_t size) \
    {                                                                          \
        (void)references, (void)n_references, (void)values, (void)size;        \
        return absent(instance, "a variable of type " #name);                  \
    }
NO_VALUES(Float32, fmi3Float32)
NO_VALUES(Int8, fmi3Int8)
NO_VALUES(UInt8, fmi3UInt8)
NO_VALUES(Int16, fmi3Int16)
NO_VALUES(UInt16, fmi3UInt16)
NO_VALUES(UInt32, fmi3UInt32)
NO_VALUES(Int64, fmi3Int64)
NO_VALUES(UInt64, fmi3UInt64)
NO_VALUES(String, fmi3String)

/* Defines a function with these further arguments, which are ignored. */
#define ABSENT(name, what, arguments, ...)                \
    fmi3Status name arguments                             \
    {                                                     \
        const void *const unused[] = {NULL, __VA_ARGS__}; \
        (void)unused;                                     \
        return absent(instance, what);                    \
    }
#define NO_REFERENCES references, &n_references
ABSENT(fmi3GetBinary, "a variable of type Binary", (FMI3_REFERENCES, size_t *sizes, fmi3Binary *values, size_t size),
       NO_REFERENCES, sizes, values, &size)
ABSENT(fmi3SetBinary, "a variable of type Binary",
       (FMI3_REFERENCES, const size_t *sizes, const fmi3Binary *values, size_t size), NO_REFERENCES, sizes, values,
       &size)
ABSENT(fmi3GetClock, "clock", (FMI3_REFERENCES, fmi3Clock *values), NO_REFERENCES, values)
ABSENT(fmi3SetClock, "clock", (FMI3_REFERENCES, const fmi3Clock *values), NO_REFERENCES, values)
ABSENT(fmi3GetIntervalDecimal, "clock", (FMI3_REFERENCES, fmi3Float64 *intervals, fmi3IntervalQualifier *how),
       NO_REFERENCES, intervals, how)
ABSENT(fmi3GetIntervalFraction, "clock",
       (FMI3_REFERENCES, fmi3UInt64 *counters, fmi3UInt64 *resolutions, fmi3IntervalQualifier *how), NO_REFERENCES,
       counters, resolutions, how)
ABSENT(fmi3GetShiftDecimal, "clock", (FMI3_REFERENCES, fmi3Float64 *shifts), NO_REFERENCES, shifts)
ABSENT(fmi3GetShiftFraction, "clock", (FMI3_REFERENCES, fmi3UInt64 *counters, fmi3UInt64 *resolutions), NO_REFERENCES,
       counters, resolutions)
ABSENT(fmi3SetIntervalDecimal, "clock", (FMI3_REFERENCES, const fmi3Float64 *intervals), NO_REFERENCES, intervals)
ABSENT(fmi3SetIntervalFraction, "clock", (FMI3_REFERENCES, const fmi3UInt64 *counters, const fmi3UInt64 *resolutions),
       NO_REFERENCES, counters, resolutions)
ABSENT(fmi3SetShiftDecimal, "clock", (FMI3_REFERENCES, const fmi3Float64 *shifts), NO_REFERENCES, shifts)
ABSENT(fmi3SetShiftFraction, "clock", (FMI3_REFERENCES, const fmi3UInt64 *counters, const fmi3UInt64 *resolutions),
       NO_REFERENCES, counters, resolutions)

/* --- the rest ----------------------------------------------------------------------------------------------------- */

ABSENT(fmi3GetNumberOfVariableDependencies, "list of dependencies",
       (fmi3Instance instance, fmi3ValueReference of, size_t *count), &of, count)
ABSENT(fmi3GetVariableDependencies, "list of dependencies",
       (fmi3Instance instance, fmi3ValueReference of, size_t *elements, fmi3ValueReference *on, size_t *elements_on,
        fmi3DependencyKind *kinds, size_t size),
       &of, elements, on, elements_on, kinds, &size)
/* NOLINTNEXTLINE(readability-function-size): the parameters of the standard */
ABSENT(fmi3GetAdjointDerivative, "adjoint derivative", (FMI3_DERIVATIVE), unknowns, &n_unknowns, knowns, &n_knowns,
       seed, &n_seed, sensitivity, &n_sensitivity)
ABSENT(fmi3GetOutputDerivatives, "derivative of an output in time",
       (FMI3_REFERENCES, const fmi3Int32 *orders, fmi3Float64 *values, size_t size), NO_REFERENCES, orders, values,
       &size)
ABSENT(fmi3EnterConfigurationMode, "structural parameter", (fmi3Instance instance), NULL)
ABSENT(fmi3ExitConfigurationMode, "structural parameter", (fmi3Instance instance), NULL)
ABSENT(fmi3EvaluateDiscreteStates, "discrete state", (fmi3Instance instance), NULL)
ABSENT(fmi3ActivateModelPartition, "scheduled execution",
       (fmi3Instance instance, fmi3ValueReference clock, fmi3Float64 time), &clock, &time)
