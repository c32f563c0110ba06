%% Counts calls in one session while another sets and removes call_count on all functions of all modules, again and again.
%% proves F6, F13, B5: no call is lost or counted twice by the session that stays, and nobody is stopped.
%%
%%   sonde run tests/stress/call_count_storm.erl [SECONDS [WORKERS]]      60 seconds, 8 workers
%%
%% Standard output says whether the counts agree and whether a step of a change kept its scheduler busy for 20 ms (of processor
%% time, so other programs do not count), and again in a second storm, and is the same every time. The goal is one millisecond, which only the sanitizers' builds
%% on a busy machine miss; standard error has the figure, with the others: calls made, time for one change, and how long the workers
%% were kept from running at most by whatever it was, with and without changes.
-module(call_count_storm).
-export([main/1, main/0, target/1, body/1]).

-define(PAUSE_NS, 20000000).

main() -> main([]).

main([]) -> main(["60"]);
main([Seconds]) -> main([Seconds, "8"]);
main([Seconds, Workers]) -> run(list_to_integer(Seconds), list_to_integer(Workers)).

run(Seconds, WorkerCount) ->
    Tracer = spawn_link(fun() -> receive stop -> ok end end),
    Stays = trace:session_create(stays, Tracer, []),
    Changes = trace:session_create(changes, Tracer, []),
    Workers = [spawn_link(fun() -> worker() end) || _ <- lists:seq(1, WorkerCount)],

    Quiet = measure(Workers, fun() -> receive after 300 -> ok end end),
    [1, 1] = [trace:function(Stays, {?MODULE, F, 1}, true, [call_count]) || F <- [target, body]],
    _ = sonde_native:trace_step_times(),
    Storm = fun() -> measure(Workers, fun() -> storm(Changes, Seconds) end) end,
    {FirstCalls, Gap} = Storm(),
    {Batches, FirstNs} = sonde_native:trace_step_times(),
    %% What the host of a virtual machine takes from it counts as processor time, too; a step that is too long is so again.
    {Calls, LongestNs} =
        if
            FirstNs < ?PAUSE_NS -> {FirstCalls, FirstNs};
            true ->
                {MoreCalls, _} = Storm(),
                {_, SecondNs} = sonde_native:trace_step_times(),
                {FirstCalls + MoreCalls, min(FirstNs, SecondNs)}
        end,
    Counted = [begin {call_count, N} = trace:info(Stays, {?MODULE, F, 1}, call_count), N end || F <- [target, body]],

    io:format("~w workers~n", [WorkerCount]),
    io:format("target: ~w~n", [agrees(Calls, hd(Counted))]),
    io:format("body:   ~w~n", [agrees(Calls, lists:last(Counted))]),
    io:format("pause:  ~w~n", [case LongestNs < ?PAUSE_NS of true -> bounded; false -> {nanoseconds, LongestNs} end]),
    io:format(standard_error, "~w batches of steps, the longest ~w us of processor time~n", [Batches, LongestNs div 1000]),
    io:format(standard_error, "calls: ~w, longest gap of a worker: ~w us, without changes ~w us~n", [Calls, Gap, element(2, Quiet)]),
    [W ! stop || W <- Workers],
    true = trace:session_destroy(Changes),
    true = trace:session_destroy(Stays).

agrees(N, N) -> no_call_lost;
agrees(Made, Counted) -> {made, Made, counted, Counted}.

%% Lets the workers call while Fun runs. Returns how many calls they made and the longest gap between two of them.
measure(Workers, Fun) ->
    [W ! {go, self()} || W <- Workers],
    [receive {running, W} -> ok end || W <- Workers],
    Fun(),
    [W ! {pause, self()} || W <- Workers],
    Results = [receive {paused, W, Calls, Gap} -> {Calls, Gap} end || W <- Workers],
    {Calls, Gaps} = lists:unzip(Results),
    {lists:sum(Calls), erlang:convert_time_unit(lists:max(Gaps), native, microsecond)}.

storm(Session, Seconds) ->
    Start = erlang:monotonic_time(microsecond),
    {Functions, Rounds} = change(Session, Start + Seconds * 1000000, 1),
    Time = erlang:monotonic_time(microsecond) - Start,
    io:format(standard_error, "~w functions, ~w rounds, ~w us for a change~n", [Functions, Rounds, Time div (2 * Rounds)]).

%% Once at least; returns how many functions there are and how many times it set and removed their breakpoints.
change(Session, End, Round) ->
    Functions = trace:function(Session, {'_', '_', '_'}, true, [call_count]),
    Functions = trace:function(Session, {'_', '_', '_'}, false, [call_count]),
    case erlang:monotonic_time(microsecond) < End of
        true -> change(Session, End, Round + 1);
        false -> {Functions, Round}
    end.

worker() ->
    receive
        {go, From} ->
            From ! {running, self()},
            {Calls, Gap} = calls(0, erlang:monotonic_time(), 0),
            receive {pause, From} -> From ! {paused, self(), Calls, Gap} end,
            worker();
        stop ->
            ok
    end.

%% Calls until asked to pause: the message stays in the mailbox for worker/0.
calls(N, Last, Gap) ->
    _ = ?MODULE:target(N),
    Now = erlang:monotonic_time(),
    case process_info(self(), message_queue_len) of
        {message_queue_len, 0} -> calls(N + 1, Now, max(Gap, Now - Last));
        _ -> {N + 1, max(Gap, Now - Last)}
    end.

target(N) -> body(N) + 1.

body(N) -> N bxor 5.
