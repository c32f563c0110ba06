%% shows sys: suspend, resume, get and replace state, statistics, status of a gen_server
-module(sys_requests).
-export([main/0]).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2]).

main() ->
    {ok, P} = gen_server:start_link(?MODULE, 1, []),
    ok = sys:suspend(P),
    io:format("~w~n", [try gen_server:call(P, get, 20) catch exit:{timeout, _} -> timeout end]),
    ok = sys:resume(P),
    io:format("~w~n", [gen_server:call(P, get)]),
    io:format("~w ~w~n", [sys:get_state(P), sys:replace_state(P, fun(N) -> N + 41 end)]),
    io:format("~w~n", [gen_server:call(P, get)]),
    ok = sys:statistics(P, true),
    [gen_server:call(P, get) || _ <- [1, 2, 3]],
    {ok, S} = sys:statistics(P, get),
    io:format("~w ~w~n", [proplists:get_value(messages_in, S), proplists:get_value(messages_out, S)]),
    {status, P, {module, M}, [_, State, _, _, _]} = sys:get_status(P),
    io:format("~w ~w~n", [M, State]),
    io:format("~w~n", [sys:terminate(P, normal)]),
    ok.

init(N) -> {ok, N}.

handle_call(get, _, N) -> {reply, N, N}.

handle_cast(_, N) -> {noreply, N}.
