%% proves P19: with both set_on_link and set_on_first_link
%% needs: 27
-module(inherit_link_supersedes).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), A = worker(a), B = worker(b), C = worker(c), S = session(T),
    trace:process(S, A, true, [send, set_on_link, set_on_first_link]),
    do(A, fun() -> link(B), link(C) end),
    say([lists:sort(element(2, trace:info(S, P, flags))) || P <- [A, B, C]]).
