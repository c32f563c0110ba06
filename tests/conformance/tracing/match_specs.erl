%% proves M1, M2, F2: heads, guards and bodies of match specifications choose and extend call messages
%% needs: 27
-module(match_specs).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [call]),
    Try = fun(Spec) ->
        io:format("~w~n", [trace:function(S, {traced, ext, 2}, Spec, [local])]),
        do(W, fun() -> [traced:ext(X, Y) || {X, Y} <- [{1, 1}, {1, 2}, {a, b}, {5, [x]}]], ok end),
        delivered(S),
        print(events(T), [{W, w}])
    end,
    Try([{['$1', '$1'], [], []}]),
    Try([{['$1', '$2'], [{is_integer, '$2'}], [{message, {{'$2', '$1'}}}]}]),
    Try([{['$1', '_'], [{'>', '$1', 3}], [{message, {'+', '$1', 1}}]}]),
    Try([{'_', [], [{message, {caller}}]}]),
    Try([{[a, '_'], [], []}, {['_', ['$1']], [], [{message, '$1'}]}]),
    io:format("~w~n", [trace:info(S, {traced, ext, 2}, match_spec)]),
    ok.
