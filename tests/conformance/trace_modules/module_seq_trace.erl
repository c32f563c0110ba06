%% proves T3, Q5: a tracer module as system tracer of sequential tracing
%% needs: 27
-module(module_seq_trace).
-export([main/0]).

main() ->
    {module, _} = code:ensure_loaded(plain_tracer),
    State = {self(), #{seq_trace => trace}, false},
    io:format("~p~n", [seq_trace:set_system_tracer({plain_tracer, State})]),
    io:format("~p~n", [seq_trace:get_system_tracer() =:= {plain_tracer, State}]),
    io:format("~p~n", [try seq_trace:set_system_tracer({plain_tracer, {self(), #{trace_status => remove}, false}}) catch _:R -> R end]),
    Tracee = tracer_reports:start(),
    tracer_reports:run(Tracee, fun() -> steps([]), steps([timestamp]), steps([monotonic_timestamp]) end),
    tracer_reports:print(Tracee),
    Discards = {plain_tracer, {self(), #{}, false}},
    io:format("~p~n", [seq_trace:set_system_tracer(Discards) =:= {plain_tracer, State}]),
    tracer_reports:run(Tracee, fun() -> steps([]) end),
    tracer_reports:print(Tracee),
    io:format("~p~n", [seq_trace:set_system_tracer(false) =:= Discards]).

steps(Flags) ->
    seq_trace:set_token([]),
    seq_trace:set_token(label, {a, [label]}),
    [seq_trace:set_token(Flag, true) || Flag <- [send, 'receive', print | Flags]],
    seq_trace:print("text"),
    self() ! message,
    receive message -> ok end,
    seq_trace:set_token([]).
