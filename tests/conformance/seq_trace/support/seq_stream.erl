%% What the programs of sequential tracing share: scenarios, each run in a process of its own that has a token, and the messages that the
%% system tracer gets meanwhile, with names in the place of processes, references and functions.
-module(seq_stream).
-export([run/1, child/1, without_token/1, token/0, say/1]).

%% Scenarios are {Name, Events, Fun}: Name is the token's label, Events how many the system tracer waits for before they are printed.
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

%% Puts What among the events, as {said, What}; the process has no token from then on.
say(What) -> seq_trace:set_token([]), seq_tracer ! {said, What}.

%% {Serial of the token, what came last}, or [] without a token.
token() ->
    case seq_trace:get_token() of
        [] -> [];
        Token -> {element(3, Token), element(5, Token)}
    end.

%% F() in this process while it has no token.
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
