%% How long a busy process is kept from running while others load code that is traced.
%% proves Z1, Z2, B5: loading traced code stops nobody, and the new code is traced from its first call on.
%%
%%   sonde run tests/bench/pauses/pauses.erl [FUNCTIONS [ROUNDS]]      2000 functions, 15 rounds
%%
%% Each round is one load of a module; the figure of a round is the longest gap between two looks at the clock of a process that
%% does nothing else. A gap that the operating system makes is in some rounds, one that the machine makes is in all of them: so the
%% median counts. Standard error has the figures; standard output says whether each new code was traced, the same every time.
-module(pauses).
-export([main/0, main/1]).

main() -> main([]).

main([]) -> main(["2000"]);
main([Functions]) -> main([Functions, "15"]);
main([Functions, Rounds]) -> run(list_to_integer(Functions), list_to_integer(Rounds)).

run(Functions, Rounds) ->
    Versions = [compiled(V, Functions) || V <- [1, 2]],
    load(hd(Versions)),
    Busy = spawn_link(fun() -> busy(erlang:monotonic_time(), 0) end),
    Tracer = spawn_link(fun() -> count(0) end),
    Session = trace:session_create(pauses, Tracer, []),
    trace:process(Session, self(), true, [call]),
    Measure = fun(What, Traced) ->
        {Gaps, Calls} = lists:unzip([round(Busy, Session, Tracer, lists:nth(1 + R rem 2, Versions)) || R <- lists:seq(1, Rounds)]),
        report(What, Gaps),
        Expected = case Traced of yes -> lists:duplicate(Rounds, 1); no -> lists:duplicate(Rounds, 0) end,
        io:format("~s: ~p~n", [What, case Calls of Expected -> as_it_should; _ -> Calls end])
    end,
    report("nothing loaded", [element(1, gap(Busy, fun() -> receive after 30 -> ok end end)) || _ <- lists:seq(1, Rounds)]),
    Measure("loaded, not traced", no),
    %% Breakpoints go with the code they are in; on_load puts them into what comes.
    0 = trace:function(Session, on_load, true, [local]),
    Measure("loaded under on_load", yes),
    0 = trace:function(Session, on_load, false, [local]),
    load(hd(Versions)),
    Arm = fun() -> trace:function(Session, {pauses_loaded, '_', '_'}, true, [local]) end,
    Armed = [begin Arm(), round(Busy, Session, Tracer, lists:nth(1 + R rem 2, Versions)) end || R <- lists:seq(1, Rounds)],
    report("loaded while traced", [Gap || {Gap, _} <- Armed]),
    {Arming, _} = lists:unzip([gap(Busy, fun() -> Arm(), trace:function(Session, {pauses_loaded, '_', '_'}, false, [local]) end) || _ <- lists:seq(1, Rounds)]),
    report("armed and disarmed", Arming),
    trace:session_destroy(Session),
    ok.

%% The longest gap while a module is loaded, and how many of two calls (old code, new code) were traced since.
round(Busy, Session, Tracer, Binary) ->
    {Gap, ok} = gap(Busy, fun() -> load(Binary) end),
    pauses_loaded:f1(x),
    Me = self(),
    Ref = trace:delivered(Session, Me),
    receive {trace_delivered, Me, Ref} -> ok end,
    Tracer ! {count, Me},
    {Gap, receive {counted, N} -> N end}.

report(What, Gaps) ->
    Sorted = lists:sort(Gaps),
    io:format(standard_error, "~-22s longest gap, us: median ~6w, least ~6w, most ~6w~n",
              [What, lists:nth((length(Sorted) + 1) div 2, Sorted), hd(Sorted), lists:last(Sorted)]).

load(Binary) ->
    code:purge(pauses_loaded),
    {module, pauses_loaded} = code:load_binary(pauses_loaded, "pauses_loaded.erl", Binary),
    ok.

gap(Busy, Fun) ->
    Busy ! {start, self()},
    receive started -> ok end,
    Result = Fun(),
    Busy ! {stop, self()},
    receive {gap, Gap} -> {erlang:convert_time_unit(Gap, native, microsecond), Result} end.

busy(Last, Longest) ->
    receive
        {start, From} -> From ! started, busy(erlang:monotonic_time(), 0);
        {stop, From} -> From ! {gap, Longest}, busy(erlang:monotonic_time(), 0)
    after 0 ->
        Now = erlang:monotonic_time(),
        busy(Now, max(Longest, Now - Last))
    end.

count(N) ->
    receive
        {count, From} -> From ! {counted, N}, count(0);
        {trace, _, call, {pauses_loaded, f1, _}} -> count(N + 1);
        _ -> count(N)
    end.

%% fN(X) -> {Version, X}, for N from 1 to Functions.
compiled(Version, Functions) ->
    Names = [list_to_atom("f" ++ integer_to_list(N)) || N <- lists:seq(1, Functions)],
    X = {var, 1, 'X'},
    Function = fun(Name) -> {function, 1, Name, 1, [{clause, 1, [X], [], [{tuple, 1, [{integer, 1, Version}, X]}]}]} end,
    Forms = [{attribute, 1, module, pauses_loaded}, {attribute, 1, export, [{Name, 1} || Name <- Names]} | [Function(Name) || Name <- Names]],
    {ok, pauses_loaded, Binary} = compile:forms(Forms, []),
    Binary.
