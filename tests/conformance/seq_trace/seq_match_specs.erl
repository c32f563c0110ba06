%% proves M2, M3, Q1: is_seq_trace, get_seq_token and set_seq_token in match specs.
%% needs: 27
-module(seq_match_specs).
-export([main/0, f/1]).

main() ->
    Me = self(),
    Session = trace:session_create(s, Me, []),
    Specs = [
        {is, [{['_'], [{is_seq_trace}], [{message, yes}]}, {['_'], [], [{message, no}]}]},
        {get, [{['_'], [], [{message, {get_seq_token}}]}]},
        {label, [{['_'], [], [{set_seq_token, label, 42}, {message, {get_seq_token}}]}]},
        {flag, [{['_'], [], [{set_seq_token, send, true}, {message, {get_seq_token}}]}]},
        {serial, [{['_'], [], [{set_seq_token, serial, {{1, 2}}}, {message, {get_seq_token}}]}]},
        {result, [{['_'], [], [{message, {set_seq_token, label, 1}}]}]},
        {refused, [{['_'], [], [{message, {set_seq_token, serial, 1}}]}]},
        {label_of_argument, [{['$1'], [], [{set_seq_token, label, '$1'}]}]}
    ],
    Run = fun(Token, {Name, Spec}) ->
        trace:function(Session, {?MODULE, f, 1}, Spec, []),
        Tracee = spawn(fun() ->
            receive go -> ok end,
            [seq_trace:set_token(label, Token) || Token =/= none],
            ?MODULE:f(Name),
            After = seq_trace:get_token(),
            seq_trace:set_token([]),
            Me ! {self(), After}
        end),
        1 = trace:process(Session, Tracee, true, [call]),
        Tracee ! go,
        Event = receive {trace, Tracee, call, _} = E1 -> E1; {trace, Tracee, call, _, _} = E2 -> E2 end,
        After = receive {Tracee, A} -> A end,
        io:format("~p ~p: ~p, then ~p~n", [Token, Name, names(Event, Tracee), names(After, Tracee)])
    end,
    [Run(Token, Spec) || Token <- [none, some], Spec <- Specs],
    trace:session_destroy(Session).

f(X) -> X.

names(Tracee, Tracee) -> tracee;
names(T, Tracee) when is_tuple(T) -> list_to_tuple([names(E, Tracee) || E <- tuple_to_list(T)]);
names(X, _) -> X.
