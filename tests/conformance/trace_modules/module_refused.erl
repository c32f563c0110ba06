%% proves T5, S1: what is no tracer module is refused, wherever a tracer is named
%% needs: 27
-module(module_refused).
-export([main/0]).

main() ->
    {module, _} = code:ensure_loaded(half_tracer),
    {module, _} = code:ensure_loaded(plain_tracer),
    Modules = [no_such_module, lists, ?MODULE, half_tracer, plain_tracer],
    [print(Module) || Module <- Modules],
    show(fun() -> trace:session_create(s, {plain_tracer, a, b}, []) end),
    show(fun() -> trace:session_create(s, {"plain_tracer", a}, []) end),
    show(fun() -> trace:session_create(s, plain_tracer, []) end),
    show(fun() -> trace:session_create(s, {plain_tracer}, []) end),
    show(fun() -> erlang:trace(self(), true, [call, {tracer, plain_tracer}]) end),
    show(fun() -> erlang:trace(self(), true, [call, {tracer, self(), a}]) end),
    show(fun() -> erlang:trace_pattern({lists, seq, 2}, true, [{local, plain_tracer, a}]) end),
    show(fun() -> erlang:trace_pattern({lists, seq, 2}, true, [{meta, plain_tracer}]) end),
    Session = trace:session_create(s, {plain_tracer, a}, []),
    show(fun() -> trace:process(Session, self(), true, [call, {tracer, plain_tracer, a}]) end),
    show(fun() -> trace:function(Session, {lists, seq, 2}, true, [{meta, plain_tracer, a}]) end).

print(Module) ->
    io:format("~p~n", [Module]),
    show(fun() -> trace:session_destroy(trace:session_create(s, {Module, state}, [])) end),
    show(fun() -> erlang:trace(new, true, [call, {tracer, Module, state}]) end),
    erlang:trace(new, false, [all]),
    show(fun() -> erlang:trace_pattern({lists, seq, 2}, true, [{meta, Module, state}]) end),
    erlang:trace_pattern({lists, seq, 2}, false, [meta]),
    show(fun() -> element(1, erlang:system_flag(sequential_tracer, {Module, state})) end),
    erlang:system_flag(sequential_tracer, false).

show(Fun) -> io:format("  ~p~n", [try Fun() catch Class:Reason -> {Class, Reason} end]).
