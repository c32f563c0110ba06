%% shows that a process that reads from a pipe without a writer, or opens one, keeps nobody else from running
%% args: {folder}
-module(slow_pipe).
-export([main/1, count/1]).

main(_) ->
    Name = "/tmp/sonde_slow_pipe_" ++ os:getpid(),
    os:cmd("mkfifo " ++ Name),
    Self = self(),
    Reader = spawn(fun() ->
        {ok, File} = file:open(Name, [read, raw, binary]),
        Self ! opened,
        Self ! {first, file:read(File, 5)},
        Self ! {rest, file:read(File, 100), file:read(File, 1)},
        Self ! {closed, file:close(File)}
    end),
    waits_in(Reader, open_nif, 2),
    {ok, Writer} = file:open(Name, [write, raw]),
    receive opened -> ok end,
    waits_in(Reader, read_nif, 2),
    ok = file:write(Writer, <<"hello, ">>),
    receive {first, First} -> io:format("~p~n", [First]) end,
    ok = file:write(Writer, <<"world">>),
    ok = file:close(Writer),
    receive {rest, Rest, End} -> io:format("~p ~p~n", [Rest, End]) end,
    receive {closed, Closed} -> io:format("~p~n", [Closed]) end,
    %% A process that is killed while it opens a pipe ends at once; the pipe is left alone.
    Killed = spawn(fun() -> file:open(Name, [read, raw]) end),
    waits_in(Killed, open_nif, 2),
    exit(Killed, kill),
    Ref = monitor(process, Killed),
    os:cmd("timeout 5 sh -c 'echo x > " ++ Name ++ "'"),
    receive {'DOWN', Ref, process, Killed, Reason} -> io:format("~p~n", [lists:member(Reason, [killed, noproc])]) end,
    file:delete(Name).

%% It runs, in that native; meanwhile others do.
waits_in(Pid, Function, Arity) ->
    case process_info(Pid, [status, current_function]) of
        [{status, running}, {current_function, {prim_file, Function, Arity}}] ->
            Done = [receive {Helper, N} -> N end || Helper <- [spawn_link(?MODULE, count, [self()]) || _ <- [1, 2, 3]]],
            io:format("~w: ~w~n", [Function, Done]);
        _ ->
            erlang:yield(),
            waits_in(Pid, Function, Arity)
    end.

count(To) -> To ! {self(), length([N || N <- lists:seq(1, 10000), N rem 2 =:= 0])}.
