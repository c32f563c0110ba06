%% What `sonde trace FILE.strace` does: the events of a log that sonde_trace_log wrote, in the formats of sonde_trace_format.
%%
%% A log without a footer is printed as far as it goes, and so is one that is damaged; only the latter is an error.
-module(sonde_trace_log_reader).

-export([main/0]).

%% Processes that have one name in all of the output; that of others begins where it is recorded.
-define(NAMES, 100000).
%% Texts of events that are written together.
-define(TEXTS, 300).
-define(HEAP_WORDS, 4000000).

%% Ends the machine: status 1 where the file cannot be read or written to its end.
main() ->
    %% The events of a round are kept together, and a small heap would be collected many times meanwhile.
    process_flag(min_heap_size, ?HEAP_WORDS),
    sonde_trace_output:refused(fun() -> print_log(init:get_plain_arguments()) end).

print_log([File, Format, Depth, Output, Colours]) ->
    #{names := Names, returns := Returns} = ahead(File),
    Returns orelse not lists:member(Format, ["folded", "speedscope", "pprof"])
        orelse fail([File, ": --format ", Format, " shows how long calls took, and this log has no returns (sonde trace --calls ... --returns)"]),
    %% Calls that never return would nest deeper and deeper.
    Shown = #{depth => case list_to_integer(Depth) of 0 -> unlimited; N -> N end, shown => [Kind || Kind <- [return, exception], Returns],
              colours => Colours =:= "colours"},
    New = sonde_trace_format:new(list_to_atom(Format), Shown),
    Sink = sink(Output),
    try print_events(File, #{sink => Sink, state => New, text => [], texts => 0, dropped => 0, ended => none, names => Names}) of
        {ok, Ending} -> end_with(File, Ending);
        {error, Reason} -> fail([File, ": ", reason(Reason)])
    catch
        %% The reader of a pipe has seen enough.
        throw:{cannot_write, epipe} -> halt(0);
        throw:{cannot_write, Reason} -> fail([sonde_trace_output:name(Sink), ": ", erl_posix_msg:message(Reason)])
    end.

print_events(File, #{names := Names} = Printer) ->
    Start = maps:fold(fun name/3, Printer, Names),
    case sonde_trace_log_file:fold(File, fun print/2, Start) of
        {ok, Ending, #{state := State} = Printed} ->
            Drops = [sonde_trace_format:note(io_lib:format("~w events of ~w dropped", [Count, Who]), State) ||
                        {Who, Count} <- lists:sort(maps:to_list(maps:get(dropped_by, Ending)))],
            Complete = completeness(Ending, Printed),
            flush(write([Drops | sonde_trace_format:finish(Complete, State)], Printed)),
            sonde_trace_format:has_summary(State) orelse tell_incomplete(File, Complete, Ending),
            {ok, Ending};
        {error, _} = Error -> Error
    end.

-define(LOOKED_AT, #{return_from => head, exception_from => head, process_name => whole, register => whole, spawned => whole}).

%% What must be known of a log before its first event is printed: the last name of each process, as it may be recorded after the process's first
%% events, and whether there are returns. What is no file is read once, and neither is known.
ahead(File) ->
    None = #{names => #{}, returns => false},
    case filelib:is_regular(File) andalso sonde_trace_log_file:fold(File, fun look/2, None, ?LOOKED_AT) of
        {ok, _, Ahead} -> Ahead;
        {error, Reason} -> fail([File, ": ", reason(Reason)]);
        false -> None#{returns := true}
    end.

look({_, _, Kind, _, _}, Ahead) when Kind =:= return_from; Kind =:= exception_from -> Ahead#{returns := true};
look({_, Pid, _, _, _} = Event, #{names := Names} = Ahead) ->
    case name_in(Event) of
        {started, _} when is_map_key(Pid, Names) -> Ahead;
        {_, Name} when is_map_key(Pid, Names); map_size(Names) < ?NAMES -> Ahead#{names := Names#{Pid => Name}};
        _ -> Ahead
    end;
look(_, Ahead) -> Ahead.

%% Beside events a log has what the session said of itself to its tracer: it has dropped events, or it has ended.
print({gap, Count}, Printer) -> gap(io_lib:format("~w events dropped", [Count]), Printer);
print({_, undefined, trace_dropped, Count, _}, #{dropped := Dropped} = Printer) when is_integer(Count) ->
    gap(io_lib:format("~w events dropped by the session's bounds", [Count]), Printer#{dropped := Dropped + Count});
print({_, undefined, trace_stopped, Reason, _}, Printer) -> note(["tracing stopped: ", sonde_trace_format:ended_by(Reason)], Printer#{ended := Reason});
print({_, undefined, hidden, Tags, _}, #{state := State} = Printer) -> Printer#{state := sonde_trace_format:hide(Tags, State)};
print({_, Pid, process_name, _, _} = Event, Printer) -> rename(Pid, name_in(Event), Printer);
%% In the place of the tracee it has the label (erl_tracer:trace/5); the process is the one that sonde_trace names.
print({Time, Label, seq_trace, {_, _, From, _, _} = Event, _}, Printer) ->
    format(fun(State) -> sonde_trace_format:event({Time, From, seq_trace, [Label, Event]}, State) end, Printer);
print({Time, Pid, Tag, Term, Options} = Event, Printer) ->
    Terms = [Term | [Value || Key <- [extra, match_spec_result], #{Key := Value} <- [Options]]],
    format(fun(State) -> sonde_trace_format:event({Time, Pid, Tag, Terms}, State) end, rename(Pid, name_in(Event), Printer)).

rename(Pid, {_, Name}, #{names := Names} = Printer) when not is_map_key(Pid, Names) -> name(Pid, Name, Printer);
rename(_, _, Printer) -> Printer.

%% {How it is known, Name} of the process that an event names, or none. A log of these events has names without records of their own.
name_in({_, _, process_name, Name, _}) when is_binary(Name) -> {recorded, unicode:characters_to_list(Name)};
name_in({_, _, register, Name, _}) when is_atom(Name) -> {registered, {registered, Name}};
name_in({_, _, spawned, _, #{extra := {M, F, A}}}) when is_list(A) -> {started, sonde_trace_names:initial_call({M, F, A})};
name_in(_) -> none.

%% What the format says of a name.
name(Pid, Name, Printer) -> format(fun(State) -> sonde_trace_format:name(Pid, Name, State) end, Printer).

gap(Text, Printer) -> note(Text, format(fun sonde_trace_format:gap/1, Printer)).

note(Text, #{state := State} = Printer) -> write(sonde_trace_format:note(Text, State), Printer).

%% What Fun makes of the format's state: {Text, NewState}.
format(Fun, #{state := State} = Printer) ->
    {Text, NewState} = Fun(State),
    write(Text, Printer#{state := NewState}).

%% Text for the output, which is written in large pieces.
write([], Printer) -> Printer;
write(Text, #{text := Before, texts := ?TEXTS} = Printer) -> flush(Printer#{text := [Before | Text]});
write(Text, #{text := Before, texts := Count} = Printer) -> Printer#{text := [Before | Text], texts := Count + 1}.

flush(#{sink := Sink, state := State, text := Text} = Printer) ->
    sonde_trace_output:write(Sink, sonde_trace_format:bytes(Text, State)),
    Printer#{text := [], texts := 0}.

%% Why events are missing; a log whose session ended by itself lacks what came afterwards.
completeness(#{ends := no_footer}, _) -> "incomplete: the log has no end: it is being written, or its machine was killed, or its disk was full";
completeness(#{ends := {damaged, _, _}}, _) -> "incomplete: the log is damaged";
completeness(#{dropped := Late}, #{dropped := Beyond, ended := Ended}) ->
    Reasons = [io_lib:format("~w dropped, which came faster than they could be written", [Late]) || Late > 0] ++
        [io_lib:format("~w dropped by the session's bounds", [Beyond]) || Beyond > 0] ++
        [["ended by ", sonde_trace_format:ended_by(Ended)] || Ended =/= none],
    case Reasons of
        [] -> "complete";
        _ -> ["incomplete: ", lists:join(", ", Reasons)]
    end.

tell_incomplete(_, "complete", _) -> ok;
tell_incomplete(_, _, #{ends := {damaged, _, _}}) -> ok;
tell_incomplete(File, Complete, _) -> sonde_trace_output:tell(sonde_trace_output:open(<<>>), [File, ": ", Complete]).

end_with(File, #{ends := {damaged, Offset, Why}}) -> fail([File, io_lib:format(": damaged at byte ~w: ", [Offset]), Why]);
end_with(_, _) -> halt(0).

reason(not_a_log) -> "expected a log of sonde_trace_log (.strace), found something else";
reason(cut_head) -> "expected a log of sonde_trace_log (.strace), found the start of its head";
reason({version, Version}) -> io_lib:format("expected a log of version 1, found version ~w", [Version]);
reason(Reason) -> erl_posix_msg:message(Reason).

sink("") -> {file, 1, <<"standard output">>};
sink(Name) -> sonde_trace_output:open(unicode:characters_to_binary(Name)).

fail(Why) -> throw({refused, 1, Why}).
