%% shows application: loaded from a term, started with what it depends on, environment, stop callbacks, types, and errors
-module(applications_started).
-include("../support/edge.hrl").
-export([start/2, stop/1, prep_stop/1, start_phase/3, init/1]).

main() ->
    logger:set_primary_config(level, none),
    register(main, self()),
    ?T(application:load({application, base, [{vsn, "1"}, {modules, []}, {registered, []}, {applications, [kernel, stdlib]}, {env, [{k, 1}]}]})),
    ?T(application:load(spec(top, [{applications, [kernel, stdlib, base]}, {env, [{a, 1}, {b, "two"}]}]))),
    ?T(application:load(spec(top, []))),
    ?T(application:load({application, broken, [{vsn, 1}]})),
    ?T(application:load(no_such_application)),
    ?T(application:start(top)),
    ?T(application:ensure_all_started(top)),
    ?T(said()),
    ?T(application:start(top)),
    ?T(application:ensure_started(top)),
    ?T([lists:keymember(A, 1, application:which_applications()) || A <- [base, top, none]]),
    ?T({application:get_env(top, a), application:get_env(top, c), application:get_env(top, c, 3), application:get_env(none, a)}),
    ?T(lists:sort(application:get_all_env(top))),
    ?T({application:set_env(top, a, new), application:get_env(top, a), application:unset_env(top, b), application:get_env(top, b)}),
    ?T(application:set_env([{top, [{x, 1}, {y, 2}]}])),
    ?T(lists:sort(application:get_all_env(top))),
    ?T(application:get_key(top, vsn)),
    ?T(application:get_key(top, no_such_key)),
    ?T(element(2, application:get_key(base, applications))),
    ?T({application:get_application(whereis(top_sup)), application:get_application(self()), application:get_application(?MODULE)}),
    ?T(application:stop(base)),
    ?T(application:stop(top)),
    ?T(said()),
    ?T({application:stop(top), application:unload(top), application:unload(top)}),
    ?T(application:load(spec(phased, [{start_phases, [{one, [x]}, {two, y}]}]))),
    ?T({application:start(phased), said(), application:stop(phased), said()}),
    ?T(application:load(setelement(3, spec(failing, []), lists:keyreplace(mod, 1, element(3, spec(failing, [])), {mod, {?MODULE, {error, no_luck}}})))),
    ?T(begin {error, {Why, _}} = application:start(failing), Why end),
    ?T(application:start(top, wrong_type)),
    ok.

spec(Name, More) -> {application, Name, [{vsn, "2.0"}, {modules, [?MODULE]}, {registered, []}, {mod, {?MODULE, Name}}] ++ (More ++ [{applications, []} || not lists:keymember(applications, 1, More)])}.
said() -> receive {told, X} -> [X | said()] after 0 -> [] end.
tell(X) -> main ! {told, X}.
start(_, {error, E}) -> {error, E};
start(Type, Name) -> tell({start, Type, Name}), {ok, P} = supervisor:start_link({local, top_sup}, ?MODULE, []), {ok, P, state}.
start_phase(Phase, Type, Args) -> tell({phase, Phase, Type, Args}), ok.
prep_stop(State) -> tell({prep_stop, State}), prepared.
stop(State) -> tell({stop, State, whereis(top_sup)}).
init([]) -> {ok, {#{}, []}}.
