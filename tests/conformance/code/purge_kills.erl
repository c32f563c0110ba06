%% shows purge kills who runs or returns to old code and nobody else; soft_purge leaves them alone
-module(purge_kills).
-export([main/0]).

main() ->
    M = load(1),
    {Waits, WaitsRef} = spawn_monitor(M, wait, []),
    {Returns, ReturnsRef} = spawn_monitor(M, returns, [self()]),
    {Holds, HoldsRef} = spawn_monitor(fun() -> Fun = M:closure(), receive {go, From} -> From ! {held, catch Fun()} end end),
    receive in_fun -> ok end,
    wait_until(Waits),
    wait_until(Holds),
    false = code:purge(M),
    M = load(2),
    io:format("old: ~w ~w ~w~n", [erlang:check_old_code(M), M:version(), erlang:check_old_code(no_such_module)]),
    io:format("check: ~w ~w ~w ~w~n", [erlang:check_process_code(P, M) || P <- [Waits, Returns, Holds, self()]]),
    Async = erlang:check_process_code(Waits, M, [{async, my_request}]),
    io:format("async: ~w ~w~n", [Async, receive {check_process_code, my_request, R} -> R end]),
    io:format("soft: ~w ~w~n", [code:soft_purge(M), erlang:check_old_code(M)]),
    io:format("third: ~w~n", [erlang:finish_loading([erlang:prepare_loading(M, made_code:renamed(M, purge_version_1))])]),
    io:format("alive: ~w~n", [[is_process_alive(P) || P <- [Waits, Returns, Holds]]]),
    io:format("purge: ~w ~w~n", [code:purge(M), erlang:check_old_code(M)]),
    io:format("waits: ~w~n", [receive {'DOWN', WaitsRef, _, _, Reason1} -> Reason1 end]),
    io:format("returns: ~w~n", [receive {'DOWN', ReturnsRef, _, _, Reason2} -> Reason2 end]),
    Holds ! {go, self()},
    receive {held, {'EXIT', {{badfun, _} = BadFun, _}}} -> io:format("holds: ~w~n", [element(1, BadFun)]) end,
    receive {'DOWN', HoldsRef, _, _, Reason3} -> io:format("then: ~w~n", [Reason3]) end,
    io:format("again: ~w ~w~n", [code:purge(M), code:soft_purge(M)]),
    io:format("badarg: ~w~n", [try erlang:purge_module(M) catch error:Bad -> Bad end]),
    io:format("delete: ~w ~w ~w~n", [code:delete(M), code:delete(M), try M:version() catch error:Gone -> Gone end]),
    io:format("only old: ~w ~w~n", [erlang:check_old_code(M), code:purge(M)]).

load(Version) ->
    made_code:load(purge_kills_made, list_to_atom("purge_version_" ++ integer_to_list(Version))).

wait_until(Pid) ->
    case process_info(Pid, status) of
        {status, waiting} -> ok;
        _ -> erlang:yield(), wait_until(Pid)
    end.
