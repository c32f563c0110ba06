%% proves T1, F5: meta tracing with a tracer module, its returns, and what trace_info says
%% needs: 27
-module(module_meta).
-export([main/0, traced/1]).

main() ->
    {module, _} = code:ensure_loaded(plain_tracer),
    Tags = [call, return_from, exception_from],
    State = {self(), maps:from_keys(Tags, trace), false},
    1 = erlang:trace_pattern({?MODULE, traced, 1}, [{'_', [], [{exception_trace}]}], [{meta, plain_tracer, State}]),
    io:format("~p~n", [erlang:trace_info({?MODULE, traced, 1}, meta) =:= {meta, {plain_tracer, State}}]),
    Tracee = tracer_reports:start(),
    tracer_reports:run(Tracee, fun() -> traced({some, [term]}), catch traced(crash), garbage_collect(), nested(3) end),
    tracer_reports:print(Tracee),
    1 = erlang:trace_pattern({?MODULE, traced, 1}, [], [{meta, plain_tracer, {self(), #{call => discard}, false}}]),
    tracer_reports:run(Tracee, fun() -> traced(1) end),
    tracer_reports:print(Tracee),
    1 = erlang:trace_pattern({?MODULE, traced, 1}, false, [meta]),
    tracer_reports:stop(Tracee),
    Session = trace:session_create(meta, {plain_tracer, State}, []),
    1 = trace:function(Session, {?MODULE, traced, 1}, [], [meta]),
    io:format("~p~n", [trace:info(Session, {?MODULE, traced, 1}, meta) =:= {meta, {plain_tracer, State}}]),
    traced(self()),
    tracer_reports:print(self()),
    trace:session_destroy(Session).

nested(0) -> traced(bottom);
nested(N) -> traced({N, collected(nested(N - 1))}).

collected(X) -> garbage_collect(), X.

traced(crash) -> error(reason);
traced(X) -> X.
