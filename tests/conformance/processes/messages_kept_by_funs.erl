%% shows messages that a fun of prim_eval:'receive'/2 keeps while they stay in the queue, and that are then taken or flushed
-module(messages_kept_by_funs).
-export([main/0]).

main() ->
    taken(),
    flushed(),
    applied().

taken() ->
    self() ! {message, lists:seq(1, 5), "text"},
    timeout = keep(taken),
    true = erlang:garbage_collect(),
    Message = receive M -> M end,
    churn(100),
    io:format("~p ~p~n", [get(taken), Message]).

flushed() ->
    {Pid, Ref} = spawn_monitor(fun() -> exit({reason, lists:seq(1, 8), binary:copy(<<"abc">>, 30)}) end),
    await_down(),
    timeout = keep(flushed),
    true = demonitor(Ref, [flush]),
    churn(100),
    {kept, {'DOWN', Ref, process, Pid, Reason}} = get(flushed),
    io:format("~p~n", [Reason]).

%% What the fun returns for a message ends the receive, and the message is gone.
applied() ->
    [self() ! {number, N, [N]} || N <- lists:seq(1, 4)],
    Third = prim_eval:'receive'(fun({number, 3, L}) -> churn(3), {found, L}; (_) -> nomatch end, infinity),
    {messages, Left} = process_info(self(), messages),
    io:format("~p ~p~n", [Third, Left]).

keep(Key) -> prim_eval:'receive'(fun(M) -> put(Key, {kept, M}), nomatch end, 0).

await_down() ->
    case process_info(self(), message_queue_len) of
        {message_queue_len, 0} -> erlang:yield(), await_down();
        _ -> ok
    end.

churn(0) -> ok;
churn(N) -> _ = [make_ref() || _ <- lists:seq(1, 500)], churn(N - 1).
