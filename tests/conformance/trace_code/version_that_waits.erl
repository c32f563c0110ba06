%% proves F9
%% shows that patterns miss a version whose on_load function runs, and that those for code to come arm it when that has ended
-module(version_that_waits).
-include("../support/edge.hrl").
-import(waiting_loads, [load/1, begins/1, inside/0, ask/2, ends/2]).

main() ->
    waiting_loads:watch(),
    ?T(load(1)),
    Old = spawn(fun() -> reloaded:loop() end),
    Tracer = spawn(fun() -> collect([]) end),
    erlang:trace(Old, true, [call, {tracer, Tracer}]),
    erlang:trace(new_processes, true, [call, {tracer, Tracer}]),
    Loading = begins(2),
    Inside = inside(),
    ?T({erlang:trace_pattern({reloaded, version, 0}, true, [local]), erlang:trace_info({reloaded, version, 0}, traced)}),
    ?T(erlang:trace_pattern({reloaded, only_in_a_version_that_waits, '_'}, true, [local])),
    ?T({ask(Old, old), ask(Old, new), calls(Tracer)}),
    ?T({ask(Inside, old), calls(Tracer), ask(Inside, new), calls(Tracer)}),
    erlang:trace_pattern(on_load, true, [local]),
    Started = ask(Inside, start),
    ?T({ask(Inside, old), ask(Started, old), calls(Tracer)}),
    ?T(ends({Inside, Loading}, ok)),
    ?T([erlang:trace_info({reloaded, F, 0}, traced) || F <- [version, loop, only_in_a_version_that_waits]]),
    ?T({ask(Started, old), calls(Tracer)}),
    ?T({ask(Started, new), calls(Tracer)}),
    ?T({ask(Old, new), reloaded:version()}),
    erlang:trace_pattern(on_load, false, [local]).

%% What was called in the module since it was asked last.
calls(Tracer) ->
    Delivered = erlang:trace_delivered(all),
    receive {trace_delivered, all, Delivered} -> ok end,
    [Function || {reloaded, Function, _} <- ask(Tracer, calls)].

collect(Calls) ->
    receive
        {trace, _, call, Call} -> collect([Call | Calls]);
        {From, calls} -> From ! {self(), lists:reverse(Calls)}, collect([])
    end.
