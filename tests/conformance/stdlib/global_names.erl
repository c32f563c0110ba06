%% shows names for the whole network in a node of its own: registered, sent to, given up at exits; locks; gen_servers under such names
-module(global_names).
-behaviour(gen_server).
-include("../support/edge.hrl").
-export([init/1, handle_call/3, handle_cast/2]).

main() ->
    ?T(global:whereis_name(nobody)),
    ?T(global:register_name(me, self())),
    ?T(global:register_name(me, self())),
    ?T(global:whereis_name(me) =:= self()),
    ?T(global:registered_names()),
    ?T(global:send(me, hello) =:= self()),
    ?T(receive hello -> got after 5000 -> none end),
    ?T(global:send(nobody, hello)),
    ?T(global:register_name({any, "term"}, not_a_pid)),
    ?T(lives_on()),
    ?T(global:re_register_name(me, whereis(kernel_sup))),
    ?T(global:whereis_name(me) =:= whereis(kernel_sup)),
    ?T(global:unregister_name(me)),
    ?T(global:unregister_name(me)),
    ?T(global:trans({lock, self()}, fun() -> inside end)),
    ?T(global:set_lock({lock, one})),
    ?T(global:set_lock({lock, two}, [node()], 0)),
    ?T(global:del_lock({lock, one})),
    ?T(global:set_lock({lock, two}, [node()], 0)),
    ?T(global:sync()),
    ?T(is_pid(element(2, gen_server:start_link({global, counter}, ?MODULE, 5, [])))),
    ?T(element(1, element(2, gen_server:start_link({global, counter}, ?MODULE, 5, [])))),
    ?T(gen_server:call({global, counter}, next)),
    ?T(gen_server:call({via, global, counter}, next)),
    ?T(gen_server:cast({global, counter}, reset)),
    ?T(gen_server:call({global, counter}, next)),
    ?T(gen_server:call({global, nobody}, next)),
    ?T(gen_server:cast({global, nobody}, next)),
    ?T(is_pid(element(2, gen_server:start_link({via, global, second}, ?MODULE, 1, [])))),
    ?T(lists:sort(global:registered_names())),
    ?T(gen_server:stop({global, counter})),
    ?T(gone(counter)),
    ok.

init(N) -> {ok, N}.
handle_call(next, _, N) -> {reply, N, N + 1}.
handle_cast(reset, _) -> {noreply, 0}.

%% A name goes with its process.
lives_on() ->
    {P, M} = spawn_monitor(fun() -> receive stop -> ok end end),
    yes = global:register_name(short, P),
    P ! stop,
    receive {'DOWN', M, _, _, _} -> gone(short) end.

gone(Name) ->
    case global:whereis_name(Name) of
        undefined -> gone;
        _ -> timer:sleep(1), gone(Name)
    end.
