%% proves I2, S8: each session's info is its own, the static one's too
%% needs: 27
-module(legacy_sees_own).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    trace:function(S, {traced, id, 1}, true, [local, call_count]),
    erlang:trace_pattern({traced, ext, 1}, true, [global]),
    say([trace:info(S, F, traced) || F <- [{traced, id, 1}, {traced, ext, 1}]]),
    say([erlang:trace_info(F, traced) || F <- [{traced, id, 1}, {traced, ext, 1}]]),
    say(erlang:trace_info({traced, id, 1}, call_count)),
    say(trace:info(S, {traced, id, 1}, call_count)).
