%% proves S8, T1: the legacy functions with tracer modules: options, who keeps a tracee, what trace_info says
%% reports: ignored
%% needs: 27
-module(module_legacy).
-export([main/0, traced/1]).

main() ->
    Binary = list_to_binary(lists:duplicate(100, $x)),
    State = {self(), #{call => trace, send => trace}, Binary},
    Tracee = tracer_reports:start(),
    1 = erlang:trace(Tracee, true, [call, {tracer, plain_tracer, State}]),
    io:format("~p~n", [erlang:trace_info(Tracee, tracer) =:= {tracer, {plain_tracer, State}}]),
    1 = erlang:trace_pattern({?MODULE, traced, 1}, [], [local]),
    tracer_reports:run(Tracee, fun() -> traced(1) end),
    tracer_reports:print(Tracee),
    io:format("the same state: ~p~n", [erlang:trace(Tracee, true, [send, {tracer, plain_tracer, State}])]),
    io:format("another: ~p~n", [try erlang:trace(Tracee, true, ['receive', {tracer, plain_tracer, other}]) catch _:Why -> Why end]),
    io:format("a process: ~p~n", [try erlang:trace(Tracee, true, ['receive']) catch _:Reason -> Reason end]),
    io:format("~p~n", [erlang:trace_info(Tracee, flags)]),
    1 = erlang:trace(Tracee, false, [all]),
    io:format("~p ~p~n", [erlang:trace_info(Tracee, flags), erlang:trace_info(Tracee, tracer)]),
    erlang:trace(new, true, [call, {tracer, plain_tracer, State}]),
    io:format("~p~n", [erlang:trace_info(new, tracer) =:= {tracer, {plain_tracer, State}}]),
    Child = tracer_reports:start(),
    io:format("~p~n", [erlang:trace_info(Child, tracer) =:= {tracer, {plain_tracer, State}}]),
    erlang:trace(new, false, [all]),
    erlang:trace(new, true, [call, {tracer, plain_tracer, {self(), #{trace_status => remove}, false}}]),
    io:format("~p~n", [erlang:trace_info(new, flags)]),
    io:format("~p~n", [erlang:trace_info(tracer_reports:start(), flags)]).

traced(X) -> X.
