%% proves F12: bad arguments of trace:function change nothing
%% needs: 27
-module(function_errors).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    S = trace:session_create(s, tracer(), []),
    trace:function(S, {traced, id, 1}, true, [call_count]),
    traced:id(1),
    Bad = [{{traced, id, 1}, nonsense, []}, {{traced, id, 1}, true, [bad]}, {{traced, id, 1}, true, local},
            {{traced, id, 1}, [x], []}, {{traced, id, 1}, [{a, b}], [local]}, {a, true, []},
           {{traced, id, 1}, [{'_', [], [{nonsense}]}], [local]}],
    io:format("~w~n", [[error_of(fun() -> trace:function(S, A, B, C) end) || {A, B, C} <- Bad]]),
    io:format("~w ~w~n", [trace:info(S, {traced, id, 1}, call_count), trace:info(S, {traced, id, 1}, traced)]),
    ok.
