%% shows supervisor strategies: who is restarted when a child dies, restart types, giving up
%% reports: ignored
-module(supervisors).
-export([main/0]).
-behaviour(supervisor).
-export([init/1, start_child/1]).

main() ->
    process_flag(trap_exit, true),
    [run(S) || S <- [one_for_one, one_for_all, rest_for_one]],
    {ok, Sup} = supervisor:start_link(?MODULE, {one_for_one, 1}),
    M = monitor(process, Sup),
    kill(a), wait_for(a), kill(a),
    receive {'DOWN', M, _, _, R} -> io:format("gave up: ~w~n", [R]) end,
    ok.

run(Strategy) ->
    {ok, Sup} = supervisor:start_link(?MODULE, {Strategy, 10}),
    Before = [whereis(N) || N <- [a, b, c]],
    kill(b),
    wait_for(b),
    _ = supervisor:which_children(Sup),
    After = [whereis(N) || N <- [a, b, c]],
    io:format("~w: changed ~w~n", [Strategy, [X =/= Y || {X, Y} <- lists:zip(Before, After)]]),
    io:format("~w~n", [lists:sort(supervisor:count_children(Sup))]),
    io:format("~w ~w~n", [supervisor:terminate_child(Sup, a), supervisor:restart_child(Sup, b)]),
    io:format("~w~n", [[{Id, is_pid(P)} || {Id, P, _, _} <- lists:sort(supervisor:which_children(Sup))]]),
    exit(Sup, shutdown),
    receive {'EXIT', Sup, R} -> io:format("~w ~w~n", [R, [whereis(N) || N <- [a, b, c]]]) end.

kill(N) -> P = whereis(N), Mon = monitor(process, P), exit(P, kill), receive {'DOWN', Mon, _, _, _} -> ok end.

wait_for(N) -> case whereis(N) of undefined -> erlang:yield(), wait_for(N); P -> P end.

init({Strategy, Intensity}) ->
    {ok, {#{strategy => Strategy, intensity => Intensity, period => 5},
          [#{id => N, start => {?MODULE, start_child, [N]}} || N <- [a, b, c]]}}.

start_child(Name) -> proc_lib:start_link(erlang, apply, [fun() -> child(Name) end, []]).

child(Name) -> register(Name, self()), proc_lib:init_ack({ok, self()}), receive stop -> ok end.
