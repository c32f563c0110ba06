%% proves Q1, P22: trace messages and answers of trace:delivered leave the token alone.
%% needs: 27
-module(seq_trace_messages).
-export([main/0]).

main() ->
    trace:session_info(all),  % loads the module, where it is one
    run([
        {tracemsg, 3, fun() ->
            Q = child(fun() -> receive go -> ok end end),
            SS = trace:session_create(x, self(), []),
            trace:process(SS, Q, true, [procs]),
            T1 = seq_trace:get_token()=/=[],
            Q ! go,
            receive {trace, Q, exit, _} -> ok end,
            seq_trace:print({T1, seq_trace:get_token()=/=[]}),
            trace:session_destroy(SS)  % a session that nobody holds ends with the next collection
        end},
        {delivered, 1, fun() ->
            SS = trace:session_create(x, self(), []),
            R = trace:delivered(SS, all),
            receive {trace_delivered, all, R} -> ok end,
            seq_trace:print(seq_trace:get_token()=/=[]),
            trace:session_destroy(SS)
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
