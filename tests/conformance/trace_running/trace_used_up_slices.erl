%% shows that a process which has used up its time slice in a native is scheduled out before it goes on. A function that is compiled
%% when it is called may begin without a look at the reductions, so not each time; but a slice in 16 was once too many.
-module(trace_used_up_slices).
-export([main/0, next/1]).

-define(TIMES, 500).

main() ->
    Self = self(),
    Pid = spawn_link(fun() -> receive go -> ok end, use(?TIMES), Self ! done, receive stop -> ok end end),
    1 = erlang:trace_pattern({?MODULE, next, 1}, [{'_', [], [{return_trace}]}], [local]),
    1 = erlang:trace(Pid, true, [running, call]),
    Pid ! go,
    receive done -> ok end,
    Reference = erlang:trace_delivered(Pid),
    receive {trace_delivered, Pid, Reference} -> ok end,
    Count = went_on(Pid, false, 0),
    io:format("scheduled out: ~p~n", [case Count =< 5 of true -> nearly_always; false -> {not_in, Count, ?TIMES} end]).

use(0) -> ok;
use(N) ->
    true = erlang:bump_reductions(4000),
    use(?MODULE:next(N)).

next(N) -> N - 1.

%% How often it returned without having been scheduled out since it was returned from before.
went_on(Pid, WasOut, Count) ->
    receive
        {trace, Pid, out, _} -> went_on(Pid, true, Count);
        {trace, Pid, return_from, _, _} when WasOut -> went_on(Pid, false, Count);
        {trace, Pid, return_from, _, _} -> went_on(Pid, false, Count + 1);
        {trace, Pid, _, _} -> went_on(Pid, WasOut, Count)
    after 0 -> Count
    end.
