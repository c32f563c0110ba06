%% shows that flags for new processes, and for all, reach every process while other processes spawn
%% needs: 27
-module(flags_while_others_spawn).
-export([main/0]).

main() ->
    Tracer = spawn(fun idle/0),
    io:format("~w~n", [lists:usort(lists:append([new(Tracer) || _ <- lists:seq(1, 20)]))]),
    io:format("~w~n", [lists:usort(lists:append([all(Tracer) || _ <- lists:seq(1, 20)]))]),
    io:format("~w~n", [in_parallel(Tracer)]),
    ok.

%% On and off while other processes spawn: a process that is created in between has them.
new(Tracer) ->
    Session = trace:session_create(new, Tracer, []),
    Spawners = [spawn_link(fun() -> short_lived() end) || _ <- [1, 2, 3]],
    Found = [begin
        trace:process(Session, new, true, [call]),
        P = spawn(fun idle/0),
        Flags = trace:info(Session, P, flags),
        trace:process(Session, new, false, [call]),
        Q = spawn(fun idle/0),
        Without = trace:info(Session, Q, flags),
        exit(P, kill), exit(Q, kill),
        {Flags, Without}
    end || _ <- lists:seq(1, 50)],
    [begin unlink(S), exit(S, kill) end || S <- Spawners],
    trace:session_destroy(Session),
    Found.

short_lived() -> spawn(fun() -> ok end), short_lived().

%% Processes that are created while the flags are set on all have them afterwards.
all(Tracer) ->
    Session = trace:session_create(all, Tracer, []),
    Self = self(),
    Spawners = [spawn_link(fun() ->
        Children = [begin S rem 20 =:= 0 andalso erlang:yield(), spawn(fun idle/0) end || S <- lists:seq(1, 100)],
        Self ! {self(), Children}
    end) || _ <- [1, 2, 3]],
    trace:process(Session, all, true, [call]),
    Children = lists:append([receive {S, C} -> C end || S <- Spawners]),
    Found = [trace:info(Session, C, flags) || C <- Children],
    [exit(C, kill) || C <- Children],
    trace:session_destroy(Session),
    Found.

%% Two processes set different flags of one session at the same time.
in_parallel(Tracer) ->
    Session = trace:session_create(parallel, Tracer, []),
    Self = self(),
    Rounds = [begin
        [spawn_link(fun() -> trace:process(Session, new, true, [Flag]), Self ! done end) || Flag <- [call, procs]],
        [receive done -> ok end || _ <- [1, 2]],
        {flags, Flags} = trace:info(Session, new, flags),
        trace:process(Session, new, false, [all]),
        lists:sort(Flags)
    end || _ <- lists:seq(1, 200)],
    lists:usort(Rounds).

idle() -> receive stop -> ok end.
