%% shows the order in which an end becomes known: linked processes get their exit signal before anybody gets a DOWN,
%% and before a question sent earlier is answered
-module(exit_before_down).
-export([main/0]).
-export([init/1, start_child/0]).

main() ->
    process_flag(trap_exit, true),
    [io:format("~w ~w~n", [How, lists:usort([both(How) || _ <- lists:seq(1, 300)])])
     || How <- [spawned, linked_first, monitored_first, killed]],
    io:format("~w~n", [lists:usort([third_party() || _ <- lists:seq(1, 300)])]),
    io:format("~w~n", [lists:usort([supervised() || _ <- lists:seq(1, 100)])]),
    ok.

%% One process has a link and a monitor.
both(spawned) ->
    {P, _} = spawn_opt(fun() -> ok end, [monitor, link]),
    two(P);
both(linked_first) ->
    P = spawn(fun wait/0),
    link(P), monitor(process, P), P ! go,
    two(P);
both(monitored_first) ->
    P = spawn(fun wait/0),
    monitor(process, P), link(P), P ! go,
    two(P);
both(killed) ->
    P = spawn(fun wait/0),
    monitor(process, P), link(P), exit(P, kill),
    two(P).

wait() -> receive go -> ok end.

two(P) -> [receive {'EXIT', P, _} -> 'EXIT'; {'DOWN', _, _, P, _} -> 'DOWN' end || _ <- [1, 2]].

%% One process has the link, another sees the DOWN and asks the first: that has got the exit signal.
third_party() ->
    Self = self(),
    Owner = spawn_link(fun() ->
        process_flag(trap_exit, true),
        Self ! {child, spawn_link(fun wait/0)},
        receive ask -> Self ! {answer, receive {'EXIT', Pid, _} when Pid =/= Self -> knows after 0 -> does_not_know end} end
    end),
    Child = receive {child, C} -> C end,
    Monitor = monitor(process, Child),
    Child ! go,
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    Linked = element(2, process_info(Owner, links)) =/= [Self],
    Owner ! ask,
    Answer = receive {answer, A} -> A end,
    receive {'EXIT', Owner, normal} -> {Linked, Answer} end.

%% The same with OTP's supervisor, which must not list the child any more.
supervised() ->
    {ok, Supervisor} = supervisor:start_link(?MODULE, []),
    {ok, Child} = supervisor:start_child(Supervisor, []),
    Monitor = monitor(process, Child),
    Child ! go,
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    Left = supervisor:which_children(Supervisor),
    unlink(Supervisor),
    exit(Supervisor, shutdown),
    Left.

init([]) ->
    {ok, {#{strategy => simple_one_for_one},
          [#{id => child, start => {?MODULE, start_child, []}, restart => temporary}]}}.

start_child() -> {ok, spawn_link(fun wait/0)}.
