%% proves Q1, Q8: a spawn is told as a request and its answer; the child has the token.
-module(seq_spawns).
-export([main/0]).

main() ->
    run([
        {spawn, 7, fun() ->
            Me = self(),
            spawn(fun() -> seq_trace:print(child), Me ! from_child end),
            receive from_child -> ok end
        end},
        {dead, 6, fun() ->
            Q = spawn(fun() -> ok end),
            monitor(process, Q),
            receive _ -> seq_trace:print(down) end,
            Q ! x,
            seq_trace:print(seq_trace:get_token() =/= [])
        end},
        {spawn_mfa, 5, fun() -> spawn(lists, seq, [1, 3]), seq_trace:print(token()) end},
        {spawn_opt, 5, fun() ->
            spawn_opt(lists, seq, [1, 3], [{priority, high}, monitor, {min_heap_size, 1000}]),
            seq_trace:print(token())
        end},
        {spawn_twice, 11, fun() ->
            spawn(lists, seq, [1, 3]),
            spawn(lists, seq, [1, 3]),
            self() ! a,
            receive a -> ok end,
            seq_trace:print(token())
        end},
        {spawn_monitor, 5, fun() -> spawn_monitor(fun() -> exit(x) end), receive {'DOWN', _, _, _, x} -> seq_trace:print(down) end end},
        {spawn_req, 5, fun() ->
            R = spawn_request(lists, seq, [1, 3], [{reply_tag, hej}]),
            receive {hej, R, ok, _} -> ok end,
            seq_trace:print(token())
        end},
        {spawn_req_noreply, 3, fun() -> spawn_request(lists, seq, [1, 3], [{reply, no}]), seq_trace:print(token()) end},
        {spawn_req_bad, 1, fun() ->
            R = spawn_request(lists, seq, [1, 3], [foo]),
            receive {spawn_reply, R, error, _} -> ok end,
            seq_trace:print(token())
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
