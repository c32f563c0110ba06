%% reports: ignored
%% shows that all keep the version before while the on_load function of a new one runs, whatever they do meanwhile
-module(on_load_reloads).
-include("../support/edge.hrl").
-import(waiting_loads, [load/1, begins/1, later/1, inside/0, ask/2, ends/2]).

main() ->
    waiting_loads:watch(),
    ?T(load(1)),
    Fun = (fun() -> reloaded:adder() end)(),
    Old = spawn(fun() -> reloaded:loop() end),
    ?T(answers(Old)),
    Second = begins(2),
    Inside = inside(),
    ?T(state()),
    ?T(answers(Old)),
    ?T({Fun(1), (reloaded:adder())(1)}),
    ?T([erlang:check_process_code(P, reloaded) || P <- [Old, Inside, self()]]),
    ?T({code:soft_purge(reloaded), code:purge(reloaded)}),
    ?T([ask(Inside, What) || What <- [old, new, own, ensure]]),
    ?T((ask(Inside, give))(1)),
    %% A third version waits for the second; the module is there all the time.
    Third = begins(3),
    Ensured = later(fun() -> code:ensure_loaded(reloaded) end),
    ?T(Ensured()),
    ?T(code:atomic_load([{reloaded, "again", made_code:renamed(reloaded, waiting_version_1)}])),
    ?T(state()),
    ?T(ends({Inside, Second}, ok)),
    %% Old code was purged when it asked, and there is some again.
    ?T(Third()),
    ?T(state()),
    ?T(answers(Old)),
    ?T([erlang:check_process_code(P, reloaded) || P <- [Old, self()]]),
    Waits = monitor(process, Old),
    Fourth = begins(3),
    Inside3 = inside(),
    ?T(waiting_loads:died(Waits)),
    ?T(state()),
    ?T(ask(Inside3, new)),
    ?T(ends({Inside3, Fourth}, ok)),
    ?T(state()),
    ?T(try Fun(1) catch error:{badfun, _} -> badfun end).

state() ->
    {reloaded:version(), apply(reloaded, version, []), (fun reloaded:version/0)(),
     erlang:function_exported(reloaded, only_in_a_version_that_waits, 0), erlang:module_loaded(reloaded),
     code:is_loaded(reloaded), erlang:check_old_code(reloaded), lists:member({loop, 0}, reloaded:module_info(exports))}.

answers(Process) -> [ask(Process, What) || What <- [old, new]].
