%% proves I2: the spec comes back as it was given
%% needs: 27
-module(match_spec_as_given).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    S = session(tracer()),
    [begin trace:function(S, {traced, id, 1}, Sp, [local]), say(trace:info(S, {traced, id, 1}, match_spec)) end || Sp <- [true, [], [{'_', [], []}], [{['$1'], [{is_atom, '$1'}], [{return_trace}, {message, #{a => '$1'}}]}],
        [{[{a, <<"bin">>, 1.5, 1 bsl 70}], [], [{message, {const, self()}}]}, {'_', [], [{message, false}]}]]].
