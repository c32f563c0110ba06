%% proves P11: each start has its end, nothing between them
%% skip: gc what is traced is the collections themselves
%% needs: 27
-module(gc_balanced).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [garbage_collection, send]),
    do(W, fun() -> [begin L = lists:seq(1, 3000), self() ! length(L) end || _ <- lists:seq(1, 30)], ok end),
    sync(S),
    Tags = [Tag || {trace, _, Tag, _} <- take(T), Tag =/= send],
    say(length(Tags) > 3),
    say(balanced(Tags)).

balanced([gc_minor_start, gc_minor_end | R]) -> balanced(R);
balanced([gc_major_start, gc_major_end | R]) -> balanced(R);
balanced([]) -> true;
balanced(Other) -> {false, lists:sublist(Other, 3)}.
