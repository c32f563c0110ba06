%% proves B8: process_info of the process itself names the caller, whether process_info is traced or not
-module(where_a_traced_process_is).
-export([main/0]).

main() ->
    show(erlang:process_info(self(), current_function)),
    Tracer = spawn(fun() -> receive never -> ok end end),
    erlang:trace(self(), true, [call, return_to, {tracer, Tracer}]),
    erlang:trace_pattern({erlang, process_info, 2}, [{'_', [], [{return_trace}]}], [local]),
    show(erlang:process_info(self(), current_function)),
    {current_location, {Module, Function, Arity, _}} = erlang:process_info(self(), current_location),
    show({Module, Function, Arity}),
    show(apply(erlang, process_info, [self(), current_function])),
    erlang:trace_pattern({erlang, process_info, 2}, false, [local]),
    erlang:trace(self(), false, [all]),
    Depth = erlang:system_flag(backtrace_depth, 0),
    show(process_info(self(), current_stacktrace)),
    erlang:system_flag(backtrace_depth, 1),
    {current_stacktrace, Stack} = process_info(self(), current_stacktrace),
    show(length(Stack)),
    erlang:system_flag(backtrace_depth, Depth).

show(Term) -> io:format("~w~n", [Term]).
