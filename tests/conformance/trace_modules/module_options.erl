%% proves T3: the options of an event: which keys there are, and what the time stamp is called
%% needs: 27
-module(module_options).
-export([main/0, traced/1]).

main() ->
    {module, _} = code:ensure_loaded(plain_tracer),
    lists:foreach(fun options/1, [[], [timestamp], [monotonic_timestamp], [strict_monotonic_timestamp],
                                  [timestamp, monotonic_timestamp, strict_monotonic_timestamp],
                                  [monotonic_timestamp, strict_monotonic_timestamp], [scheduler_id], [scheduler_id, timestamp, arity]]).

options(Flags) ->
    State = {self(), #{call => trace, return_from => trace, send => trace}, false},
    Session = trace:session_create(options, {plain_tracer, State}, []),
    Tracee = tracer_reports:start(),
    1 = trace:process(Session, Tracee, true, [call, send | Flags]),
    Spec = [{[1], [], [{message, {{a, message}}}]}, {[2], [], [{message, true}]}, {[3], [], [{message, false}]}, {[4], [], [{return_trace}]}],
    1 = trace:function(Session, {?MODULE, traced, 1}, Spec, [local]),
    tracer_reports:run(Tracee, fun() -> [traced(N) || N <- [1, 2, 3, 4, 5]] end),
    io:format("~0p~n", [Flags]),
    print(),
    trace:session_destroy(Session).

print() ->
    receive
        {trace, Tag, _, Term, #{scheduler_id := Id} = Options} when is_integer(Id), Id > 0 -> print(Tag, Term, Options#{scheduler_id := id});
        {trace, Tag, _, Term, Options} -> print(Tag, Term, Options)
    after 0 -> ok
    end.

print(send, _, Options) ->
    io:format("  send ~0p~n", [lists:sort(maps:to_list(maps:remove(extra, Options)))]),
    print();
print(Tag, Term, Options) ->
    io:format("  ~0p~n", [{Tag, Term, lists:sort(maps:to_list(Options))}]),
    print().

traced(N) -> {n, N}.
