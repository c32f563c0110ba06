%% proves F1, F3, B4: a native function that a loop calls all the time is seen from the change on, and no longer after the next one
%% needs: 27
-module(bif_in_running_loop).
-export([main/0]).
-import(trace_stream, [tracer/0, worker/1, do/2, tell/2, session/1, wait/1, show/2, say/1]).

%% In the middle of a function, in its end, and one whose module is loaded.
spin(Stop) ->
    "17" = digits(17),
    true = lists:member(c, letters()),
    {<<"x">>} = in_middle("x"),
    case counters:get(Stop, 1) of
        0 -> spin(Stop);
        _ -> stopped
    end.

letters() -> [a, b, c].
digits(N) -> integer_to_list(N).
in_middle(Text) -> {iolist_to_binary(Text)}.

natives() -> [{erlang, integer_to_list, 1}, {lists, member, 2}, {erlang, iolist_to_binary, 1}].

main() ->
    T = tracer(), W = worker(w), S = session(T),
    Stop = counters:new(1, []),
    [spin(stopped()) || _ <- lists:seq(1, 50)],
    tell(W, fun() -> spin(Stop) end),
    Count = fun(Mfa) -> {call_count, N} = trace:info(S, Mfa, call_count), N end,
    [begin
         [trace:function(S, Mfa, true, [call_count]) || Mfa <- natives()],
         [wait(fun() -> Count(Mfa) > 10 end) || Mfa <- natives()],
         [trace:function(S, Mfa, false, [call_count]) || Mfa <- natives()],
         say({round, Round, [trace:info(S, Mfa, call_count) || Mfa <- natives()]})
     end || Round <- [1, 2]],
    counters:add(Stop, 1, 1),
    do(W, fun() -> ok end),
    %% The loop has run with and without breakpoints; each call is seen once, from where it is, with what it returns.
    trace:process(S, W, true, [call, return_to]),
    Returns = [{'_', [], [{return_trace}]}],
    [begin
         [trace:function(S, Mfa, Returns, [How]) || Mfa <- natives()],
         do(W, fun() -> spin(stopped()) end),
         %% One that fails names its caller, and the next one is called as if nothing had been.
         do(W, fun() ->
                   {'EXIT', {badarg, [{erlang, integer_to_list, [no], _}, {?MODULE, digits, 1, _} | _]}} = (catch digits(no)),
                   digits(1)
               end),
         [trace:function(S, Mfa, false, [How]) || Mfa <- natives()],
         do(W, fun() -> spin(stopped()) end)
     end || How <- [local, global]],
    show(S, T),
    say(done).

stopped() ->
    Stop = counters:new(1, []),
    counters:add(Stop, 1, 1),
    Stop.
