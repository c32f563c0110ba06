%% Every kind of term in each place of a signal to another node, there and back: sent, in the arguments of a spawn, as the reason of an exit, in the
%% result of a call. The other node says what it has got by the term's hash, so that both directions are checked by themselves.
-module(cluster_carried).

-export([checks/1, spawned/2, exits/0]).

checks(Node) ->
    [{io_lib:format("~ts ~ts", [Kind, Way]), fun() -> carried(Way, Node, Make()) end} || Way <- ways(), {Kind, Make} <- terms()].

ways() -> ["as an argument of spawn", "as the reason of a link's end", "as the reason of DOWN", "as a result of erpc", "as a raised term", "to an alias"].

%% Made by the process that sends them.
terms() ->
    [{"a small integer", fun() -> 255 end}, {"a 32-bit integer", fun() -> -(1 bsl 31) end}, {"a 64-bit integer", fun() -> (1 bsl 64) - 1 end},
     {"a bignum of 3000 bits", fun() -> -(1 bsl 3000) end}, {"a float", fun() -> 1.0e-300 end}, {"an atom", fun() -> list_to_atom("carried " ++ [1080]) end},
     {"an atom of 255 letters", fun() -> list_to_atom(lists:duplicate(255, 1103)) end}, {"a string", fun() -> "text" end},
     {"a string of 65,536 bytes", fun() -> lists:duplicate(65536, $s) end}, {"an improper list", fun() -> [a, b | c] end},
     {"a deep list", fun() -> lists:foldl(fun(_, L) -> [L] end, [], lists:seq(1, 100000)) end},
     {"a tuple of 300", fun() -> list_to_tuple(lists:seq(1, 300)) end}, {"a binary", fun() -> <<"binary">> end},
     {"a binary of 200,000 bytes", fun() -> binary:copy(<<"ab">>, 100000) end}, {"a bitstring", fun() -> <<5:3, 7:64, 1:1>> end},
     {"a part of a binary", fun() -> binary:part(binary:copy(<<"part">>, 1000), 1, 2000) end}, {"a map", fun() -> #{1 => one, "k" => #{}} end},
     {"a map of 1,000", fun() -> maps:from_list([{{N, N}, [N]} || N <- lists:seq(1, 1000)]) end}, {"an external fun", fun() -> fun lists:sort/1 end},
     {"pids and references", fun() -> {self(), make_ref(), [alias(), hd(erlang:ports())]} end}].

carried("as an argument of spawn", Node, Term) ->
    Pid = spawn(Node, ?MODULE, spawned, [self(), Term]),
    receive {Pid, Hash, Back} -> Hash =:= hash(Term) andalso Back =:= Term after 10000 -> none end;
carried("as the reason of a link's end", Node, Term) ->
    process_flag(trap_exit, true),
    Pid = spawn_link(Node, ?MODULE, exits, []),
    Pid ! Term,
    receive {'EXIT', Pid, Reason} -> Reason =:= Term after 10000 -> none end;
carried("as the reason of DOWN", Node, Term) ->
    {Pid, Monitor} = spawn_monitor(Node, ?MODULE, exits, []),
    Pid ! Term,
    receive {'DOWN', Monitor, process, Pid, Reason} -> Reason =:= Term after 10000 -> none end;
carried("as a result of erpc", Node, Term) ->
    {Hash, Back} = erpc:call(Node, fun() -> {hash(Term), Term} end),
    Hash =:= hash(Term) andalso Back =:= Term;
carried("as a raised term", Node, Term) ->
    try erpc:call(Node, erlang, throw, [Term]) catch throw:Thrown -> Thrown =:= Term end;
carried("to an alias", Node, Term) ->
    Alias = alias([reply]),
    spawn(Node, erlang, send, [Alias, {aliased, Term}]),
    receive {aliased, Back} -> Back =:= Term after 10000 -> none end.

spawned(To, Term) -> To ! {self(), hash(Term), Term}.

exits() -> receive Reason -> exit(Reason) end.

%% Equal on all nodes, but for what belongs to one node: a pid is printed in another way elsewhere.
hash(Term) when is_tuple(Term), is_pid(element(1, Term)) -> tuple_size(Term);
hash(Term) -> erlang:phash2(Term).
