%% proves F11: BIFs under a global and under a local pattern
%% needs: 27
-module(bif_local_global).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).
-export([id/1]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    [begin
         say(trace:function(S, {erlang, atom_to_list, 1}, true, [K])),
         trace:function(S, {lists, reverse, 2}, true, [K]),
         do(W, fun() -> id(atom_to_list(id(abc))), lists:reverse(id([1, 2]), []), apply(id(erlang), atom_to_list, [K]), lists:map(fun erlang:atom_to_list/1, [x]) end),
         trace:function(S, {erlang, atom_to_list, 1}, false, [K]),
         trace:function(S, {lists, reverse, 2}, false, [K])
     end || K <- [global, local]],
    show(S, T).

id(X) -> X.
