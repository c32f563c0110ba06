%% proves F2, F7, F8, I2: pause, restart, setting again and turning off of call_time and call_memory, each apart from the others;
%% pausing or restarting what is not set begins where the session has something else there
%% needs: 27
-module(call_figures_pause).
-export([main/0, f/1]).
-include("trace.hrl").

main() ->
    T = tracer(),
    S = trace:session_create(?MODULE, T, []),
    W = worker(),
    1 = trace:process(S, W, true, [call]),
    Mfa = {?MODULE, f, 1},
    Show = fun(What) -> io:format("~w: ~w~n", [What, [figure(trace:info(S, Mfa, I)) || I <- [call_time, call_memory, call_count]]]) end,
    Call = fun() -> do(W, fun() -> f(1) end) end,
    Set = fun(How, Kinds) -> 1 = trace:function(S, Mfa, How, Kinds), Show({How, Kinds}) end,
    Set(pause, [call_time]),
    Set(restart, [call_memory]),
    Set(true, [call_time, call_memory, call_count]),
    Call(), Show(called),
    Set(pause, [call_time]),
    Call(), Show(called),
    Set(pause, [call_memory, call_count]),
    Call(), Show(called),
    Set(restart, [call_time]),
    Call(), Show(called),
    Set(true, [call_memory]),
    Call(), Show(called),
    Set(false, [call_time]),
    Call(), Show(called),
    Set(pause, [call_time]),
    Call(), Show(called),
    Set(restart, [call_time]),
    Call(), Show(called),
    Set(false, [call_count]),
    Set(pause, [call_count]),
    Call(), Show(called),
    Set(pause, [call_count]),
    Call(), Show(called),
    Set(true, [local]),
    Call(), Show(called),
    io:format("~w~n", [[figure(I) || I <- element(2, trace:info(S, Mfa, all))]]),
    Set(false, [call_time, call_count]),
    Set(false, [call_memory]),
    io:format("~w~n", [trace:info(S, Mfa, all)]),
    Set(restart, [call_count]),
    Set(true, [global]),
    Set(false, [global]),
    [begin
         1 = trace:function(S, Mfa, How, [Kind]),
         io:format("~w ~w: ~w~n", [How, Kind, [trace:info(S, Mfa, I) || I <- [traced, match_spec]]]),
         1 = trace:function(S, Mfa, false, [Kind])
     end || How <- [pause, restart], Kind <- [local, global]],
    %% Without the flag `call` only call_count counts.
    1 = trace:process(S, W, false, [call]),
    Set(true, [call_time, call_memory, call_count]),
    Call(), Show(unflagged),
    true = trace:session_destroy(S).

figure({call_time, Rows}) when is_list(Rows) -> {call_time, [Calls || {_, Calls, _, _} <- Rows]};
figure({call_memory, Rows}) when is_list(Rows) -> {call_memory, [{Calls, Words} || {_, Calls, Words} <- Rows]};
figure(Other) -> Other.

f(X) -> [X].
