/* A change of breakpoints while two schedulers call the functions it is about: the steps of
 * change_breakpoints() (tracing/bp_change.cpp) in their order, on top of thread progress
 * (vm/sched/thread_progress.cpp). `run` beside this file says how it is checked.
 *
 * Three functions stand for all: f0 gets its first breakpoint, f1 loses its only one, f2 has one
 * that is set anew. Of each call it is known which generation it was made under: the one before
 * the change, or the one after it.
 *
 * Memory. Schedulers read without barriers, so each sees old values for as long as it likes, of
 * each word on its own, but never goes back. Hence a word is its version (how often it has been
 * written), `memory` is what has been written, and `view` what a scheduler has seen; a load takes
 * any version from its view up to memory. Only a fence after the writer's fence brings a view up to
 * date. This is weaker than any machine's memory.
 *
 * Properties:
 *   complete    whoever runs the breakpoint instruction finds a breakpoint, whole, and the original
 *   unshared    nobody is walking a list of actions that is written, or a breakpoint that is freed
 *   atomic_flip whoever has made a call under the new generation, or has a message from somebody who
 *               has, makes all calls under it, whichever functions they are to
 *
 * proves B3, B4, B5, B6, B10, F13
 *
 * -DNO_WAIT_4, _6, _8, _10 leave one wait out; -DONE_STEP and -DNO_FENCE weaken thread progress;
 * -DONLY_COMPLETE, -DONLY_UNSHARED, -DONLY_ATOMIC check one property. */

#if !defined(ONLY_UNSHARED) && !defined(ONLY_ATOMIC)
#define complete(condition) assert(condition)
#else
#define complete(condition) skip
#endif
#if !defined(ONLY_COMPLETE) && !defined(ONLY_ATOMIC)
#define unshared(condition) assert(condition)
#else
#define unshared(condition) skip
#endif
#if !defined(ONLY_COMPLETE) && !defined(ONLY_UNSHARED)
#define atomic_flip(condition) assert(condition)
#else
#define atomic_flip(condition) skip
#endif

#define SCHEDULERS 2
#define ASLEEP 255

/* Words that schedulers read. */
#define ENTRY(f)        (f)          /* entry word of f0, f1 (f2's stays the instruction) */
#define BREAKPOINT(f)   (2 + (f))    /* slot of f0, f1 */
#define ORIGINAL        4            /* of f0: the word that was there */
#define INDEX           5            /* BpIndex */
#define ACTIONS(f, g)   (6 + 2 * (f) + (g))
#define WORDS           12

#define OLD 0
#define NEW 1

byte memory[WORDS];
typedef View { byte at[WORDS] };
View view[SCHEDULERS];
View fenced;                 /* what was written before the changer's last fence */

byte epoch;                  /* thread progress */
byte seen[SCHEDULERS];       /* the epoch a scheduler has reported, or ASLEEP */

/* Ghosts: nothing reads them but assertions. */
byte walking[SCHEDULERS];    /* 1 + the list of actions a scheduler walks, 0: none */
bool inside[SCHEDULERS];     /* between the instruction and the original of f1 */
bool freed;                  /* f1's breakpoint */
bool after[SCHEDULERS];      /* has made a call under the new generation, or been told by who has */
bool done;

/* --- thread progress --- */

inline fence(s) {
  w = 0;
  do
  :: w < WORDS ->
     if
     :: view[s].at[w] < fenced.at[w] -> view[s].at[w] = fenced.at[w]
     :: else
     fi;
     w++
  :: else -> break
  od;
  w = 0
}

/* Participant::report(): between two processes. */
inline report(s) {
  atomic {
    seen[s] != epoch ->
    seen[s] = epoch;
#ifndef NO_FENCE
    fence(s)                 /* fence R */
#endif
  }
}

inline wake(s) {
  atomic {
    seen[s] = epoch;
#ifndef NO_FENCE
    fence(s)                 /* fence W */
#endif
  }
}

/* try_advance(): by whoever comes by. */
inline advance() {
  atomic {
    (seen[0] == epoch || seen[0] == ASLEEP) && (seen[1] == epoch || seen[1] == ASLEEP) -> epoch++
  }
}

/* co_await thread_progress(p) */
inline thread_progress() {
  d_step {                   /* fence L */
    w = 0;
    do
    :: w < WORDS -> fenced.at[w] = memory[w]; w++
    :: else -> break
    od;
    w = 0
  };
#ifdef ONE_STEP
  due = epoch + 1;
#else
  due = epoch + 2;
#endif
  do
  :: epoch < due -> advance()
  :: epoch >= due -> break
  od;
  due = 0
}

