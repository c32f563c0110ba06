%% The forms in which `sonde trace` writes events.
%%
%%   text     for people: time, process with its name, call, return with its duration, message
%%   erlang   seconds, process, and the event as an Erlang term: a trace message without its tag, process and time stamp
%%   jsonl    an object on each line
%%   mermaid  a sequence chart of the messages
%%   dot      a graph of which processes send to which, for Graphviz; processes of the same name are one node
%%   folded   stacks and the microseconds spent in each, as flame graphs take them; of functions whose returns are traced
%%   speedscope  the same for speedscope, process by process
%%   pprof       the same for pprof
%%   perfetto    tracks, slices and arrows (sonde_trace_perfetto)
%%
%% A format is a state and three functions: what an event adds to the output, what a remark adds, and what comes at the end.
-module(sonde_trace_format).

-export([new/2, hidden/1, hide/2, is_shown/2, name/3, event/2, gap/1, note/2, counters/4, watched/1, finish/2, has_summary/1, bytes/2, ended_by/1]).

%% Frames that are kept of a process; deeper calls are printed, but have no duration.
-define(FRAMES, 100000).
%% Arrows of a chart; more cannot be read, nor drawn by most viewers.
-define(ARROWS, 2000).
%% Processes that have ended and still have a name.
-define(ENDED, 1000).
%% The node of messages to aliases that no process in the trace has received.
-define(ALIAS, {sonde_trace_graph, <<"(alias)">>}).
%% The width of a process with its name, in the text for people.
-define(COLUMN, 24).
-define(SPACES, <<"                                                                                ">>).
%% Events of processes about one other, for people.
-define(LINKS, #{link => "links to", unlink => "unlinks from", getting_linked => "is linked to by", getting_unlinked => "is unlinked by"}).

%% Depth is that of printed terms, or `unlimited`. Shown says which returns are printed: a list of return and exception. Deltas: times are
%% those since the event before, in the text for people. Colours: it goes to a terminal.
new(Format, #{depth := Depth, shown := Shown} = Options) ->
    #{format => Format, depth => Depth, shown => Shown, before => case Options of #{deltas := true} -> 0; _ -> none end, names => #{}, columns => #{}, stacks => #{}, folded => #{}, actors => #{}, arrows => 0, drawn => queue:new(), resolved => #{}, aliases => sonde_trace_aliases:new(), events => 0, colours => maps:get(colours, Options, false),
      graph => sonde_trace_graph:new(), last => 0, ended => queue:new(), perfetto => sonde_trace_perfetto:new()}.

%% A process has a name from now on: {registered, Atom}, text, or `none` when it has ended. {Output, State}, as for an event.
name(Pid, none, #{stacks := Stacks, last := Last, ended := Ended} = State) ->
    perfetto(fun(Perfetto) -> sonde_trace_perfetto:ended(Pid, Last, Perfetto) end,
             forget(State#{stacks := maps:remove(Pid, Stacks), ended := queue:in(Pid, Ended)}));
name(Pid, {registered, Name}, State) -> name(Pid, Name, atom_to_list(Name), State);
name(Pid, Name, State) -> name(Pid, Name, Name, State).

name(Pid, Name, Text, #{names := Names, columns := Columns} = State) ->
    NewColumns = case State of
                     #{format := text} -> Columns#{Pid => unicode:characters_to_binary(pad(io_lib:format("~w ~ts", [Pid, Text]), ?COLUMN))};
                     _ -> Columns
                 end,
    perfetto(fun(Perfetto) -> sonde_trace_perfetto:name(Pid, Name, Perfetto) end, State#{names := Names#{Pid => Text}, columns := NewColumns}).

%% Of the process that ended last, an event may still come.
forget(#{ended := Ended, names := Names, columns := Columns, graph := Graph} = State) ->
    case queue:len(Ended) > ?ENDED of
        true ->
            {{value, Pid}, Rest} = queue:out(Ended),
            NewGraph = case State of #{format := dot} -> sonde_trace_graph:settle(Pid, node_name(Pid, State), Graph); _ -> Graph end,
            perfetto_forget(Pid, State#{graph := NewGraph, ended := Rest, names := maps:remove(Pid, Names), columns := maps:remove(Pid, Columns)});
        false -> State
    end.

perfetto_forget(Pid, State) -> element(2, perfetto(fun(Perfetto) -> {[], sonde_trace_perfetto:forget(Pid, Perfetto)} end, State)).

%% What the format `perfetto` writes, nothing in the others.
perfetto(Write, #{format := perfetto, perfetto := Perfetto} = State) ->
    {Packets, NewPerfetto} = Write(Perfetto),
    {Packets, State#{perfetto := NewPerfetto}};
perfetto(_, State) -> {[], State}.

%% A process is known by what it is called, a registered name by itself.
node_name(Node, #{names := Names} = State) -> case Names of #{Node := Name} -> Name; _ -> term(Node, State) end.

%% Figures of a process at a time, as sonde_trace_perfetto:counters/4 takes them.
counters(Pid, Ns, Values, State) -> perfetto(fun(Perfetto) -> sonde_trace_perfetto:counters(Pid, Ns, Values, Perfetto) end, State).

%% The processes of which figures are wanted.
watched(#{perfetto := Perfetto}) -> sonde_trace_perfetto:watched(Perfetto).

%% An event is {Nanoseconds since the start, Process, Kind, Terms}.
event({Ns, Pid, Kind, _} = Event, #{events := Events} = State0) ->
    {Frame, Followed} = follow(Event, State0#{last := Ns}),
    IsShown = is_shown(Kind, Followed),
    State = case IsShown of true -> Followed#{events := Events + 1}; false -> Followed end,
    case IsShown of
        true when map_get(format, State) =:= perfetto ->
            Change = open_frames(Pid, State) - open_frames(Pid, State0),
            perfetto(fun(Perfetto) -> sonde_trace_perfetto:event(Event, Change, fun(What, Value) -> say(What, Value, State) end, Perfetto) end, State);
        true -> write(Event, Frame, State);
        %% Of an exception that was not asked for, a picture has the end of the slice.
        false -> perfetto(fun(Perfetto) -> sonde_trace_perfetto:close(Pid, Ns, open_frames(Pid, State0) - open_frames(Pid, State), Perfetto) end, State)
    end.

%% Returns and exceptions are traced together (sonde_trace_pattern:with_actions/2): the tags of those that are not shown.
hidden([]) -> [];
hidden(Shown) -> [Tag || {Tag, Kind} <- [{return_from, return}, {exception_from, exception}], not lists:member(Kind, Shown)].

%% Events with these tags are not shown from now on.
hide(Tags, #{shown := Shown} = State) ->
    State#{shown := Shown -- [case Tag of return_from -> return; exception_from -> exception end || Tag <- Tags]}.

is_shown(return_from, #{shown := Shown}) -> lists:member(return, Shown);
is_shown(exception_from, #{shown := Shown}) -> lists:member(exception, Shown);
is_shown(_, _) -> true.

open_frames(Pid, #{stacks := Stacks}) -> depth(maps:get(Pid, Stacks, [])).

say(function, Mfa, _) -> mfa(function(Mfa));
say(term, Term, State) -> term(Term, State);
say(arguments, Arguments, State) -> [$[, arguments(Arguments, State), $]];
say(other, Term, State) -> other(Term, State);
say(name, Pid, #{names := Names}) -> maps:get(Pid, Names, "process");
say(what, {Kind, Terms}, State) -> what(Kind, Terms, none, State).

%% Events are missing here. Returns may be among them, so the calls that are open have ended as far as the trace knows: they would stay open
%% for ever, and later calls be inside them.
gap(#{last := Last} = State) -> perfetto(fun(Perfetto) -> sonde_trace_perfetto:gap(Last, Perfetto) end, State#{stacks := #{}}).

%% A line about the trace itself.
note(Text, #{format := jsonl}) -> line([{note, Text}]);
note(Text, #{format := mermaid}) -> ["%% ", Text, $\n];
note(Text, #{format := dot}) -> ["// ", Text, $\n];
note(Text, #{format := perfetto, last := Last, perfetto := Perfetto}) -> element(1, sonde_trace_perfetto:note(Last, Text, Perfetto));
note(_, #{format := Format}) when Format =:= folded; Format =:= speedscope; Format =:= pprof -> [];
note(Text, _) -> ["... ", Text, $\n].

%% Why a session has ended by itself, as the option that asked for it.
ended_by(stop_after) -> "--time";
ended_by(max_events) -> "--max-events";
ended_by(Reason) -> io_lib:format("~w", [Reason]).

%% What comes last; Complete says whether every event is there.
finish(_, #{format := erlang}) -> [];
finish(_, #{format := folded, folded := Folded}) ->
    sonde_speedscope:folded([{Stack, Ns div 1000} || {{_, Stack}, Ns} <- lists:sort(maps:to_list(Folded))]);
finish(_, #{format := speedscope, folded := Folded}) ->
    Processes = maps:groups_from_list(fun({{Name, _}, _}) -> Name end, fun({{_, Stack}, Ns}) -> {Stack, Ns} end, lists:sort(maps:to_list(Folded))),
    sonde_speedscope:document(nanoseconds, lists:sort(maps:to_list(Processes)));
finish(_, #{format := pprof, folded := Folded}) ->
    sonde_pprof:document(<<"time">>, <<"nanoseconds">>, [{Name, Stack, Ns} || {{Name, Stack}, Ns} <- lists:sort(maps:to_list(Folded))]);
finish(_, #{format := dot, graph := Graph} = State) -> sonde_trace_graph:text(fun(Node) -> node_name(Node, State) end, Graph);
finish(_, #{format := mermaid, arrows := 0} = State) -> [header(State), note("no messages", State)];
finish(_, #{format := mermaid, arrows := Arrows} = State) when Arrows > ?ARROWS ->
    [draw_rest(State), note(io_lib:format("~w of ~w messages shown", [?ARROWS, Arrows]), State)];
finish(_, #{format := mermaid} = State) -> draw_rest(State);
finish(Complete, #{format := perfetto, last := Last} = State) ->
    {Rest, NewState} = perfetto(fun(Perfetto) -> sonde_trace_perfetto:finish(Last, Perfetto) end, State),
    [Rest | summary(Complete, NewState)];
finish(Complete, State) -> summary(Complete, State).

%% Whether the output ends with a line that says what is missing. Otherwise standard error says it.
has_summary(#{format := Format}) -> Format =:= text orelse Format =:= jsonl orelse Format =:= perfetto.

%% The bytes of what the other functions return.
bytes(Packets, #{format := Format}) when Format =:= perfetto; Format =:= pprof -> iolist_to_binary(Packets);
bytes(Text, _) -> unicode:characters_to_binary(Text).

summary(Complete, #{events := Events} = State) ->
    note(io_lib:format("~w event~ts, ~ts", [Events, case Events of 1 -> ""; _ -> "s" end, Complete]), State).

%% --- calls and their returns -------------------------------------------------------------------------------------------------

%% {Depth, Durations}: how many frames are open around the event, and for a return {Total, Own} in nanoseconds, or {Total, Own, Calls} where
%% so many tail calls took the place of the function that it was. A frame is {Depth, Function, Start, Inside, Tail}; Inside is the time of the calls
%% that it made. Tail is `none`, or {Function, Since, Inside then, Calls} of the last function that took its place.
follow({_, _, call, [_, Extra]} = Event, State) when Extra =:= tail_call; element(1, Extra) =:= tail_call -> follow_tail_call(Event, State);
follow({_, Pid, call, [{erlang, hibernate, _} | _]}, #{stacks := Stacks} = State) ->
    %% The stack of a process that hibernates is gone, and with it the returns of all calls.
    {{0, none}, State#{stacks := maps:remove(Pid, Stacks)}};
follow({Ns, Pid, call, [Mfa | _]}, #{shown := [_ | _], stacks := Stacks} = State) ->
    Stack = maps:get(Pid, Stacks, []),
    Depth = depth(Stack),
    case Depth < ?FRAMES of
        true -> {{Depth, none}, State#{stacks := Stacks#{Pid => [{Depth + 1, function(Mfa), Ns, 0, none} | Stack]}}};
        false -> {{Depth, none}, State}
    end;
follow({Ns, Pid, Kind, [Mfa | _]}, #{stacks := Stacks} = State) when Kind =:= return_from; Kind =:= exception_from ->
    %% Frames whose return was not reported (a condition did not ask for it) have ended, too.
    case lists:dropwhile(fun({_, Function, _, _, _}) -> Function =/= Mfa end, maps:get(Pid, Stacks, [])) of
        [{Depth, _, Start, Inside, Tail} | Callers] = Frames ->
            Total = Ns - Start,
            Own = max(0, Total - Inside),
            Durations = case Tail of none -> {Total, Own}; {_, _, _, Calls} -> {Total, Own, Calls} end,
            {{Depth - 1, Durations}, (fold(Ns, Pid, Frames, State))#{stacks := Stacks#{Pid => spend(Total, Callers)}}};
        [] -> {{0, none}, State}
    end;
follow({_, Pid, exit, _}, #{stacks := Stacks} = State) -> {{0, none}, State#{stacks := maps:remove(Pid, Stacks)}};
follow({_, Pid, _, _}, #{stacks := Stacks} = State) -> {{depth(maps:get(Pid, Stacks, [])), none}, State}.

%% The callee takes the place of the function in the innermost frame, which keeps its name: that is the one whose return comes.
follow_tail_call({Ns, Pid, call, [Mfa | _]}, #{stacks := Stacks} = State) ->
    case maps:get(Pid, Stacks, []) of
        [{Depth, First, Start, Inside, Tail} | Callers] = Frames ->
            Calls = case Tail of none -> 1; {_, _, _, Before} -> Before + 1 end,
            Frame = {Depth, First, Start, Inside, {function(Mfa), Ns, Inside, Calls}},
            {{Depth - 1, none}, (fold(Ns, Pid, Frames, State))#{stacks := Stacks#{Pid => [Frame | Callers]}}};
        [] -> {{0, none}, State}
    end.

depth([{Depth, _, _, _, _} | _]) -> Depth;
depth([]) -> 0.

%% The caller spends no time of its own while it waits.
spend(Ns, [{Depth, Function, Start, Inside, Tail} | Callers]) -> [{Depth, Function, Start, Inside + Ns, Tail} | Callers];
spend(_, []) -> [].

%% The own time of the function that is innermost, from when it began, or took the place of another.
fold(Now, Pid, [{_, _, Start, Inside, Tail} | _] = Frames, #{format := Format, folded := Folded} = State)
  when Format =:= folded; Format =:= speedscope; Format =:= pprof ->
    Own = case Tail of
              none -> Now - Start - Inside;
              {_, Since, InsideThen, _} -> Now - Since - (Inside - InsideThen)
          end,
    %% Flame graphs join what all processes do.
    Process = case Format of folded -> all; _ -> unicode:characters_to_binary(say(name, Pid, State)) end,
    Key = {Process, [unicode:characters_to_binary(mfa(running(Frame))) || Frame <- lists:reverse(Frames)]},
    State#{folded := maps:update_with(Key, fun(Ns) -> Ns + Own end, Own, Folded)};
fold(_, _, _, State) -> State.

running({_, Function, _, _, none}) -> Function;
running({_, _, _, _, {Function, _, _, _}}) -> Function.

function({M, F, Arguments}) when is_list(Arguments) -> {M, F, length(Arguments)};
function(Mfa) -> Mfa.

mfa({M, F, A}) -> [sonde_trace_term:atom(M), $:, sonde_trace_term:atom(F), $/, integer_to_binary(A)].

%% --- the formats -------------------------------------------------------------------------------------------------------------

write({Ns, _, _, _} = Event, Frame, #{format := text, before := Before} = State) ->
    {text(Event, Frame, State), case Before of none -> State; _ -> State#{before := Ns} end};
write({Ns, Pid, Kind, Terms}, _, #{format := erlang} = State) ->
    {[seconds(Ns), $\s, io_lib:format("~w ", [Pid]), ${, lists:join($,, [sonde_trace_term:atom(Kind) | [part(Term, State) || Term <- Terms]]), "}\n"], State};
write(Event, Frame, #{format := jsonl} = State) -> {json(Event, Frame, State), State};
write(_, _, #{format := Format} = State) when Format =:= folded; Format =:= speedscope; Format =:= pprof -> {[], State};
write({_, Pid, send, [Message, To | _]}, _, #{format := dot, aliases := Aliases, graph := Graph} = State) ->
    {_, NewAliases} = sonde_trace_aliases:sent(To, Message, Pid, Aliases),
    %% To an alias until it is received.
    Receiver = case sonde_trace_aliases:is_alias(To) of true -> ?ALIAS; false -> To end,
    {[], State#{aliases := NewAliases, graph := sonde_trace_graph:add(Pid, Receiver, Graph)}};
write({_, Pid, 'receive', [Message | _]}, _, #{format := dot, aliases := Aliases, graph := Graph} = State) ->
    case sonde_trace_aliases:received(Pid, Message, Aliases) of
        {none, NewAliases} -> {[], State#{aliases := NewAliases}};
        {From, NewAliases} ->
            {[], State#{aliases := NewAliases, graph := sonde_trace_graph:add(From, Pid, sonde_trace_graph:remove(From, ?ALIAS, Graph))}}
    end;
write(_, _, #{format := dot} = State) -> {[], State};
write({_, Pid, send, [Message, To | _]}, _, #{format := mermaid} = State) -> arrow(Pid, To, Message, State);
write({_, Pid, 'receive', [Message | _]}, _, #{format := mermaid, aliases := Aliases} = State) ->
    case sonde_trace_aliases:received(Pid, Message, Aliases) of
        {none, NewAliases} -> {[], State#{aliases := NewAliases}};
        {Number, NewAliases} -> draw(resolve(Number, Pid, State#{aliases := NewAliases}))
    end;
write(_, _, #{format := mermaid} = State) -> {[], State}.

%% With six digits behind the point.
seconds(Ns) ->
    [_ | Digits] = integer_to_list(1000000 + Ns rem 1000000000 div 1000),
    [integer_to_binary(Ns div 1000000000), $. | Digits].

term(Term, #{depth := Depth}) -> sonde_trace_term:print(Term, Depth).

%% The arguments of a call: a list whatever they are.
arguments(Arguments, State) -> lists:join(", ", [term(Argument, State) || Argument <- Arguments]).

%% A part of an event as a term. The arguments of a call are a list.
part({M, F, Arguments}, State) when is_atom(M), is_atom(F), is_list(Arguments) ->
    [${, sonde_trace_term:atom(M), $,, sonde_trace_term:atom(F), ",[", lists:join($,, [term(Argument, State) || Argument <- Arguments]), "]}"];
part(Term, State) -> term(Term, State).

text({Ns, Pid, Kind, Terms}, {Depth, Durations}, State) ->
    %% Deep recursion would move everything out of sight.
    Indent = binary_part(?SPACES, 0, 2 * min(Depth, 40)),
    [painted(time, at(Ns, State), State), $\s, painted(process, column(Pid, State), State), $\s, Indent,
     painted(Kind, what(Kind, Terms, Durations, State), State), $\n].

painted(_, Text, #{colours := false}) -> Text;
painted(What, Text, _) ->
    case colour(What) of
        none -> Text;
        Colour -> ["\e[", Colour, $m, Text, "\e[0m"]
    end.

colour(time) -> "90";
colour(process) -> "36";
colour(return_from) -> "32";
colour(Kind) when Kind =:= exception_from; Kind =:= exit; Kind =:= send_to_non_existing_process -> "31";
colour(Kind) when Kind =:= send; Kind =:= 'receive' -> "34";
colour(Kind) when Kind =:= spawn; Kind =:= spawned -> "35";
colour(_) -> none.

at(Ns, #{before := none}) -> seconds(Ns);
at(Ns, #{before := Before}) -> string:pad(["+", time(max(0, Ns - Before))], 9, leading).

column(Pid, #{columns := Columns}) ->
    case Columns of
        #{Pid := Column} -> Column;
        _ when is_pid(Pid) -> pad(pid_to_list(Pid), ?COLUMN);
        _ -> pad(io_lib:format("~w", [Pid]), ?COLUMN)
    end.

pad(Text, Width) -> [Text, binary_part(?SPACES, 0, max(0, Width - string:length(Text)))].

what(call, [Mfa | Extra], _, State) -> [call(Mfa, State), [extra(More, State) || More <- Extra]];
what(return_from, [Mfa, Value | _], Durations, State) -> [mfa(Mfa), " -> ", term(Value, State), durations(Durations)];
what(exception_from, [Mfa, {Class, Reason} | _], Durations, State) ->
    [mfa(Mfa), " ** ", atom_to_list(Class), $:, term(Reason, State), durations(Durations)];
what(return_to, [Mfa | _], _, _) when is_tuple(Mfa) -> ["returns to ", mfa(Mfa)];
what(send, [Message, To | _], _, State) -> [other(To, State), " ! ", term(Message, State)];
what(send_to_non_existing_process, [Message, To | _], _, State) -> [other(To, State), " (does not exist) ! ", term(Message, State)];
what('receive', [Message | _], _, State) -> ["receives ", term(Message, State)];
what(spawn, [Pid, Mfa | _], _, State) -> ["spawns ", other(Pid, State), ": ", call(Mfa, State)];
what(spawned, [Parent, Mfa | _], _, State) -> ["is spawned by ", other(Parent, State), ": ", call(Mfa, State)];
what(exit, [Reason | _], _, State) -> ["exits: ", term(Reason, State)];
what(register, [Name | _], _, State) -> ["registers as ", term(Name, State)];
what(unregister, [Name | _], _, State) -> ["unregisters ", term(Name, State)];
what(open, [Owner, Name | _], _, State) -> ["is opened by ", other(Owner, State), ": ", term(Name, State)];
what(closed, [Reason | _], _, State) -> ["closes: ", term(Reason, State)];
what(out_exited, _, _, _) -> "is scheduled out, has exited";
what(seq_trace, [Label, Info | _], _, State) -> token(Label, Info, State);
what(Kind, [Mfa], _, _) when Kind =:= in; Kind =:= out; Kind =:= in_exiting; Kind =:= out_exiting ->
    [case Kind of
         in -> "runs";
         out -> "is scheduled out";
         in_exiting -> "runs, exiting";
         out_exiting -> "is scheduled out, exiting"
     end, case Mfa of {_, _, _} -> [" in ", mfa(Mfa)]; _ -> "" end];
what(Kind, [Info], _, State) when Kind =:= gc_minor_start; Kind =:= gc_major_start; Kind =:= gc_minor_end; Kind =:= gc_major_end; Kind =:= gc_max_heap_size ->
    collection(Kind, Info, State);
what(Kind, [Other], _, State) when is_map_key(Kind, ?LINKS) -> [map_get(Kind, ?LINKS), $\s, other(Other, State)];
what(Kind, Terms, _, State) -> lists:join($\s, [string:replace(atom_to_list(Kind), "_", " ", all) | [other(Term, State) || Term <- Terms]]).

%% The event has the sender as its process, also where the message is received: so both are said.
token(Label, {send, Serial, From, To, Message}, State) ->
    [token(Label, Serial, State), other(From, State), " sends ", other(To, State), $\s, term(Message, State)];
token(Label, {'receive', Serial, From, To, Message}, State) ->
    [token(Label, Serial, State), other(To, State), " receives from ", other(From, State), $\s, term(Message, State)];
token(Label, {print, Serial, From, _, Text}, State) when is_tuple(Serial) ->
    [token(Label, Serial, State), other(From, State), " prints ", term(Text, State)];
token(Label, {Previous, Current}, State) -> ["token ", term(Label, State), io_lib:format(" (~w to ~w): ", [Previous, Current])];
token(Label, Info, State) -> ["token ", term(Label, State), ": ", term(Info, State)].

%% Of a collection, the figures that people ask for: what is on the heaps before and after it.
collection(Kind, Info, State) ->
    try maps:from_list(Info) of
        #{heap_size := Young, old_heap_size := Old, heap_block_size := Room} ->
            io_lib:format("~ts: ~w of ~w words, and ~w old ones", [collection(Kind), Young, Room, Old])
    catch
        %% Cut, in a log or by --max-arg.
        error:_ -> [collection(Kind), ": ", term(Info, State)]
    end.

collection(gc_minor_start) -> "minor collection begins";
collection(gc_minor_end) -> "minor collection ends";
collection(gc_major_start) -> "major collection begins";
collection(gc_major_end) -> "major collection ends";
collection(gc_max_heap_size) -> "heap is too large".

other(Pid, #{names := Names}) when is_map_key(Pid, Names) -> io_lib:format("~w (~ts)", [Pid, map_get(Pid, Names)]);
other(Term, State) -> term(Term, State).

call({M, F, Arguments}, State) when is_list(Arguments) ->
    [sonde_trace_term:atom(M), $:, sonde_trace_term:atom(F), $(, arguments(Arguments, State), $)];
call(Mfa, _) -> mfa(Mfa).

%% A stack as --stack has it, or what a condition's own message says.
extra([{_, _, _, _} | _] = Stack, _) -> [["\n            at ", mfa(function({M, F, A})), place(Info)] || {M, F, A, Info} <- Stack];
extra(tail_call, _) -> "  (tail call)";
extra({tail_call, Extra}, State) -> ["  (tail call)" | extra(Extra, State)];
extra({_, _, _} = Caller, _) -> ["  from ", mfa(Caller)];
extra(Term, State) -> ["  ", term(Term, State)].

place(Info) ->
    case {proplists:get_value(file, Info), proplists:get_value(line, Info)} of
        {File, Line} when is_list(File), is_integer(Line) -> io_lib:format(" (~ts:~w)", [File, Line]);
        _ -> ""
    end.

durations({Total, Own, Calls}) -> ["  (", time(Total), ", own ", time(Own), ", ", integer_to_list(Calls), case Calls of 1 -> " tail call)"; _ -> " tail calls)" end];
durations({Total, Own}) when Total =:= Own -> ["  (", time(Total), ")"];
durations({Total, Own}) -> ["  (", time(Total), ", own ", time(Own), ")"];
durations(none) -> "".

time(Ns) when Ns < 1000 -> [integer_to_binary(Ns), " ns"];
time(Ns) when Ns < 1000000 -> [float_to_binary(Ns / 1000, [{decimals, 1}]), " us"];
time(Ns) when Ns < 1000000000 -> io_lib:format("~.1f ms", [Ns / 1000000]);
time(Ns) -> io_lib:format("~.2f s", [Ns / 1000000000]).

%% --- JSON --------------------------------------------------------------------------------------------------------------------

%% Terms are strings in Erlang's own syntax, so no value is lost in a conversion.
json({Ns, Pid, Kind, Terms}, {_, Durations}, #{names := Names} = State) ->
    Name = [{name, Text} || #{Pid := Text} <- [Names]],
    Times = case Durations of
                {Total, Own} -> [{total_ns, Total}, {own_ns, Own}];
                {Total, Own, Calls} -> [{total_ns, Total}, {own_ns, Own}, {tail_calls, Calls}];
                none -> []
            end,
    line([{time_ns, Ns}, {pid, term(Pid, State)}] ++ Name ++ [{event, atom_to_list(Kind)}] ++ fields(Kind, Terms, State) ++ Times).

fields(call, [{M, F, Arguments} | Extra], State) when is_list(Arguments) ->
    [{function, mfa({M, F, length(Arguments)})}, {arguments, {list, [term(Argument, State) || Argument <- Arguments]}} | more(Extra, State)];
fields(call, [Mfa | Extra], State) -> [{function, mfa(Mfa)} | more(Extra, State)];
fields(return_from, [Mfa, Value | Extra], State) -> [{function, mfa(Mfa)}, {value, term(Value, State)} | more(Extra, State)];
fields(exception_from, [Mfa, {Class, Reason} | Extra], State) ->
    [{function, mfa(Mfa)}, {class, atom_to_list(Class)}, {reason, term(Reason, State)} | more(Extra, State)];
fields(Kind, [Message, To | Extra], State) when Kind =:= send; Kind =:= send_to_non_existing_process ->
    [{to, term(To, State)}, {message, term(Message, State)} | more(Extra, State)];
fields('receive', [Message | Extra], State) -> [{message, term(Message, State)} | more(Extra, State)];
fields(_, Terms, State) -> more(Terms, State).

more([], _) -> [];
more(Terms, State) -> [{terms, {list, [term(Term, State) || Term <- Terms]}}].

line(Fields) -> [sonde_json:encode({object, Fields}), $\n].

%% --- Mermaid -----------------------------------------------------------------------------------------------------------------

header(#{arrows := 0}) -> "sequenceDiagram\n";
header(_) -> "".

arrow(_, _, _, #{arrows := Arrows} = State) when Arrows >= ?ARROWS -> {[], State#{arrows := Arrows + 1}};
arrow(From, To, Message, #{arrows := Arrows, aliases := Aliases, drawn := Arrowheads} = State) ->
    {Lost, NewAliases} = sonde_trace_aliases:sent(To, Message, Arrows, Aliases),
    Receiver = case sonde_trace_aliases:is_alias(To) of true -> waits; false -> known end,
    Text = chart_text(term(Message, State)),
    NewState = State#{arrows := Arrows + 1, aliases := NewAliases, drawn := queue:in({Arrows, From, To, Receiver, Text}, Arrowheads)},
    {Output, Drawn} = draw(lists:foldl(fun(Number, S) -> resolve(Number, none, S) end, NewState, Lost)),
    {[header(State), Output], Drawn}.

%% The receiver of a message to an alias is known from now on; none: nobody has received it.
resolve(Number, Pid, #{resolved := Resolved} = State) -> State#{resolved := Resolved#{Number => Pid}}.

%% Arrows are drawn in the order of the sends, so they wait for one whose receiver is not known.
draw(#{drawn := Arrows, resolved := Resolved} = State) ->
    case queue:peek(Arrows) of
        {value, {_, From, To, known, Text}} -> draw(From, To, Text, State);
        {value, {Number, From, To, waits, Text}} ->
            case Resolved of
                #{Number := none} -> draw(From, To, Text, State);
                #{Number := Pid} -> draw(From, Pid, Text, State);
                _ -> {[], State}
            end;
        empty -> {[], State}
    end.

draw(From, To, Text, #{drawn := Arrows} = State) ->
    {FromText, FromId, State1} = actor(From, State),
    {ToText, ToId, State2} = actor(To, State1),
    {Rest, NewState} = draw(State2#{drawn := queue:drop(Arrows)}),
    {[FromText, ToText, "    ", FromId, "->>", ToId, ": ", Text, $\n | Rest], NewState}.

%% What still waits is drawn with the alias in the place of a process.
draw_rest(#{drawn := Arrows} = State) ->
    {Text, _} = draw(lists:foldl(fun({Number, _, _, _, _}, #{resolved := Resolved} = S) -> S#{resolved := maps:merge(#{Number => none}, Resolved)} end,
                                 State, queue:to_list(Arrows))),
    Text.

actor(Term, #{actors := Actors} = State) ->
    case Actors of
        #{Term := Id} -> {"", Id, State};
        _ ->
            Id = ["p", integer_to_list(map_size(Actors))],
            {["    participant ", Id, " as ", chart_text(other(Term, State)), $\n], Id, State#{actors := Actors#{Term => Id}}}
    end.

%% Characters that have a meaning in a chart, as entities.
chart_text(Text) -> [chart_character(C) || C <- lists:sublist(unicode:characters_to_list(Text), 200)].

chart_character($;) -> "#59;";
chart_character($#) -> "#35;";
chart_character($<) -> "#lt;";
chart_character($>) -> "#gt;";
chart_character(C) when C < 32 -> $\s;
chart_character(C) -> C.
