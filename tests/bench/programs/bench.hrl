%% Harness shared by all benchmark programs; textually included, so that every
%% compiled .beam is self-contained and needs only a handful of BIFs:
%%   spawn/1, self/0, send, receive, erlang:monotonic_time/1, erlang:display/1
%%
%% Each program defines SIZE (the size measured) and SMALL (a size for tests),
%% and run/1: N -> checkable result term (integers, atoms, tuples, lists of
%% these; floats are rounded, so that all virtual machines print the same).
%%
%%   main/0    REPS timed repetitions of run(SIZE), each in a fresh process
%%   main/1    the same with a size: an integer, or the arguments of a command line
%%   small/0   one repetition of run(SMALL)
%%   main/2    main(N, Reps)
%%   start/0   entry point of virtual machines that start a module (AtomVM)
%%
%% Compile-time overrides: -DSIZE=N, -DREPS=N, -DUSE_SMALL.
%% Output: one line, {bench, Module, N, Result, {MicrosecondsOfEachRep, ...}}.
-ifndef(REPS).
-define(REPS, 3).
-endif.

-export([run/1, main/0, main/1, main/2, small/0, size_/0, start/0]).

-ifdef(USE_SMALL).
size_() -> ?SMALL.
-else.
size_() -> ?SIZE.
-endif.

main() -> main(size_(), ?REPS).
main([]) -> main();
main([N]) -> main(list_to_integer(N));
main(N) -> main(N, ?REPS).
small() -> main(?SMALL, 1).
start() -> main(), ok.

main(N, Reps) ->
    {R, Ts} = bench_reps(N, Reps, undefined, []),
    erlang:display({bench, ?MODULE, N, R, list_to_tuple(Ts)}),
    R.

bench_reps(_N, 0, R, Ts) -> {R, Ts};
bench_reps(N, Reps, R0, Ts) ->
    Self = self(),
    Pid = spawn(fun() -> bench_one(Self, N) end),
    receive
        {bench_done, Pid, R, T} when R0 =:= undefined; R =:= R0 ->
            bench_reps(N, Reps - 1, R, [T | Ts]);
        {bench_done, Pid, R, _} ->
            erlang:display({bench_error, ?MODULE, result_changed, R0, R}),
            exit(result_changed)
    end.

bench_one(Parent, N) ->
    T0 = erlang:monotonic_time(microsecond),
    R = run(N),
    T1 = erlang:monotonic_time(microsecond),
    Parent ! {bench_done, self(), R, T1 - T0}.
