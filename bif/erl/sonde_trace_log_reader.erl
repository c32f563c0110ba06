%% What `sonde trace FILE.strace` does: the events of a log that sonde_trace_log wrote, in the formats of sonde_trace_format.
%%
%% A log without a footer is printed as far as it goes, and so is one that is damaged; only the latter is an error.
-module(sonde_trace_log_reader).

-export([main/0]).

%% Ends the machine: status 1 where the file cannot be read or written to its end.
main() -> sonde_trace_output:refused(fun() -> print_log(init:get_plain_arguments()) end).

print_log([File, Format, Depth, Output, Colours]) ->
    Sink = sink(Output),
    Shown = #{depth => case list_to_integer(Depth) of 0 -> unlimited; N -> N end, shown => [return, exception], colours => Colours =:= "colours"},
    Start = {sonde_trace_format:new(list_to_atom(Format), Shown), #{dropped => 0, ended => none}},
    try sonde_trace_log_file:fold(File, fun(Event, Acc) -> print(Event, Sink, Acc) end, Start) of
        {ok, Ending, {State, Session}} ->
            [note(io_lib:format("~w events of ~w dropped", [Count, Who]), Sink, State) || {Who, Count} <- lists:sort(maps:to_list(maps:get(dropped_by, Ending)))],
            write(sonde_trace_format:finish(completeness(Ending, Session), State), Sink, State),
            end_with(File, Ending);
        {error, Reason} -> fail([File, ": ", reason(Reason)])
    catch
        %% The reader of a pipe has seen enough.
        throw:{cannot_write, epipe} -> halt(0);
        throw:{cannot_write, Reason} -> fail([sonde_trace_output:name(Sink), ": ", erl_posix_msg:message(Reason)])
    end.

%% Beside events a log has what the session said of itself to its tracer: it has dropped events, or it has ended.
print({gap, Count}, Sink, {State, _} = Acc) ->
    note(io_lib:format("~w events dropped", [Count]), Sink, State),
    Acc;
print({_, undefined, trace_dropped, Count, _}, Sink, {State, #{dropped := Dropped} = Session}) when is_integer(Count) ->
    note(io_lib:format("~w events dropped by the session's bounds", [Count]), Sink, State),
    {State, Session#{dropped := Dropped + Count}};
print({_, undefined, trace_stopped, Reason, _}, Sink, {State, Session}) ->
    note(io_lib:format("tracing stopped: ~w", [Reason]), Sink, State),
    {State, Session#{ended := Reason}};
print(Event, Sink, {State, Session}) -> {print_state(Event, Sink, State), Session}.

print_state({_, Tracee, process_name, Name, _}, Sink, State) when is_binary(Name) -> name(Tracee, unicode:characters_to_list(Name), Sink, State);
print_state({_, Tracee, Tag, Term, Options} = Event, Sink, State) ->
    %% A log of these events has names without records of their own.
    Named = case {Tag, Options} of
                {register, _} when is_atom(Term) -> name(Tracee, {registered, Term}, Sink, State);
                {spawned, #{extra := {M, F, A}}} when is_list(A) -> name(Tracee, sonde_trace_names:initial_call({M, F, A}), Sink, State);
                _ -> State
            end,
    print_event(Event, Sink, Named).

%% What the format says of a name.
name(Pid, Name, Sink, State) ->
    {Text, NewState} = sonde_trace_format:name(Pid, Name, State),
    write(Text, Sink, NewState),
    NewState.

print_event({Time, Tracee, Tag, Term, Options}, Sink, State) ->
    Terms = [Term | [Value || Key <- [extra, match_spec_result], #{Key := Value} <- [Options]]],
    {Text, NewState} = sonde_trace_format:event({Time, Tracee, Tag, Terms}, State),
    write(Text, Sink, NewState),
    NewState.

%% Why events are missing; a log whose session ended by itself lacks what came afterwards.
completeness(#{ends := no_footer}, _) -> "incomplete: the log has no end: it is being written, or its machine was killed, or its disk was full";
completeness(#{ends := {damaged, _, _}}, _) -> "incomplete: the log is damaged";
completeness(#{dropped := Late}, #{dropped := Beyond, ended := Ended}) ->
    Reasons = [io_lib:format("~w dropped, which came faster than they could be written", [Late]) || Late > 0] ++
        [io_lib:format("~w dropped by the session's bounds", [Beyond]) || Beyond > 0] ++
        [io_lib:format("ended by ~w", [Ended]) || Ended =/= none],
    case Reasons of
        [] -> "complete";
        _ -> ["incomplete: ", lists:join(", ", Reasons)]
    end.

end_with(File, #{ends := {damaged, Offset, Why}}) -> fail([File, io_lib:format(": damaged at byte ~w: ", [Offset]), Why]);
end_with(_, _) -> halt(0).

reason(not_a_log) -> "expected a log of sonde_trace_log (.strace), found something else";
reason({version, Version}) -> io_lib:format("expected a log of version 1, found version ~w", [Version]);
reason(Reason) -> erl_posix_msg:message(Reason).

sink("") -> {file, 1, <<"standard output">>};
sink(Name) -> sonde_trace_output:open(unicode:characters_to_binary(Name)).

note(Text, Sink, State) -> write(sonde_trace_format:note(Text, State), Sink, State).

write([], _, _) -> ok;
write(Text, Sink, State) -> sonde_trace_output:write(Sink, sonde_trace_format:bytes(Text, State)).

fail(Why) -> throw({refused, 1, Why}).
