%% shows what callers and linked processes see when a gen_server crashes in a call, a cast, or in init
%% reports: ignored
-module(gen_server_crash).
-export([main/0]).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2, terminate/2]).

main() ->
    process_flag(trap_exit, true),
    {ok, A} = gen_server:start_link(?MODULE, ok, []),
    io:format("~w~n", [try gen_server:call(A, crash) catch exit:{{R, _}, {gen_server, call, [_, crash]}} -> {exit, R} end]),
    receive {'EXIT', A, {R2, _}} -> io:format("~w~n", [R2]) end,
    {ok, B} = gen_server:start_link(?MODULE, ok, []),
    gen_server:cast(B, {exit, shutdown}),
    receive {'EXIT', B, R3} -> io:format("~w~n", [R3]) end,
    {error, {R4, _}} = gen_server:start_link(?MODULE, crash, []),
    io:format("~w~n", [R4]),
    {ok, C} = gen_server:start_link(?MODULE, ok, []),
    io:format("~w~n", [try gen_server:call(C, bad_return) catch exit:{R6, _} -> R6 end]),
    {ok, D} = gen_server:start_link(?MODULE, ok, []),
    exit(D, from_outside),
    receive {'EXIT', D, R7} -> io:format("~w~n", [R7]) end,
    ok.

init(ok) -> {ok, state};
init(crash) -> error(in_init).

handle_call(crash, _, _) -> error(crashed);
handle_call(bad_return, _, _) -> nonsense.

handle_cast({exit, R}, S) -> {stop, R, S}.

terminate(_, _) -> ok.
