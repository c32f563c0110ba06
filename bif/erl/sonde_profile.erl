%% What `sonde profile` does inside the machine: counts and measures the calls of the functions that a pattern names, with the machine's
%% own call_count, call_time, call_memory and reductions, and writes tables in the form of OTP's tprof.
%%
%% As with sonde_trace, the program's process is measured from then on and all processes that are spawned later. The process that
%% writes the result is registered as sonde_trace, which sonde_boot stops at the end.
-module(sonde_profile).

-export([start/1]).

%% The request is a map that tools/main_request.cpp makes:
%%
%%   measure   "count", "time", "memory" or "reductions"; "sample" for stacks of what runs, without breakpoints (sonde_profile_samples)
%%   frequency samples in a second of running time
%%   calls     {Module, Function, Arity} of strings
%%   actions   "callers": of samples, a table of callers and callees
%%   format    "text", "json", "folded", "speedscope", "pprof"
%%   output    a file name, or <<>> for standard error
start(#{measure := Measure, calls := Calls, output := Output} = Request) ->
    sonde_trace_output:refused(fun() ->
        Patterns = [sonde_trace_pattern:names(Call) || Call <- Calls],
        Told = sonde_trace_pattern:tell_unmatched(sonde_trace_output:open(<<>>), ["--", Measure], "see sonde profile --help", Patterns),
        start(Request#{patterns => Patterns, told => Told}, sonde_trace_output:open(Output))
    end).

start(#{measure := Measure, patterns := Patterns, frequency := Frequency} = Request, Sink) ->
    Starter = self(),
    Kind = kind(Measure),
    Collector = spawn(fun() -> register(sonde_trace, self()), Starter ! {?MODULE, ready}, collect(#{Starter => <<"main">>}) end),
    receive {?MODULE, ready} -> ok end,
    Names = trace:session_create(sonde_trace_names, Collector, [{overload, block}, {queue_limit, 10000}]),
    %% Samples have names already.
    Kind =:= sample orelse trace:process(Names, new, true, [procs]),
    Session = trace:session_create(?MODULE, Collector, []),
    Collector ! {job, Request#{kind => Kind, session => Session, names_session => Names, sink => Sink}},
    Set = fun(Mfa, true) ->
        trace:function(Session, Mfa, true, [Kind]),
        ok = sonde_native:trace_on_load(Session, Mfa, true, [Kind])
    end,
    [Set(Mfa, true) || Mfa <- Patterns],
    sonde_trace_pattern:for_script([{Mfa, true} || Mfa <- Patterns], Set),
    sonde_native:halt_through(whereis(init)),
    [trace:process(Session, Which, true, [call]) || Which <- [new, Starter], Kind =/= call_count, Kind =/= sample],
    Kind =:= sample andalso sonde_native:sample_stacks(1000000000 div Frequency),
    ok.

kind("count") -> call_count;
kind("time") -> call_time;
kind("memory") -> call_memory;
kind("reductions") -> reductions;
kind("sample") -> sample.

%% Names of processes, until the program ends.
collect(Names) ->
    receive
        {job, Job} -> collect(Job, Names)
    end.

collect(Job, Names) ->
    receive
        {stop, From} ->
            From ! {sonde_trace, written(Job, Names)};
        {trace, Pid, spawned, _, Mfa} -> collect(Job, Names#{Pid => unicode:characters_to_binary(sonde_trace_names:initial_call(Mfa))});
        {trace, Pid, register, Name} -> collect(Job, Names#{Pid => atom_to_binary(Name)});
        _ -> collect(Job, Names)
    end.

written(#{sink := Sink, format := Format, measure := Measure, patterns := Patterns, told := Told} = Job, Names) ->
    try sonde_trace_output:write(Sink, bytes(Format, result(list_to_atom(Format), Job, Names))) of
        ok ->
            sonde_trace_pattern:tell_unloaded(Sink, ["--", Measure], Patterns -- Told),
            stopped
    catch
        throw:{cannot_write, Reason} ->
            sonde_trace_output:tell(Sink, [sonde_trace_output:name(Sink), ": ", erl_posix_msg:message(Reason)]),
            failed
    end.

bytes("pprof", Result) -> iolist_to_binary(Result);
bytes(_, Result) -> unicode:characters_to_binary(Result).

result(Format, #{kind := sample, actions := Actions}, _) ->
    sonde_native:sample_stacks(0),
    sonde_profile_samples:write(case Actions of ["callers"] -> callers; [] -> Format end, sonde_native:sampled_stacks());
result(Format, Job, Names) -> write(Format, Job, rows(Job, Names)).

%% [{Process, Name of it, Function, Calls, Value}], the process `all` where processes are not told apart. Value is what is measured.
rows(#{session := Session, kind := call_count}, _) -> [{all, <<"all">>, name(Mfa), N, N} || {Mfa, N} <- sonde_native:trace_call_counts(Session)];
rows(#{session := Session, kind := Kind, patterns := Patterns}, Names) ->
    Functions = lists:usort(lists:append([sonde_trace_pattern:functions(Pattern) || Pattern <- Patterns])),
    [{Process, name(Process, Names), name(Mfa), Calls, Value}
     || Mfa <- Functions, {Process, Calls, Value} <- figures(Kind, element(2, trace:info(Session, Mfa, Kind))), Calls > 0].

figures(call_time, Figures) when is_list(Figures) -> [{Pid, Calls, S * 1000000 + Us} || {Pid, Calls, S, Us} <- Figures];
figures(Kind, Figures) when Kind =:= call_memory, is_list(Figures); Kind =:= reductions, is_list(Figures) -> Figures;
figures(_, _) -> [].

name(Pid, Names) -> maps:get(Pid, Names, <<"process">>).

name({M, F, A}) -> unicode:characters_to_binary(io_lib:format("~tw:~tw/~w", [M, F, A])).

write(text, _, []) -> "no calls\n";
write(text, #{kind := call_count}, Rows) -> table(call_count, Rows);
write(text, #{kind := Kind}, Rows) ->
    Total = total(Rows),
    Processes = by_process(Rows),
    [[begin
          [{_, Name, _, _, _} | _] = Own,
          [io_lib:format("****** Process ~w ~ts  --  ~.2f% of total ***~n", [Pid, Name, sonde_profile_table:share(total(Own), Total)]), table(Kind, Own), $\n]
      end || {Pid, Own} <- Processes],
     %% Of a single one it would be the same again.
     [["****** All processes ***\n", table(Kind, summed(Rows))] || length(Processes) > 1]];
write(json, #{kind := Kind}, Rows) ->
    Processes = [{object, [{pid, io_lib:format("~w", [Pid])}, {name, Name}, {total, total(Own)}, {functions, functions(Own)}]}
                 || {Pid, [{_, Name, _, _, _} | _] = Own} <- by_process(Rows), Pid =/= all],
    [sonde_json:encode({object, [{measured, atom_to_list(Kind)}, {unit, unit(Kind)}, {total, total(Rows)}, {functions, functions(summed(Rows))},
                                 {processes, {list, Processes}}]}), $\n];
write(pprof, #{kind := Kind}, Rows) ->
    Type = case Kind of call_time -> <<"time">>; call_memory -> <<"allocated">>; reductions -> <<"reductions">>; call_count -> <<"calls">> end,
    sonde_pprof:document(Type, unicode:characters_to_binary(case Kind of call_count -> "count"; _ -> unit(Kind) end),
                         [{Name, [Function], Value} || {Name, Function, Value} <- by_name(Rows)]);
write(folded, _, Rows) -> sonde_speedscope:folded([{[Name, Function], Value} || {Name, Function, Value} <- by_name(Rows)]);
write(speedscope, #{kind := Kind}, Rows) ->
    Profiles = maps:groups_from_list(fun({Name, _, _}) -> Name end, fun({_, Function, Value}) -> {[Function], Value} end, by_name(Rows)),
    sonde_speedscope:document(case Kind of call_time -> microseconds; _ -> none end, lists:sort(maps:to_list(Profiles))).

unit(call_count) -> "calls";
unit(call_time) -> "microseconds";
unit(call_memory) -> "words";
unit(reductions) -> "reductions".

functions(Rows) -> {list, [{object, [{function, Function}, {calls, Calls}, {value, Value}]} || {_, _, Function, Calls, Value} <- ascending(Rows)]}.

%% The process that has most comes last, as the function that has most.
by_process(Rows) ->
    Groups = maps:to_list(maps:groups_from_list(fun(Row) -> element(1, Row) end, Rows)),
    [Group || {_, Group} <- lists:sort([{total(Own), Group} || {_, Own} = Group <- Groups])].

%% Processes of one name are one, since there may be many that live shortly.
by_name(Rows) ->
    Sums = lists:foldl(fun({_, Name, Function, _, Value}, Map) -> maps:update_with({Name, Function}, fun(Sum) -> Sum + Value end, Value, Map) end, #{}, Rows),
    [{Name, Function, Value} || {{Name, Function}, Value} <- lists:sort(maps:to_list(Sums))].

summed(Rows) ->
    Add = fun({_, _, Function, Calls, Value}, Map) ->
        maps:update_with(Function, fun({C, V}) -> {C + Calls, V + Value} end, {Calls, Value}, Map)
    end,
    [{all, <<"all">>, Function, Calls, Value} || {Function, {Calls, Value}} <- maps:to_list(lists:foldl(Add, #{}, Rows))].

total(Rows) -> lists:sum([Value || {_, _, _, _, Value} <- Rows]).

ascending(Rows) -> [Row || {_, _, Row} <- lists:sort([{Value, Function, Row} || {_, _, Function, _, Value} = Row <- Rows])].

%% --- tables ------------------------------------------------------------------------------------------------------------------

table(call_count, Rows) ->
    Total = total(Rows),
    sonde_profile_table:columns([["FUNCTION", "CALLS", "[     %]"]
             | [[Function, integer_to_list(Calls), sonde_profile_table:percent(Calls, Total)] || {_, _, Function, Calls, _} <- ascending(Rows)]] ++ [["", "", "[ 100.0]"]]);
table(Kind, Rows) ->
    Total = total(Rows),
    Title = case Kind of call_time -> "TIME (us)"; call_memory -> "WORDS"; reductions -> "REDUCTIONS" end,
    sonde_profile_table:columns([["FUNCTION", "CALLS", Title, "PER CALL", "[     %]"]
             | [[Function, integer_to_list(Calls), integer_to_list(Value), io_lib:format("~.2f", [Value / Calls]), sonde_profile_table:percent(Value, Total)]
                || {_, _, Function, Calls, Value} <- ascending(Rows)]] ++ [["", "", integer_to_list(Total), "", "[ 100.0]"]]).
