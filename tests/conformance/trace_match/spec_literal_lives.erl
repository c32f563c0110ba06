%% proves M6: large terms of a spec outlive the caller's copy of it
%% needs: 27
-module(spec_literal_lives).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2, gone/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    Setter = spawn(fun() ->
        trace:function(S, {traced, id, 1}, [{[{list_to_binary(lists:duplicate(300, $a)), '$1'}], [], [{message, {{lists:seq(1, 5), '$1', <<"tail">>}}}]}], [local])
    end),
    gone(Setter),
    do(W, fun() -> erlang:garbage_collect(), traced:id({binary:copy(<<"a">>, 300), x}), traced:id({<<"b">>, y}) end),
    sync(S),
    [say(E) || {trace, _, call, _, E} <- take(T)].
