%% proves T2, S7: a tracer module is asked for its status whenever its tracee starts to run, whatever the tracee's flags are
%% needs: 27
%% skip: yield more time slices, each with a question
-module(module_asked_at_in).
-export([main/0]).

main() ->
    {module, _} = code:ensure_loaded(plain_tracer),
    [of_flags(Flags) || Flags <- [[call], [send], ['receive'], [procs], [garbage_collection], [silent], [set_on_spawn], [timestamp], [exiting]]],
    of_slices().

of_flags(Flags) ->
    Session = trace:session_create(asked, undefined, []),
    Tracee = tracer_reports:start(),
    tracer_reports:run(Tracee, fun() -> ok end),
    receive after 20 -> ok end,
    State = {self(), #{}, true},
    1 = trace:process(Session, Tracee, true, Flags ++ [{tracer, plain_tracer, State}]),
    _ = questions(0),
    Do = fun(Count, Fun) -> Fun(), questions(Count) end,
    Found = [Do(1, fun() -> Tracee ! other end),
             Do(1, fun() -> process_info(Tracee, current_stacktrace) end),
             Do(1, fun() -> erlang:check_process_code(Tracee, lists) end),
             Do(1, fun() -> garbage_collect(Tracee) end),
             Do(0, fun() -> trace:process(Session, Tracee, true, [send, {tracer, plain_tracer, State}]) end),
             Do(1, fun() -> erlang:suspend_process(Tracee), erlang:resume_process(Tracee) end),
             Do(1, fun() -> exit(Tracee, normal) end)],
    io:format("~0p~n", [Flags]),
    [io:format("  ~0p~n", [Tags]) || Tags <- Found],
    trace:session_destroy(Session),
    tracer_reports:stop(Tracee).

%% Tags of so many questions, and of those that come soon after.
questions(Count) ->
    receive {enabled, Tag, _} -> [Tag | questions(Count - 1)]
    after if Count > 0 -> 5000; true -> 20 end -> []
    end.

%% Once in each time slice: about as often as that many reductions are a slice.
of_slices() ->
    Session = trace:session_create(slices, undefined, []),
    Tracee = tracer_reports:start(),
    1 = trace:process(Session, Tracee, true, [call, {tracer, plain_tracer, {self(), #{}, true}}]),
    tracer_reports:run(Tracee, fun() -> _ = questions(0), count(400000) end),
    Questions = length(questions(100)),
    io:format("slices: ~p~n", [Questions >= 100 andalso Questions < 2000]),
    trace:session_destroy(Session),
    tracer_reports:stop(Tracee).

count(0) -> ok;
count(N) -> count(N - 1).
