%% proves Z1, F5: deleting a module ends what is traced at its exports; a meta tracer that is gone is named until a call finds out
-module(deleted_module).
-export([main/0, callee/0]).

main() ->
    Tracer = spawn(fun() -> receive never -> ok end end),
    {module, _} = erlang:load_module(deleted_module_prey, prey(1)),
    erlang:trace(self(), true, [call, {tracer, Tracer}]),
    1 = erlang:trace_pattern({deleted_module_prey, version, 0}, true, [global]),
    show(deleted_module_prey:version()),
    erlang:delete_module(deleted_module_prey),
    show(catch_class(fun() -> erlang:apply(deleted_module_prey, version, []) end)),
    erlang:purge_module(deleted_module_prey),
    {module, _} = erlang:load_module(deleted_module_prey, prey(2)),
    show(deleted_module_prey:version()),
    erlang:trace(self(), false, [all]),
    Delivered = erlang:trace_delivered(self()),
    receive {trace_delivered, _, Delivered} -> ok end,
    {messages, Messages} = process_info(Tracer, messages),
    show([Call || {trace, _, call, Call} <- Messages]),
    {Meta, Monitor} = spawn_monitor(fun() -> receive stop -> ok end end),
    1 = erlang:trace_pattern({?MODULE, callee, 0}, true, [{meta, Meta}]),
    Meta ! stop,
    receive {'DOWN', Monitor, process, Meta, _} -> ok end,
    show(erlang:trace_info({?MODULE, callee, 0}, meta) =:= {meta, Meta}),
    ?MODULE:callee(),
    show(erlang:trace_info({?MODULE, callee, 0}, meta)),
    1 = erlang:trace_pattern({?MODULE, callee, 0}, false, [meta]).

callee() -> ok.

show(Term) -> io:format("~w~n", [Term]).

catch_class(Fun) -> try Fun() catch Class:_ -> Class end.

prey(Version) ->
    {ok, _, Code} = compile:forms([
        {attribute, 1, module, deleted_module_prey},
        {attribute, 1, export, [{version, 0}]},
        {function, 2, version, 0, [{clause, 2, [], [], [{integer, 2, Version}]}]}
    ]),
    Code.
