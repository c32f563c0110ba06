%% proves P12: events of all kinds carry the timestamp last
%% needs: 27
-module(timestamp_all_events).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, load/1]).

main() ->
    load([prey]),
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call, return_to, send, 'receive', procs, timestamp]),
    trace:function(S, {prey, middle, 1}, [{'_', [], [{return_trace}, {message, extra}]}], [local]),
    do(W, fun() -> prey:outer(1), register(name, self()), spawn(erlang, self, []), receive after 1 -> ok end end),
    show(S, T).