/* --- a change --- */

inline write(word) { memory[word]++ }

/* A list of actions is not one word: nobody may be walking it. */
inline write_actions(f, g) {
  atomic {
    unshared(walking[0] != 1 + ACTIONS(f, g) && walking[1] != 1 + ACTIONS(f, g));
    memory[ACTIONS(f, g)]++
  }
}

active proctype changer() {
  byte w, due;

  /* 2. allocate: f0 gets a breakpoint with two empty halves. */
  write_actions(0, 0);
  write_actions(0, 1);
  write(ORIGINAL);
  write(BREAKPOINT(0));
  /* 3. stage: the half that nobody uses. */
  write_actions(0, 1);
  write_actions(1, 1);
  write_actions(2, 1);
#ifndef NO_WAIT_4
  thread_progress();
#endif
  /* 5. install */
  write(ENTRY(0));
#ifndef NO_WAIT_6
  thread_progress();
#endif
  /* 7. commit */
  write(INDEX);
#ifndef NO_WAIT_8
  thread_progress();
#endif
  /* 9. uninstall */
  write(ENTRY(1));
#ifndef NO_WAIT_10
  thread_progress();
#endif
  /* 11. consolidate */
  write(BREAKPOINT(1));
  write_actions(0, 0);
  write_actions(1, 0);
  write_actions(2, 0);
  /* 12. free */
  atomic {
    unshared(!inside[0] && !inside[1]);
    freed = true
  };
  done = true
}

/* --- the schedulers --- */

inline load(s, word, version) {
  atomic {
    version = view[s].at[word];
    do
    :: version < memory[word] -> version++
    :: break
    od;
    view[s].at[word] = version
  }
}

/* What a version stands for. */
#define IS_BREAKPOINT(f, version) ((f) == 2 || ((f) == 0 && version == 1) || ((f) == 1 && version == 0))
#define IS_THERE(f, version)      ((f) == 2 || ((f) == 0 && version == 1) || ((f) == 1 && version == 0))
/* The half in use starts as the old setting; each half is written to the new one once. f0's halves
 * are memory that was never written, then empty (the old setting), then the new one. */
#define IS_MADE(f, version)       ((f) != 0 || version > 0)
#define GENERATION(f, version)    (((f) == 0 && version == 2) || ((f) != 0 && version == 1))

inline judge(s, which) {
  atomic {
    atomic_flip(which == NEW || !after[s]);
    if
    :: which == NEW -> after[s] = true
    :: else
    fi;
    which = 0
  }
}

/* hit_breakpoint() of tracing/bp_actions.cpp. */
inline hit(s, f) {
  if
  :: f != 2 -> load(s, BREAKPOINT(f), version); complete(IS_THERE(f, version))
  :: else
  fi;
  load(s, INDEX, half);
  walking[s] = 1 + ACTIONS(f, half);
  load(s, ACTIONS(f, half), version);
  complete(IS_MADE(f, version));
  which = GENERATION(f, version);
  walking[s] = 0;
  if
  :: f == 0 -> load(s, ORIGINAL, version); complete(version == 1)
  :: f == 1 -> unshared(!freed)
  :: else
  fi;
  half = 0; version = 0
}

inline call(s, f) {
  if
  :: f != 2 ->
     atomic {
       load(s, ENTRY(f), version);
       if
       :: f == 1 && version == 0 -> inside[s] = true
       :: else
       fi
     }
  :: else -> version = 0
  fi;
  if
  :: IS_BREAKPOINT(f, version) -> hit(s, f)
  :: else -> which = (f == 1 -> NEW : OLD)
  fi;
  inside[s] = false; version = 0;
  judge(s, which)
}

/* A message from the other one: all that it knew is known here. */
inline hear(s, other) {
  atomic {
    w = 0;
    do
    :: w < WORDS ->
       if
       :: view[s].at[w] < view[other].at[w] ->
          view[s].at[w] = view[other].at[w]
       :: else
       fi;
       w++
    :: else -> break
    od;
    w = 0;
    after[s] = after[s] || after[other]
  }
}

proctype scheduler(byte s) {
  byte version, half, which, w;
  do
  :: skip; call(s, 0)
  :: skip; call(s, 1)
  :: skip; call(s, 2)
  :: report(s)
  :: hear(s, 1 - s)
  :: atomic { seen[s] != ASLEEP -> seen[s] = ASLEEP }; wake(s)
  :: done -> break
  od
}

init {
  atomic {
    run scheduler(0);
    run scheduler(1)
  }
}
