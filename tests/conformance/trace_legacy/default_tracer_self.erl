%% proves S8: erlang:trace/3 without a tracer sends to the caller
%% needs: 27
-module(default_tracer_self).
-export([main/0]).
-import(trace_stream, [worker/1, do/2, sync/1, say/1, say/2, load/1]).

main() ->
    load([traced]),
    W = worker(w),
    say(erlang:trace(W, true, [call, send])),
    say(erlang:trace_pattern({traced, id, 1}, true, [local])),
    do(W, fun() -> traced:id(1) end),
    sync(legacy),
    [say(receive E when element(1, E) =:= trace -> E end) || _ <- [1, 2]],
    say(erlang:trace_info(W, tracer)).
