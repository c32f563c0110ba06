%% proves Q1, Q8: a spawn is reported as a request and its answer; the child has the token.
-module(seq_spawns).
-export([main/0]).
-import(seq_stream, [run/1, token/0]).

main() ->
    run([
        {spawn, 7, fun() ->
            Me = self(),
            spawn(fun() -> seq_trace:print(child), Me ! from_child end),
            receive from_child -> ok end
        end},
        {dead, 6, fun() ->
            Q = spawn(fun() -> ok end),
            monitor(process, Q),
            receive _ -> seq_trace:print(down) end,
            Q ! x,
            seq_trace:print(seq_trace:get_token() =/= [])
        end},
        {spawn_mfa, 5, fun() -> spawn(lists, seq, [1, 3]), seq_trace:print(token()) end},
        {spawn_opt, 5, fun() ->
            spawn_opt(lists, seq, [1, 3], [{priority, high}, monitor, {min_heap_size, 1000}]),
            seq_trace:print(token())
        end},
        {spawn_twice, 11, fun() ->
            spawn(lists, seq, [1, 3]),
            spawn(lists, seq, [1, 3]),
            self() ! a,
            receive a -> ok end,
            seq_trace:print(token())
        end},
        {spawn_monitor, 5, fun() -> spawn_monitor(fun() -> exit(x) end), receive {'DOWN', _, _, _, x} -> seq_trace:print(down) end end},
        {spawn_req, 5, fun() ->
            R = spawn_request(lists, seq, [1, 3], [{reply_tag, hej}]),
            receive {hej, R, ok, _} -> ok end,
            seq_trace:print(token())
        end},
        {spawn_req_noreply, 3, fun() -> spawn_request(lists, seq, [1, 3], [{reply, no}]), seq_trace:print(token()) end},
        {spawn_req_bad, 1, fun() ->
            R = spawn_request(lists, seq, [1, 3], [foo]),
            receive {spawn_reply, R, error, _} -> ok end,
            seq_trace:print(token())
        end}
    ]).
