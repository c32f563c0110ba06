%% proves M3, T1: the match spec's action `trace` with a tracer module
%% needs: 27
-module(module_match_spec).
-export([main/0, start/1, traced/1]).

main() ->
    {module, _} = code:ensure_loaded(plain_tracer),
    First = {self(), #{call => trace, return_from => trace}, first},
    Second = {self(), #{call => trace, send => trace}, second},
    Tracee = tracer_reports:start(),
    1 = erlang:trace(Tracee, true, [call, {tracer, plain_tracer, First}]),
    Action = {trace, [], [{const, {tracer, plain_tracer, Second}}, send]},
    1 = erlang:trace_pattern({?MODULE, start, 1}, [{'_', [], [Action]}], [local]),
    1 = erlang:trace_pattern({?MODULE, traced, 1}, [], [local]),
    tracer_reports:run(Tracee, fun() -> traced(1), start(2), traced(3), self() ! message, receive message -> ok end end),
    tracer_reports:print(Tracee, [call]),
    io:format("~p~n", [erlang:trace_info(Tracee, tracer) =:= {tracer, {plain_tracer, Second}}]),
    io:format("~p~n", [erlang:trace_info(Tracee, flags)]).

start(X) -> X.
traced(X) -> X.
