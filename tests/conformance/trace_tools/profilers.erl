%% needs: 27
%% OTP's profilers, which are programs that trace: what is counted is the same, times are left out.
-module(profilers).
-export([main/0, busy/1, leaf/1, start/0]).
-include_lib("stdlib/include/ms_transform.hrl").

leaf(X) -> X + 1.

busy(0) -> ok;
busy(N) -> leaf(N), busy(N - 1).

start() ->
    {Pid, Ref} = spawn_monitor(fun() -> busy(20) end),
    busy(10),
    receive {'DOWN', Ref, process, Pid, normal} -> ok end.

main() ->
    counted(), timed(), told(), followed().

%% cprof: call_count on all functions.
counted() ->
    cprof:start(?MODULE),
    busy(100),
    cprof:pause(?MODULE),
    {?MODULE, _, Functions} = cprof:analyse(?MODULE),
    io:format("~p~n", [[F || {{_, Name, _}, _} = F <- Functions, Name =:= busy orelse Name =:= leaf]]),
    cprof:stop().

%% eprof: calls and call_time of the processes that a fun starts.
timed() ->
    {ok, _} = eprof:start(),
    {ok, done} = eprof:profile([self()], fun() -> start(), done end, {?MODULE, '_', '_'}),
    eprof:log("/dev/null"),
    stopped = eprof:stop(),
    io:format("eprof ok~n").

%% dbg with a handler of one's own, names for match specs, and what is set.
told() ->
    Self = self(),
    {ok, _} = dbg:tracer(process, {fun(Message, N) -> Self ! {N, Message}, N + 1 end, 1}),
    {ok, [{matched, _, 1}]} = dbg:p(self(), [c]),
    io:format("~p~n", [[Saved || {ok, [_, Saved]} <- [dbg:tpl(?MODULE, busy, 1, [{[1], [], [{return_trace}]}]), dbg:tpl(?MODULE, leaf, 1, x)]]]),
    busy(2),
    [receive {N, Message} -> io:format("~p ~p~n", [N, setelement(2, Message, pid)]) end || N <- lists:seq(1, 5)],
    {ok, [{matched, _, Cleared}]} = dbg:ctpl(?MODULE),
    io:format("~p ~p~n", [Cleared > 3, dbg:fun2ms(fun([X, Y]) when X > Y -> return_trace() end)]),
    dbg:stop().

%% fprof: calls and returns with times, through a port to a file, made into a tree of who called whom. What it says meanwhile is left out.
followed() ->
    File = "/tmp/profilers-" ++ os:getpid(),
    Out = File ++ ".out",
    ok = fprof:trace([start, {file, File}]),
    busy(5),
    fprof:trace(stop),
    Leader = group_leader(),
    group_leader(spawn_link(fun silent/0), self()),
    ok = profile(File),
    ok = fprof:analyse([{dest, Out}]),
    fprof:stop(),
    group_leader(Leader, self()),
    {ok, Terms} = file:consult(Out),
    io:format("~p~n", [lists:usort([{F, Count} || {_, {{?MODULE, _, _} = F, Count, _, _}, _} <- Terms])]),
    [file:delete(F) || F <- [File, Out]].

%% fprof links to the process that reads the file after that one has begun, and fails where a short file has been read by then.
profile(File) ->
    case fprof:profile([{file, File}]) of
        {error, noproc} -> profile(File);
        Result -> Result
    end.

silent() -> receive {io_request, From, As, _} -> From ! {io_reply, As, ok}, silent() end.
