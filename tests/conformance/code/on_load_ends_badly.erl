%% shows who goes with a version whose on_load function fails, exits or is killed, and who does not notice
%% reports: ignored
-module(on_load_ends_badly).
-include("../support/edge.hrl").
-import(waiting_loads, [load/1, begins/1, inside/0, ask/2, ends/2, died/1]).

main() ->
    waiting_loads:watch(),
    %% Of the first version nothing stays.
    First = begins(2),
    ?T(ends({inside(), First}, failed)),
    ?T({erlang:module_loaded(reloaded), erlang:check_old_code(reloaded), code:is_loaded(reloaded)}),
    ?T(load(1)),
    Old = spawn(fun() -> reloaded:loop() end),
    Fun = reloaded:adder(),
    [?T(bad_end(Ends, Old, Fun)) || Ends <- [failed, {failed, 1}, exits, killed]],
    %% There was old code besides: it stays, and who runs it.
    {module, reloaded} = erlang:load_module(reloaded, made_code:renamed(reloaded, waiting_version_1)),
    code:purge(reloaded),
    Last = begins(2),
    ?T(ends({inside(), Last}, ok)),
    ?T({reloaded:version(), erlang:check_old_code(reloaded), Fun(1)}).

bad_end(Ends, Old, Fun) ->
    Loading = begins(3),
    Inside = inside(),
    Started = ask(Inside, start),
    Watch = monitor(process, Started),
    Given = ask(Inside, give),
    Before = {ask(Started, old), ask(Started, new), Given(1)},
    Told = case Ends of
               exits -> ask(Inside, exit), Loading();
               killed -> exit(Inside, kill), Loading();
               _ -> ends({Inside, Loading}, Ends)
           end,
    {Before, Told, died(Watch), try Given(1) catch error:{badfun, _} -> badfun end,
     {ask(Old, old), ask(Old, new), Fun(1), reloaded:version()}, code:is_loaded(reloaded), erlang:check_old_code(reloaded)}.
