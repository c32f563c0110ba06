%% proves Q1, Q3, Q7: messages carry the token; serials; names, aliases, selective receive, processes without a token.
-module(seq_messages).
-export([main/0]).

main() ->
    run([
        {send, 11, fun() ->
            Q = echo(),
            Q ! {self(), hello},
            receive X -> ok end,
            Q ! {self(), bye},
            receive _ -> ok end,
            seq_trace:print({last, X})
        end},
        {self, 2, fun() -> self() ! a, receive a -> ok end end},
        {name, 4, fun() -> register(me, self()), me ! a, receive a -> ok end, {me, node()} ! b, receive b -> ok end end},
        {nonexist, 1, fun() -> list_to_pid("<0.9999.0>") ! a, catch (nosuchname ! b), seq_trace:print(token()) end},
        {nonexist2, 1, fun() ->
            D = child(fun() -> ok end),
            monitor(process, D),
            receive {'DOWN', _, _, _, _} -> ok end,
            D ! a,
            seq_trace:print(token())
        end},
        {alias, 2, fun() -> A = alias(), A ! via_alias, receive via_alias -> ok end end},
        {notoken_msg, 6, fun() ->
            Q = child(fun() -> receive {F, a} -> F ! b end end),
            Q ! {self(), a},
            receive b -> seq_trace:print(b) end,
            seq_trace:print({token, seq_trace:get_token(serial)})
        end},
        {selective, 5, fun() ->
            Me = self(),
            Q = child(fun()-> Me ! one, receive {F, two} -> F ! two end end),
            Q ! {Me, two},
            receive two -> ok end,
            seq_trace:print(seq_trace:get_token()=/=[]),
            receive one -> ok end,
            seq_trace:print(seq_trace:get_token()=/=[])
        end},
        {sendnosuspend, 5, fun() ->
            erlang:send_nosuspend(self(), m),
            erlang:send(self(), n, [noconnect]),
            receive m -> ok end,
            receive n -> ok end,
            seq_trace:print(token())
        end},
        {norecv, 3, fun() ->
            seq_trace:set_token('receive', false), self() ! a, receive a -> ok end, seq_trace:set_token(send, false), self() ! a, receive a -> ok end, seq_trace:set_token('receive', true), self() ! a, receive a -> ok end, seq_trace:print(token())
        end},
        {timeout, 1, fun() -> receive never -> ok after 1 -> seq_trace:print(timeout) end end},
        {settok_keeps_clock, 4, fun() ->
            seq_trace:print(1),
            seq_trace:print(2),
            seq_trace:set_token([]),
            seq_trace:set_token(print, true),
             seq_trace:print(3),
            seq_trace:set_token(serial, {0, 0}),
            seq_trace:print(4) 
        end}
    ]).

echo() -> child(fun Echo() -> receive {From, X} -> seq_trace:print({echo, X}), From ! {self(), X}, Echo() end end).

%% Runs each scenario in a process of its own; prints what the system tracer was told, with names for processes.
run(Scenarios) ->
    Tracer = spawn_link(fun() -> tracer([]) end),
    register(seq_tracer, Tracer),
    seq_trace:set_system_tracer(Tracer),
    [scenario(Tracer, S) || S <- Scenarios],
    Tracer = seq_trace:set_system_tracer(false).

scenario(Tracer, {Name, Count, F}) ->
    Start = fun() ->
        [seq_trace:set_token(Flag, true) || Flag <- [send, 'receive', print]],
        seq_trace:set_token(label, Name),
        F()
    end,
    {Root, Monitor} = spawn_monitor(Start),
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    Tracer ! {events, Count, self()},
    Events = receive {events, E} -> E end,
    io:format("--- ~p~n", [Name]),
    [io:format("  ~p~n", [name(Event, Root)]) || Event <- Events].

%% Answers when there are as many events as are asked for.
tracer(Events) ->
    receive
        {events, Count, From} when length(Events) >= Count -> From ! {events, lists:reverse(Events)}, tracer([]);
        {send_to, To} -> To ! from_tracer, tracer(Events);
        Event when element(1, Event) =/= events -> tracer([Event | Events])
    end.

token() ->
    case seq_trace:get_token() of
        [] -> [];
        Token -> {element(3, Token), element(5, Token)}
    end.

without_token(F) ->
    Old = seq_trace:set_token([]),
    Result = F(),
    seq_trace:set_token(Old),
    Result.

%% A child without the token.
child(F) -> without_token(fun() -> spawn(F) end).

name(Root, Root) -> root;
name(X, _) when is_pid(X) -> pid;
name(X, _) when is_reference(X) -> ref;
name(X, _) when is_function(X) -> function;
name(X, Root) when is_tuple(X) -> list_to_tuple([name(E, Root) || E <- tuple_to_list(X)]);
name([H | T], Root) -> [name(H, Root) | name(T, Root)];
name(X, _) -> X.
