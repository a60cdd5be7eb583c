/* interface.h - the functions of FMI 3.0 that an exported model provides, in the order of the standard. */
#pragma once
#include "base/fmi3.h"

#define FMI3_EXPORT __attribute__((visibility("default")))
/* The first arguments of every call that gets or sets values. */
#define FMI3_REFERENCES fmi3Instance instance, const fmi3ValueReference *references, size_t n_references

FMI3_EXPORT const char *fmi3GetVersion(void);
FMI3_EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean on, size_t size,
                                           const fmi3String *categories);
FMI3_EXPORT fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                                      fmi3Boolean visible, fmi3Boolean logs,
                                                      fmi3InstanceEnvironment environment, fmi3LogMessageCallback *log);
FMI3_EXPORT fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                                     fmi3Boolean visible, fmi3Boolean logs, fmi3Boolean has_events,
                                                     fmi3Boolean may_return_early,
                                                     const fmi3ValueReference *intermediate, size_t n_intermediate,
                                                     fmi3InstanceEnvironment environment, fmi3LogMessageCallback *log,
                                                     fmi3IntermediateUpdateCallback *update);
FMI3_EXPORT fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                                           fmi3Boolean visible, fmi3Boolean logs,
                                                           fmi3InstanceEnvironment environment,
                                                           fmi3LogMessageCallback *log, fmi3ClockUpdateCallback *update,
                                                           fmi3LockPreemptionCallback *lock,
                                                           fmi3LockPreemptionCallback *unlock);
FMI3_EXPORT void fmi3FreeInstance(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean has_tolerance,
                                                   fmi3Float64 tolerance, fmi3Float64 start, fmi3Boolean has_stop,
                                                   fmi3Float64 stop);
FMI3_EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3EnterEventMode(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3Terminate(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3Reset(fmi3Instance instance);

#define FMI3_VALUES(name, type)                                                       \
    FMI3_EXPORT fmi3Status fmi3Get##name(FMI3_REFERENCES, type *values, size_t size); \
    FMI3_EXPORT fmi3Status fmi3Set##name(FMI3_REFERENCES, const type *values, size_t size);
FMI3_VALUES(Float32, fmi3Float32)
FMI3_VALUES(Float64, fmi3Float64)
FMI3_VALUES(Int8, fmi3Int8)
FMI3_VALUES(UInt8, fmi3UInt8)
FMI3_VALUES(Int16, fmi3Int16)
FMI3_VALUES(UInt16, fmi3UInt16)
FMI3_VALUES(Int32, fmi3Int32)
FMI3_VALUES(UInt32, fmi3UInt32)
FMI3_VALUES(Int64, fmi3Int64)
FMI3_VALUES(UInt64, fmi3UInt64)
FMI3_VALUES(Boolean, fmi3Boolean)
FMI3_VALUES(String, fmi3String)
FMI3_EXPORT fmi3Status fmi3GetBinary(FMI3_REFERENCES, size_t *sizes, fmi3Binary *values, size_t size);
FMI3_EXPORT fmi3Status fmi3SetBinary(FMI3_REFERENCES, const size_t *sizes, const fmi3Binary *values, size_t size);
FMI3_EXPORT fmi3Status fmi3GetClock(FMI3_REFERENCES, fmi3Clock *values);
FMI3_EXPORT fmi3Status fmi3SetClock(FMI3_REFERENCES, const fmi3Clock *values);

FMI3_EXPORT fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference of, size_t *count);
FMI3_EXPORT fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, fmi3ValueReference of, size_t *elements,
                                                   fmi3ValueReference *on, size_t *elements_on,
                                                   fmi3DependencyKind *kinds, size_t size);
FMI3_EXPORT fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *state);
FMI3_EXPORT fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state);
FMI3_EXPORT fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *state);
FMI3_EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState state, size_t *size);
FMI3_EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState state, fmi3Byte *to, size_t size);
FMI3_EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte *from, size_t size,
                                               fmi3FMUState *state);

#define FMI3_DERIVATIVE                                                                                             \
    fmi3Instance instance, const fmi3ValueReference *unknowns, size_t n_unknowns, const fmi3ValueReference *knowns, \
        size_t n_knowns, const fmi3Float64 *seed, size_t n_seed, fmi3Float64 *sensitivity, size_t n_sensitivity
FMI3_EXPORT fmi3Status fmi3GetDirectionalDerivative(FMI3_DERIVATIVE);
FMI3_EXPORT fmi3Status fmi3GetAdjointDerivative(FMI3_DERIVATIVE);

FMI3_EXPORT fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3GetIntervalDecimal(FMI3_REFERENCES, fmi3Float64 *intervals, fmi3IntervalQualifier *how);
FMI3_EXPORT fmi3Status fmi3GetIntervalFraction(FMI3_REFERENCES, fmi3UInt64 *counters, fmi3UInt64 *resolutions,
                                               fmi3IntervalQualifier *how);
FMI3_EXPORT fmi3Status fmi3GetShiftDecimal(FMI3_REFERENCES, fmi3Float64 *shifts);
FMI3_EXPORT fmi3Status fmi3GetShiftFraction(FMI3_REFERENCES, fmi3UInt64 *counters, fmi3UInt64 *resolutions);
FMI3_EXPORT fmi3Status fmi3SetIntervalDecimal(FMI3_REFERENCES, const fmi3Float64 *intervals);
FMI3_EXPORT fmi3Status fmi3SetIntervalFraction(FMI3_REFERENCES, const fmi3UInt64 *counters,
                                               const fmi3UInt64 *resolutions);
FMI3_EXPORT fmi3Status fmi3SetShiftDecimal(FMI3_REFERENCES, const fmi3Float64 *shifts);
FMI3_EXPORT fmi3Status fmi3SetShiftFraction(FMI3_REFERENCES, const fmi3UInt64 *counters, const fmi3UInt64 *resolutions);
FMI3_EXPORT fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean *again, fmi3Boolean *terminate,
                                                fmi3Boolean *nominals, fmi3Boolean *values, fmi3Boolean *has_next,
                                                fmi3Float64 *next);

FMI3_EXPORT fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean never_back, fmi3Boolean *event,
                                                   fmi3Boolean *terminate);
FMI3_EXPORT fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time);
FMI3_EXPORT fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 *states, size_t size);
FMI3_EXPORT fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 *derivatives, size_t size);
FMI3_EXPORT fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 *indicators, size_t size);
FMI3_EXPORT fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 *states, size_t size);
FMI3_EXPORT fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 *nominals, size_t size);
FMI3_EXPORT fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t *count);
FMI3_EXPORT fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t *count);

FMI3_EXPORT fmi3Status fmi3EnterStepMode(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3GetOutputDerivatives(FMI3_REFERENCES, const fmi3Int32 *orders, fmi3Float64 *values,
                                                size_t size);
FMI3_EXPORT fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 time, fmi3Float64 step, fmi3Boolean never_back,
                                  fmi3Boolean *event, fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last);
FMI3_EXPORT fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference clock, fmi3Float64 time);
