%% shows process_flag(save_calls) and process_info(last_calls): calls of exported functions, sends, receives, timeouts
-module(saved_calls).
-include("../support/edge.hrl").
-export([outer/1, inner/1]).

main() ->
    ?T(last()),
    ?T(process_flag(save_calls, 100)),
    ?MODULE:outer(1),
    ?T(last()),
    local(1),
    self() ! {message, 1},
    receive {message, _} -> ok end,
    receive never -> ok after 1 -> ok end,
    F = fun ?MODULE:inner/1,
    F(1),
    apply(?MODULE, inner, [1]),
    lists:reverse([1], [2]),
    ?T(lists:sublist(last(), 12)),
    ?T(process_flag(save_calls, 3)),
    ?T(last()),
    [?MODULE:inner(N) || N <- lists:seq(1, 1000)],
    ?T(last()),
    Other = spawn(fun() -> process_flag(save_calls, 5), ?MODULE:inner(1), receive {From, go} -> From ! ok end, receive stop -> ok end end),
    Other ! {self(), go},
    receive ok -> ok end,
    ?T(lists:sublist(lists:reverse(element(2, process_info(Other, last_calls))), 3)),
    ?T(process_flag(Other, save_calls, 0)),
    ?T(process_info(Other, last_calls)),
    ?T(process_flag(Other, save_calls, 10001)),
    ?T(process_flag(save_calls, -1)),
    ?T(process_flag(save_calls, a)),
    ?T(process_flag(save_calls, 0)),
    ?T(last()),
    Other ! stop,
    ok.

%% Without what printing and asking call.
last() ->
    case process_info(self(), last_calls) of
        {last_calls, false} -> false;
        {last_calls, Calls} -> [Call || Call <- Calls, Call =:= send orelse Call =:= 'receive' orelse Call =:= timeout
                                        orelse (is_tuple(Call) andalso element(1, Call) =:= ?MODULE)]
    end.

outer(X) -> inner(X), ?MODULE:inner(X).
inner(X) -> {X}.
local(X) -> {X}.
