%% proves P18, P19: which flags children and linked processes get, and what is left of them in the parent: all combinations of
%% set_on_spawn, set_on_first_spawn, set_on_link, set_on_first_link, for spawn, spawn_link, link; and the events of each
%% needs: 27
-module(inherited_flags).
-export([main/0]).
-include("trace.hrl").

main() -> [inherit(Flags) || Flags <- [
    [set_on_spawn], [set_on_first_spawn], [set_on_link], [set_on_first_link], [set_on_spawn, set_on_first_spawn],
    [set_on_link, set_on_first_link], [set_on_spawn, set_on_link], [set_on_first_spawn, set_on_first_link],
    [set_on_spawn, set_on_first_link], [set_on_first_spawn, set_on_link]]].

inherit(Flags) ->
    T = tracer(),
    Session = trace:session_create(?MODULE, T, []),
    W = worker(),
    1 = trace:process(Session, W, true, [procs | Flags]),
    Steps = [{spawned, fun() -> spawn(fun worker_loop/0) end}, {spawned_again, fun() -> spawn(fun worker_loop/0) end},
             {linked_child, fun() -> spawn_link(fun worker_loop/0) end}, {linked_child_again, fun() -> spawn_link(fun worker_loop/0) end},
             {linked, fun() -> P = worker(), true = link(P), do(P, fun() -> ok end), P end}],
    io:format("~w~n", [Flags]),
    Names = [{W, w} | [step(Session, W, Name, Fun) || {Name, Fun} <- Steps]],
    [{First, _}] = [N || {_, spawned} = N <- Names],
    GrandChild = do(First, fun() -> spawn(fun worker_loop/0) end),
    show(Session, GrandChild, grandchild),
    show(Session, W, parent),
    delivered(Session),
    %% The order of the events of each process; a child's come when it likes.
    Clean = [clean(E, [{GrandChild, grandchild} | Names]) || E <- events(T)],
    print(lists:keysort(2, Clean), []),
    true = trace:session_destroy(Session).

step(Session, W, Name, Fun) ->
    P = do(W, Fun),
    show(Session, P, Name),
    {P, Name}.

show(Session, P, Name) ->
    {flags, Flags} = trace:info(Session, P, flags),
    io:format("  ~w: ~w~n", [Name, lists:sort(Flags)]).
