%% proves F12: what is not a match spec
%% needs: 27
-module(spec_bad).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), S = session(T),
    [say({M, attempt(fun() -> trace:function(S, {traced, id, 1}, M, [local]) end)}) ||
        M <- [maybe_, 1, {}, [{}], [{a}], [{'_', []}], [{'_', [], [], []}], [{'_', [], x}], [{'_', x, []}], [{['$1' | '$2'], [], []}],
              [{'_', [{no_such_guard, 1}], []}], [{'_', [], [{no_such_action}]}], [{'_', [], [{return_trace, 1}]}], [[]], [{x, [], []}],
              [{{'_'}, [], []}], "spec", <<>>, undefined]],
    say(trace:info(S, {traced, id, 1}, traced)).
