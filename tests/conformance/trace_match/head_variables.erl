%% proves M1: variables anywhere in a head, the same one twice
%% needs: 27
-module(head_variables).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    Try = fun(Head) ->
        trace:function(S, {traced, ext, 2}, [{Head, [], [{message, '$$'}]}], [local]),
        do(W, fun() -> [traced:ext(A, B) || {A, B} <- [{1, 1}, {1, 2}, {{a, 1}, [1, 2, 3]}, {[x], {x, #{k => v}}}, {1.0, 1}]] end),
        say(Head), show(S, T)
    end,
    [Try(H) || H <- ['_', '$1', ['$1', '$2'], ['$1', '$1'], ['$2', '$1'], ['_', '$1'], [{'$1', '_'}, ['$2' | '$3']], [['$1'], {'$1', '_'}],
                     ['_', {'_', #{k => '$1'}}], [1, '$1'], [1.0, '_'], ['$1'], ['$100', '$7']]].
