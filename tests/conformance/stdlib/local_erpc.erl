%% shows erpc and rpc with this node: results, exceptions of all classes, timeouts, requests, multicalls and casts
-module(local_erpc).
-include("../support/edge.hrl").

main() ->
    N = node(),
    ?T(erpc:call(N, lists, seq, [1, 3])),
    ?T(erpc:call(N, fun() -> {ran, self() =:= whereis(main)} end)),
    ?T(erpc:call(N, erlang, throw, [ball])),
    ?T(erpc:call(N, erlang, exit, [why])),
    ?T(class(fun() -> erpc:call(N, erlang, error, [bad]) end)),
    ?T(class(fun() -> erpc:call(N, lists, nosuch, []) end)),
    ?T(class(fun() -> erpc:call(N, timer, sleep, [infinity], 1) end)),
    ?T(class(fun() -> erpc:call(N, fun(_) -> x end) end)),
    ?T(class(fun() -> erpc:call("node", lists, seq, [1, 2]) end)),
    ?T(class(fun() -> erpc:call(N, lists, seq, [1 | 2]) end)),
    ?T(class(fun() -> erpc:call(N, lists, seq, [1, 2], -1) end)),
    ?T(class(fun() -> erpc:call('other@host', lists, seq, [1, 2]) end)),
    ?T(begin R = erpc:send_request(N, erlang, atom_to_list, [abc]), erpc:receive_response(R, 5000) end),
    ?T(begin R = erpc:send_request(N, erlang, atom_to_list, [abc]), erpc:wait_response(R, 5000) end),
    ?T(begin R = erpc:send_request(N, timer, sleep, [infinity]), {erpc:wait_response(R, 0), erpc:check_response(unrelated, R)} end),
    ?T(requests(N)),
    ?T(erpc:multicall([N, N], erlang, '+', [1, 2])),
    ?T([erase_stack(R) || R <- erpc:multicall([N, 'other@host'], erlang, error, [x])]),
    ?T(begin register(main, self()), erpc:cast(N, erlang, send, [main, casted]), receive casted -> got end end),
    ?T(erpc:multicast([N, N], erlang, send, [main, twice])),
    ?T([receive twice -> got end || _ <- [1, 2]]),
    ?T(rpc:call(N, erlang, throw, [ball])),
    ?T(rpc:call(N, erlang, exit, [why])),
    ?T(element(1, element(2, rpc:call(N, erlang, error, [bad])))),
    ?T(rpc:multicall([N, 'other@host'], erlang, '*', [6, 7])),
    ?T(rpc:yield(rpc:async_call(N, lists, reverse, [[1, 2]]))),
    ?T(rpc:nb_yield(rpc:async_call(N, timer, sleep, [infinity]), 0)),
    ?T(rpc:pmap({erlang, '+'}, [10], [1, 2, 3])),
    ?T(rpc:parallel_eval([{erlang, abs, [-1]}, {lists, sum, [[1, 2]]}])),
    ok.

class(F) -> try F() catch C:{exception, R, _} -> {C, exception, R}; C:R -> {C, R} end.
erase_stack({C, {exception, R, _}}) -> {C, exception, R};
erase_stack(R) -> R.
requests(N) ->
    C0 = erpc:send_request(N, erlang, abs, [-1], one, erpc:reqids_new()),
    C = erpc:send_request(N, erlang, abs, [-2], two, C0),
    {R1, L1, C1} = erpc:receive_response(C, 5000, true),
    {R2, L2, C2} = erpc:receive_response(C1, 5000, true),
    {lists:sort([{L1, R1}, {L2, R2}]), erpc:reqids_size(C2), erpc:receive_response(C2, 0, true)}.
