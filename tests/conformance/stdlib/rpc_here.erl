%% shows calls of this node by rpc and erpc, and of a node that is not there
-module(rpc_here).
-include("../support/edge.hrl").
-export([slowly/1]).

main() ->
    ?T(rpc:call(node(), erlang, abs, [-1])),
    ?T(rpc:block_call(node(), erlang, abs, [-2])),
    ?T(rpc:block_call(node(), erlang, error, [oops])),
    ?T(rpc:call(node(), erlang, throw, [ball])),
    ?T(element(1, rpc:call(node(), ?MODULE, slowly, [200], 1))),
    ?T(rpc:cast(node(), erlang, send, [self(), from_cast])),
    ?T(receive from_cast -> got after 5000 -> none end),
    ?T(rpc:yield(rpc:async_call(node(), lists, seq, [1, 3]))),
    ?T(rpc:multicall([node()], erlang, atom_to_list, [a])),
    ?T(rpc:multicall([node(), 'other@nowhere'], erlang, abs, [-3])),
    ?T(rpc:pmap({erlang, abs}, [], [-1, 2])),
    ?T(rpc:parallel_eval([{erlang, abs, [-1]}, {lists, max, [[1, 2]]}])),
    ?T(rpc:call('other@nowhere', erlang, abs, [-1])),
    ?T(rpc:block_call('other@nowhere', erlang, abs, [-1])),
    ?T(rpc:cast('other@nowhere', erlang, abs, [-1])),
    ?T(rpc:abcast([node()], rpc_here, hello)),
    ?T(register(rpc_here, self())),
    ?T(rpc:sbcast([node()], rpc_here, hello)),
    ?T(receive hello -> got after 5000 -> none end),
    ?T(rpc:sbcast([node()], not_there, hello)),
    ?T(rpc:server_call(node(), not_there, reply, hello)),
    ?T(rpc:eval_everywhere([node()], erlang, send, [rpc_here, everywhere])),
    ?T(receive everywhere -> got after 5000 -> none end),
    ?T(rpc:pinfo(self(), registered_name)),
    ?T(erpc:call(node(), erlang, abs, [-4])),
    ?T(erpc:call('other@nowhere', erlang, abs, [-4])),
    ?T(erpc:multicall([node(), 'other@nowhere'], erlang, abs, [-5])),
    ok.

slowly(Ms) -> timer:sleep(Ms), done.
