%% proves Q8: messages of timers leave the receiver's token alone.
-module(seq_timers).
-export([main/0]).

main() ->
    run([
        {send_after, 1, fun() ->
            erlang:send_after(1, self(), tick),
            receive tick -> seq_trace:print(seq_trace:get_token()=/=[]) end
        end},
        {start_timer, 1, fun() ->
            R = erlang:start_timer(1, self(), tick),
            receive {timeout, R, tick} -> seq_trace:print(seq_trace:get_token()=/=[]) end
        end},
        {cancel_async, 1, fun() ->
            R = erlang:start_timer(1000, self(), tick),
            erlang:cancel_timer(R, [{async, true}]),
            receive {cancel_timer, R, _} -> seq_trace:print(cancelled) end
        end},
        {send_after_cleared, 1, fun() ->
            erlang:send_after(10, self(), tick),
            O = seq_trace:set_token([]),
            receive tick -> say(token()) end,
            seq_trace:set_token(O)
        end},
        {start_timer_cleared, 1, fun() ->
            erlang:start_timer(10, self(), tick),
            O = seq_trace:set_token([]),
            receive {timeout, _, tick} -> say(token()) end,
            seq_trace:set_token(O)
        end}
    ]).

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

say(What) -> seq_trace:set_token([]), seq_tracer ! {said, What}.

token() ->
    case seq_trace:get_token() of
        [] -> [];
        Token -> {element(3, Token), element(5, Token)}
    end.

name(Root, Root) -> root;
name(X, _) when is_pid(X) -> pid;
name(X, _) when is_reference(X) -> ref;
name(X, _) when is_function(X) -> function;
name(X, Root) when is_tuple(X) -> list_to_tuple([name(E, Root) || E <- tuple_to_list(X)]);
name([H | T], Root) -> [name(H, Root) | name(T, Root)];
name(X, _) -> X.
