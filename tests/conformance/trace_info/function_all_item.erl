%% proves I2: the item all
%% needs: 27
-module(function_all_item).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    Mfa = {traced, id, 1},
    say(trace:info(S, Mfa, all)),
    trace:function(S, Mfa, [{'_', [], [{message, x}]}], [local]),
    say(element(2, trace:info(S, Mfa, all))),
    trace:function(S, Mfa, true, [call_count]), traced:id(1),
    say(element(2, trace:info(S, Mfa, all))),
    trace:function(S, Mfa, true, [global]),
    say(element(2, trace:info(S, Mfa, all))),
    say(trace:info(S, {traced, nothing, 1}, all)).
