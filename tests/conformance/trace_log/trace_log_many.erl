%% proves T5: many processes report to one sonde_trace_log; each one's calls are there in order, or counted where memory is short
%% needs: 27
-module(trace_log_many).
-export([main/0, f/1]).

-define(CALLS, 4000).

main() ->
    scratch_folder:with(fun(Folder) ->
        run(filename:join(Folder, "large.strace"), #{}),
        run(filename:join(Folder, "small.strace"), #{ring_kb => 16}),
        run(filename:join(Folder, "none.strace"), #{ring_kb => 16, threads => 1})
    end).

run(File, Options) ->
    {ok, Log} = sonde_trace_log:open(File, Options),
    Session = trace:session_create(many, sonde_trace_log:tracer(Log), []),
    1 = trace:function(Session, {?MODULE, f, 1}, true, [local]),
    Pids = [spawn_link(fun() -> receive {go, From} -> [f(N) || N <- lists:seq(1, ?CALLS)], From ! {ran, self()} end end) || _ <- lists:seq(1, 8)],
    [1 = trace:process(Session, Pid, true, [call]) || Pid <- Pids],
    [Pid ! {go, self()} || Pid <- Pids],
    [receive {ran, Pid} -> ok end || Pid <- Pids],
    trace:session_destroy(Session),
    {ok, #{events := Events, dropped := Dropped, dropped_by := By}} = sonde_trace_log:close(Log),
    {ok, #{ends := Ends, events := Read, dropped := DroppedRead, dropped_by := ByRead}, {Seen, Gaps}} =
        sonde_trace_log_file:fold(File, fun keep/2, {#{}, 0}),
    io:format("~w~n", [[Events + Dropped =:= 8 * ?CALLS, Read =:= Events, DroppedRead =:= Dropped, By =:= ByRead,
                        lists:sum(maps:values(By)) =:= Dropped, (Ends =:= complete) =:= (Dropped =:= 0), Gaps =< Dropped,
                        lists:all(fun in_order/1, maps:values(Seen)),
                        [] =:= [Pid || Pid <- maps:keys(Seen), not lists:member(Pid, Pids)], map_size(Options) > 0 orelse Dropped =:= 0]]).

keep({gap, Count}, {Seen, Gaps}) -> {Seen, Gaps + Count};
keep({_, Pid, call, {?MODULE, f, [N]}, _}, {Seen, Gaps}) -> {maps:update_with(Pid, fun(Ns) -> [N | Ns] end, [N], Seen), Gaps}.

in_order(Ns) -> lists:usort(Ns) =:= lists:reverse(Ns).

f(X) -> X.
