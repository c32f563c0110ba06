%% proves T1: a tracer module's own functions for families of events, and what is asked of which
%% needs: 27
%% skip: gc collections are among the events
-module(module_families).
-export([main/0, traced/1]).

main() ->
    {module, _} = code:ensure_loaded(family_tracer),
    Tags = [call, return_from, send, 'receive', spawn, link, unlink, register, unregister, gc_major_start, gc_major_end, in, out],
    State = {self(), maps:from_keys(Tags, trace), true},
    Session = trace:session_create(families, {family_tracer, State}, []),
    [family(Session, Flag) || Flag <- [call, send, 'receive', procs, garbage_collection, running]],
    trace:session_destroy(Session).

family(Session, Flag) ->
    Tracee = tracer_reports:start(),
    1 = trace:process(Session, Tracee, true, [Flag]),
    1 = trace:function(Session, {?MODULE, traced, 1}, [{'_', [], [{return_trace}]}], [local]),
    tracer_reports:run(Tracee, fun act/0),
    io:format("~p: ~0p~n", [Flag, lists:usort(called())]),
    trace:process(Session, Tracee, false, [Flag]),
    tracer_reports:stop(Tracee).

called() ->
    receive
        Report when is_tuple(Report), tuple_size(Report) >= 3 ->
            case Report of
                {_, trace_status, _} -> called();
                _ -> [{element(1, Report), element(2, Report)} | called()]
            end
    after 0 -> []
    end.

act() ->
    traced(1),
    self() ! message,
    receive message -> ok end,
    register(a_name, self()),
    unregister(a_name),
    garbage_collect(),
    receive after 2 -> ok end.

traced(X) -> X.
