%% proves P7: linking to a process that is gone
%% needs: 27
-module(procs_link_dead).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, name/2, session/1, session/2, show/2, show/3, say/1, say/2, attempt/1, gone/1]).

main() ->
    T = tracer(), A = worker(a), S = session(T),
    Dead = name(spawn(fun() -> ok end), dead), gone(Dead),
    trace:process(S, A, true, [procs]),
    say(do(A, fun() -> process_flag(trap_exit, true), link(Dead), receive {'EXIT', P, R} -> {P, R} end end)),
    B = worker(b),
    trace:process(S, B, true, [procs]),
    say(do(B, fun() -> attempt(fun() -> link(Dead) end) end)),
    show(S, T).
