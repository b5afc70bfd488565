// Before a loop, MOTE_VECTOR_LOOP: its turns are independent, and vectors are worth making. MOTE_SHORT_LOOP: they are not.
#ifndef MOTE_CPU_VECTOR_LOOP_H_
#define MOTE_CPU_VECTOR_LOOP_H_

// Clang has one pragma for "lanes are independent" and "vectorise this", and warns where a machine or an operation (division, a call) has
// no vector form. That is no fault: those loops are scalar.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"
#define MOTE_VECTOR_LOOP _Pragma("clang loop vectorize(assume_safety)")
#define MOTE_SHORT_LOOP _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
#define MOTE_VECTOR_LOOP _Pragma("GCC ivdep")
#define MOTE_SHORT_LOOP _Pragma("GCC unroll 1")
#endif

#endif
