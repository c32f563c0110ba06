%% shows that calls of another module which have been made thousands of times go where its exports lead: to new versions, to error_handler, through breakpoints, and are saved
-module(hot_calls_of_versions).
-export([main/0, bounce/1]).

-define(CALLS, 3000).

main() ->
    load(1),
    show(calls()),
    load(2),
    show(calls()),
    show([try led:only_here() catch error:undef -> undef end, code:purge(led), code:delete(led), calls()]),
    load(1),
    show([calls(), led:only_here()]),
    show(traced([global])),
    show(calls()),
    show(traced([local])),
    show(calls()),
    show(traced([global])),
    load_while_traced(2),
    show(calls()),
    show(changed_while_called(20)),
    process_flag(save_calls, 2),
    show([calls(), process_info(self(), last_calls)]),
    process_flag(save_calls, 0),
    load(1),
    show(calls()).

%% Calls in the middle of a function, at its end, and at its end with a frame.
calls() ->
    [try hot(?CALLS, 0) catch error:undef -> undef end,
     try bounce(?CALLS) catch error:undef -> undef end,
     try [version(N) || N <- [1, 2]] catch error:undef -> undef end].

hot(0, Sum) -> Sum;
hot(N, Sum) -> hot(N - 1, led:answer(Sum)).

bounce(N) -> led:bounce(N, ?MODULE).

version(N) ->
    put(version, N),
    led:version().

load(Version) ->
    code:purge(led),
    led = made_code:load(led, list_to_atom("led_version_" ++ integer_to_list(Version))).

traced(How) ->
    Calls = fun() -> hot(3, 0) end,
    Pid = spawn(fun() -> receive go -> Calls() end, receive stop -> ok end end),
    1 = erlang:trace(Pid, true, [call]),
    On = erlang:trace_pattern({led, answer, 1}, true, How),
    Pid ! go,
    Seen = [receive {trace, Pid, call, Call} -> Call after 5000 -> none end || _ <- [1, 2, 3]],
    Other = hot(?CALLS, 0),
    Off = erlang:trace_pattern({led, answer, 1}, false, How),
    Pid ! stop,
    {How, On, Seen, Other, Off, receive Rest -> Rest after 0 -> nothing end}.

%% The breakpoint goes with the version.
load_while_traced(Version) ->
    1 = erlang:trace_pattern({led, answer, 1}, true, [global]),
    load(Version),
    show(erlang:trace_info({led, answer, 1}, traced)).

%% Others call while versions come and go. The process that has loaded one calls it.
changed_while_called(Times) ->
    Self = self(),
    Callers = [spawn_link(fun() -> call_until_told(Self) end) || _ <- [1, 2, 3]],
    Versions = [change(1 + N rem 2) || N <- lists:seq(1, Times)],
    Right = [1 + N rem 2 || N <- lists:seq(1, Times)],
    [C ! stop || C <- Callers],
    {Versions =:= Right, lists:usort([receive {C, Seen} -> Seen end || C <- Callers])}.

change(Version) ->
    case code:soft_purge(led) of
        true ->
            load(Version),
            led:version();
        false ->
            erlang:yield(),
            change(Version)
    end.

call_until_told(To) ->
    Seen = [call(1000)],
    receive stop -> To ! {self(), lists:usort(Seen)}
    after 0 -> call_until_told(To)
    end.

call(0) -> only_1_or_2;
call(N) ->
    V = led:version(),
    true = V =:= 1 orelse V =:= 2,
    call(N - 1).

show(What) -> io:format("~w~n", [What]).
