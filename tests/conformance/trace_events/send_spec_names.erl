%% proves E1: the receiver as the spec sees it when a name was given
%% needs: 27
-module(send_spec_names).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    register(a_name, self()),
    trace:process(S, W, true, [send]),
    trace:send(S, [{['$1', '_'], [], [{message, {{receiver, '$1'}}}]}], []),
    do(W, fun() -> a_name ! by_name, {a_name, node()} ! by_node, erlang:send(a_name, by_send) end),
    show(S, T).
