%% Sockets among other work: clients ask echo servers of all kinds over 127.0.0.1 while processes compute at random, so that schedulers are idle or
%% busy, alone or together, wait for sockets, look at them in between, and hand that over; the number of schedulers changes, and connections
%% begin and end.
%%
%%   sonde run tests/stress/socket_storm.erl [SECONDS [SEED]]       20 seconds
%%
%% Standard output says whether each answer was the one that was asked for and came in time, and whether each timer did; it is the same every time.
%% Standard error has the figures.
-module(socket_storm).
-export([main/1, main/0]).

-define(CLIENTS, 12).
-define(LIMIT, 20000).  % milliseconds for an answer; nothing takes a hundredth of that, on a machine with other work either

main() -> main([]).

main([]) -> main(["20"]);
main([Seconds]) -> main([Seconds, "1"]);
main([Seconds, Seed]) ->
    Listeners = [listen(Mode) || Mode <- [true, once, 3, false]],
    seed(Seed, 0),
    [client(Port, erlang:monotonic_time(millisecond)) || Port <- Listeners],  % loads the modules, and has the code compiled
    End = erlang:monotonic_time(millisecond) + 1000 * list_to_integer(Seconds),
    Others = [spawn(fun() -> seed(Seed, N), compute() end) || N <- lists:seq(1, 4)] ++ [spawn(fun() -> seed(Seed, 5), change_schedulers() end)],
    Kinds = [fun client/2, fun client/2, fun client/2, fun timer/2],
    Workers = [begin
                   Kind = lists:nth(N rem length(Kinds) + 1, Kinds),
                   spawn_monitor(fun() -> seed(Seed, 100 + N), exit({done, Kind(lists:nth(N rem length(Listeners) + 1, Listeners), End)}) end)
               end || N <- lists:seq(1, ?CLIENTS)],
    Results = [receive {'DOWN', Reference, process, Pid, Result} -> Result end || {Pid, Reference} <- Workers],
    [exit(Pid, kill) || Pid <- Others],
    erlang:system_flag(schedulers_online, erlang:system_info(schedulers)),
    Bad = [Result || Result <- Results, case Result of {done, _} -> false; _ -> true end],
    io:format("answers: ~p~n", [case Bad of [] -> all_in_time; _ -> Bad end]),
    Done = [Figures || {done, Figures} <- Results],
    Sum = fun(What) -> lists:sum([N || {W, N, _} <- Done, W =:= What]) end,
    io:format(standard_error, "~p answers, the slowest after ~p us; ~p timers~n",
              [Sum(answers), lists:max([0 | [Slowest || {answers, _, Slowest} <- Done]]), Sum(timers)]).

seed(Seed, N) -> rand:seed(exsss, {list_to_integer(Seed), N, 17}).

%% --- servers ---

listen(Mode) ->
    {ok, Listen} = gen_tcp:listen(0, [binary, {packet, 4}, {active, false}, {reuseaddr, true}, {nodelay, true}, {backlog, 64}, {ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(Listen),
    Acceptor = spawn_link(fun() -> receive go -> accept(Listen, Mode) end end),
    ok = gen_tcp:controlling_process(Listen, Acceptor),
    Acceptor ! go,
    Port.

accept(Listen, Mode) ->
    {ok, Socket} = gen_tcp:accept(Listen),
    Pid = spawn(fun() -> receive go -> inet:setopts(Socket, [{active, Mode}]), serve(Socket, Mode) end end),
    ok = gen_tcp:controlling_process(Socket, Pid),
    Pid ! go,
    accept(Listen, Mode).

serve(Socket, false) ->
    case gen_tcp:recv(Socket, 0) of
        {ok, Data} -> gen_tcp:send(Socket, Data), serve(Socket, false);
        {error, _} -> ok
    end;
serve(Socket, Mode) ->
    receive
        {tcp, Socket, Data} ->
            gen_tcp:send(Socket, Data),
            case Mode of once -> inet:setopts(Socket, [{active, once}]); _ -> ok end,
            serve(Socket, Mode);
        {tcp_passive, Socket} -> inet:setopts(Socket, [{active, Mode}]), serve(Socket, Mode);
        {tcp_closed, Socket} -> ok;
        {tcp_error, Socket, _} -> ok
    end.

%% --- clients ---

client(Port, End) -> client(Port, End, 0, 0).

client(Port, End, Count, Slowest) ->
    {ok, Socket} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {packet, 4}, {active, false}, {nodelay, true}], ?LIMIT),
    {N, Longest} = ask(Socket, rand:uniform(200), 0, Slowest, End),
    ok = gen_tcp:close(Socket),
    case erlang:monotonic_time(millisecond) < End of
        true -> client(Port, End, Count + N, Longest);
        false -> {answers, Count + N, Longest}
    end.

ask(_, 0, N, Slowest, _) -> {N, Slowest};
ask(Socket, Left, N, Slowest, End) ->
    Data = binary:copy(<<(rand:uniform(1 bsl 32)):64>>, size()),
    Begin = erlang:monotonic_time(microsecond),
    %% Several questions at once, now and then.
    Times = case rand:uniform(8) of 1 -> rand:uniform(5); _ -> 1 end,
    [ok = gen_tcp:send(Socket, Data) || _ <- lists:seq(1, Times)],
    [{ok, Data} = gen_tcp:recv(Socket, 0, ?LIMIT) || _ <- lists:seq(1, Times)],
    Took = erlang:monotonic_time(microsecond) - Begin,
    pause(),
    case erlang:monotonic_time(millisecond) < End of
        true -> ask(Socket, Left - 1, N + Times, max(Slowest, Took), End);
        false -> {N + Times, max(Slowest, Took)}
    end.

size() ->
    case rand:uniform(20) of
        1 -> rand:uniform(40000);
        _ -> rand:uniform(50)
    end.

pause() ->
    case rand:uniform(10) of
        1 -> timer:sleep(rand:uniform(30));
        2 -> erlang:yield();
        _ -> ok
    end.

%% Timers of sleeping schedulers, which wait for sockets at the same time.
timer(_, End) -> timer(End, 0, erlang:monotonic_time(millisecond)).

timer(End, N, Now) when Now >= End -> {timers, N, 0};
timer(End, N, _) ->
    Time = rand:uniform(50),
    Begin = erlang:monotonic_time(millisecond),
    Reference = erlang:start_timer(Time, self(), timer),
    receive {timeout, Reference, timer} -> ok after ?LIMIT -> exit(timer_is_late) end,
    true = erlang:monotonic_time(millisecond) - Begin >= Time,
    timer(End, N + 1, erlang:monotonic_time(millisecond)).

%% --- other work ---

compute() ->
    timer:sleep(rand:uniform(20)),
    case rand:uniform(3) of
        1 -> lists:sort([rand:uniform() || _ <- lists:seq(1, rand:uniform(20000))]);
        2 -> binary:copy(<<7>>, rand:uniform(1 bsl 20));
        3 -> spin(erlang:monotonic_time(millisecond) + rand:uniform(100))
    end,
    compute().

spin(End) ->
    case erlang:monotonic_time(millisecond) < End of
        true -> spin(End);
        false -> ok
    end.

change_schedulers() ->
    timer:sleep(rand:uniform(300)),
    erlang:system_flag(schedulers_online, rand:uniform(erlang:system_info(schedulers))),
    change_schedulers().
