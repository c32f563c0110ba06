%% The format `perfetto` of `sonde trace`: the file that https://ui.perfetto.dev and Perfetto's trace processor read. It is a sequence of
%% packets (Trace.packet), each a description of a track or an event on one.
%% Source: https://perfetto.dev/docs/reference/synthetic-track-event, the .proto files of Perfetto; tests/cli/perfetto.proto has the part
%% of them that is written here.
%%
%% An Erlang process is a thread track. Processes with the same name (registered, or the initial call) form a group, which is a process
%% of Perfetto. Calls are slices, if their returns are traced, as are collections; when the process runs is a track of its own, because
%% that begins and ends in the middle of calls. Messages are instants, with an arrow from the send to the receive.
%%
%% Packets need not be in the order of time. So a send waits here until the message is received, and gets its arrow then: each arrow has
%% both ends. Of how many sends wait is bounded, and one that waits longer is written without an arrow.
-module(sonde_trace_perfetto).

-export([new/0, name/3, ended/3, forget/2, event/4, close/4, gap/2, note/3, counters/4, watched/1, finish/2]).

-import(sonde_protobuf, [int/2, fixed64/2, text/2, message/2]).

%% Sends that wait for their receive.
-define(WAITING, 10000).

%% Trace
-define(PACKET, 1).
%% TracePacket
-define(TIMESTAMP, 8).
-define(SEQUENCE, 10).
-define(TRACK_EVENT, 11).
-define(TRACK_DESCRIPTOR, 60).
%% TrackEvent
-define(ANNOTATION, 4).
-define(TYPE, 9).
-define(TRACK, 11).
-define(CATEGORY, 22).
-define(NAME, 23).
-define(COUNTER_VALUE, 30).
-define(FLOW, 47).
-define(LAST_FLOW, 48).
-define(BEGIN, 1).
-define(END, 2).
-define(INSTANT, 3).
-define(COUNTER, 4).
%% TrackDescriptor
-define(UUID, 1).
-define(TRACK_NAME, 2).
-define(PROCESS, 3).
-define(THREAD, 4).
-define(PARENT, 5).
-define(COUNTER_TRACK, 8).

%% tracks: of processes, as {Number, Group, Parts, Open}: the number of the thread, from which those of its tracks follow; the number of
%% its group; tracks that have been described beside the main one; and slices that are open on them.
new() -> #{tracks => #{}, groups => #{}, pids => #{}, next => 1, sends => #{}, order => queue:new(), waiting => 0, flow => 1}.

%% A process has a name from now on: an atom that it is registered as, or text.
name(Pid, Name, #{tracks := Tracks, pids := Pids} = State) ->
    {case Tracks of
         #{Pid := {Number, Group, _, _}} -> thread(Number, Group, Pid, text_of(Name));
         _ -> []
     end, case is_atom(Name) of
              true -> resolve(Name, Pid, State#{pids := Pids#{Name => Pid}});
              false -> State
          end}.

%% A process has ended; the calls that it was in end then.
ended(Pid, Ns, #{tracks := Tracks} = State) when is_map_key(Pid, Tracks) -> close_all(Pid, Ns, State);
ended(_, _, State) -> {[], State}.

%% No event of this process will come.
forget(Pid, #{tracks := Tracks} = State) -> State#{tracks := maps:remove(Pid, Tracks)}.

%% Change is how many calls the event opens, or, below 0, closes. Say prints terms, functions and what else is in an event.
event({Ns, Pid, Kind, Terms}, Change, Say, State) ->
    {Described, Track, Described1} = track(Pid, Say, State),
    {Text, NewState} = draw(Kind, Terms, Change, {Ns, Pid, Track}, Say, Described1),
    {[Described | Text], NewState}.

%% So many calls of the process end, without an event that is drawn.
close(Pid, Ns, Calls, #{tracks := Tracks} = State) ->
    case Tracks of
        #{Pid := Track} -> close_calls(Calls, [], {Ns, Pid, Track}, State);
        _ -> {[], State}
    end.

draw(call, [Mfa | _], 1, {_, Pid, _} = Where, Say, State) ->
    {begins(Where, 0, "call", Say(function, Mfa), arguments(Mfa, Say)), open(Pid, call, State)};
draw(call, [{erlang, hibernate, _} = Mfa | _], _, {Ns, Pid, _} = Where, Say, State) ->
    {Closed, NewState} = close_all(Pid, Ns, State),
    {[Closed | instant(Where, "call", Say(function, Mfa), [])], NewState};
draw(call, [Mfa | _], _, Where, Say, State) -> {instant(Where, "call", Say(function, Mfa), arguments(Mfa, Say)), State};
draw(return_from, [_, Value | _], Change, Where, Say, State) when Change < 0 -> close_calls(-Change, [annotation("value", Say(term, Value))], Where, State);
draw(exception_from, [_, {Class, Reason} | _], Change, Where, Say, State) when Change < 0 ->
    close_calls(-Change, [annotation("exception", [atom_to_list(Class), $:, Say(term, Reason)])], Where, State);
draw(Kind, _, _, _, _, State) when Kind =:= return_from; Kind =:= exception_from -> {[], State};
draw(send, [Message, To | _], _, Where, Say, State) -> send(Message, To, Where, Say, State);
draw('receive', [Message | _], _, Where, Say, State) -> received(Message, Where, Say, State);
draw(Kind, [Info | _], _, Where, Say, State) when Kind =:= gc_minor_start; Kind =:= gc_major_start ->
    collection(begins(Where, 0, "gc", case Kind of gc_minor_start -> "minor collection"; _ -> "major collection" end, []), gc, Info, Where, Say, State);
draw(Kind, [Info | _], _, {_, Pid, {_, _, _, Open}} = Where, Say, State) when Kind =:= gc_minor_end; Kind =:= gc_major_end ->
    case Open of
        [gc | _] -> collection(ends(Where, 0, []), none, Info, Where, Say, pop(Pid, State));
        _ -> {[], State}
    end;
draw(Kind, _, _, Where, Say, State) when Kind =:= in; Kind =:= in_exiting -> runs(true, Where, Say, State);
draw(Kind, _, _, Where, Say, State) when Kind =:= out; Kind =:= out_exiting -> runs(false, Where, Say, State);
draw(exit, [Reason | _], _, {Ns, Pid, _} = Where, Say, State) ->
    {Closed, NewState} = close_all(Pid, Ns, State),
    {[Closed | instant(Where, "process", "exit", [annotation("reason", Say(term, Reason))])], NewState};
draw(Kind, Terms, _, Where, Say, State) -> {instant(Where, "process", atom_to_list(Kind), [annotation("what", Say(what, {Kind, Terms}))]), State}.

arguments({_, _, Arguments}, Say) when is_list(Arguments) -> [annotation("arguments", Say(arguments, Arguments))];
arguments(_, _) -> [].

%% --- slices ------------------------------------------------------------------------------------------------------------------

open(Pid, What, #{tracks := Tracks} = State) ->
    #{Pid := {Number, Group, Parts, Open}} = Tracks,
    State#{tracks := Tracks#{Pid := {Number, Group, Parts, [What | Open]}}}.

pop(Pid, #{tracks := Tracks} = State) ->
    #{Pid := {Number, Group, Parts, [_ | Open]}} = Tracks,
    State#{tracks := Tracks#{Pid := {Number, Group, Parts, Open}}}.

%% The innermost calls end. Only one of them is the function that returned, the others ended with it.
close_calls(0, _, _, State) -> {[], State};
close_calls(N, Annotations, {_, Pid, _} = Where, #{tracks := Tracks} = State) ->
    case Tracks of
        #{Pid := {_, _, _, [_ | _]}} ->
            OfThis = case N of 1 -> Annotations; _ -> [] end,
            {Text, NewState} = close_calls(N - 1, Annotations, Where, pop(Pid, State)),
            {[ends(Where, 0, OfThis) | Text], NewState};
        _ -> {[], State}
    end.

close_all(Pid, Ns, #{tracks := Tracks} = State) ->
    #{Pid := {Number, Group, Parts, Open} = Track} = Tracks,
    Where = {Ns, Pid, Track},
    Runs = [ends(Where, 1, []) || lists:member(runs, Parts)],
    {[[ends(Where, 0, []) || _ <- Open] | Runs], State#{tracks := Tracks#{Pid := {Number, Group, Parts -- [runs], []}}}}.

runs(Runs, {_, Pid, {Number, Group, Parts, Open}} = Where, _, #{tracks := Tracks} = State) ->
    case {Runs, lists:member(runs, Parts)} of
        {true, false} ->
            New = [runs, scheduling | Parts -- [scheduling]],
            {[[child(Number, 1, "scheduled", []) || not lists:member(scheduling, Parts)] | begins(Where, 1, "scheduling", "runs", [])],
             State#{tracks := Tracks#{Pid := {Number, Group, New, Open}}}};
        {false, true} -> {ends(Where, 1, []), State#{tracks := Tracks#{Pid := {Number, Group, Parts -- [runs], Open}}}};
        %% The trace began while the process ran.
        _ -> {[], State}
    end.

collection(Slice, What, Info, {Ns, Pid, _}, _, State) ->
    Words = lists:sum([N || {Key, N} <- Info, lists:member(Key, [heap_size, old_heap_size, mbuf_size])]),
    Opened = case What of gc -> open(Pid, gc, State); none -> State end,
    {Text, NewState} = counters(Pid, Ns, [{heap, Words}], Opened),
    {[Slice | Text], NewState}.

%% --- messages ----------------------------------------------------------------------------------------------------------------

send(Message, To, Where, Say, #{sends := Sends, order := Order, waiting := Waiting, flow := Flow} = State) ->
    Event = event_fields(?INSTANT, Where, 0, [text(?CATEGORY, "message"), text(?NAME, ["to ", Say(other, To)]), annotation("message", Say(term, Message))]),
    Key = {receiver(To, State), erlang:phash2(Message)},
    Same = maps:get(Key, Sends, queue:new()),
    let_go(State#{sends := Sends#{Key => queue:in({Flow, element(1, Where), Event}, Same)}, order := queue:in({Key, Flow}, Order),
                  waiting := Waiting + 1, flow := Flow + 1}).

%% The process that has an alias is known when it receives the message.
receiver(To, #{pids := Pids}) ->
    case sonde_trace_aliases:is_alias(To) of
        true -> {alias};
        false when is_atom(To) -> maps:get(To, Pids, To);
        false -> To
    end.

%% A send may be reported before the registration of the name that it uses: who has the name is known now.
resolve(Name, Pid, #{sends := Sends, order := Order} = State) ->
    Now = fun({To, Hash}) when To =:= Name -> {Pid, Hash}; (Key) -> Key end,
    State#{sends := maps:fold(fun(Key, Same, New) -> maps:update_with(Now(Key), fun(Others) -> queue:join(Others, Same) end, Same, New) end, #{}, Sends),
           order := queue:from_list([{Now(Key), Flow} || {Key, Flow} <- queue:to_list(Order)])}.

%% The oldest send goes, if too many wait.
let_go(#{waiting := Waiting} = State) when Waiting =< ?WAITING -> {[], State};
let_go(#{order := Order, waiting := Waiting, sends := Sends} = State) ->
    {{value, {Key, Flow}}, Rest} = queue:out(Order),
    NewState = State#{order := Rest, waiting := Waiting - 1},
    case Sends of
        #{Key := Same} ->
            case queue:peek(Same) of
                {value, {Flow, Ns, Event}} -> {packet(Ns, Event), NewState#{sends := without_first(Key, Same, Sends)}};
                _ -> {[], NewState}
            end;
        _ -> {[], NewState}
    end.

without_first(Key, Same, Sends) ->
    Rest = queue:drop(Same),
    case queue:is_empty(Rest) of
        true -> maps:remove(Key, Sends);
        false -> Sends#{Key := Rest}
    end.

%% Of several equal messages to the same process the first is received first.
received(Message, {Ns, Pid, _} = Where, Say, #{sends := Sends} = State) ->
    Event = event_fields(?INSTANT, Where, 0, [text(?CATEGORY, "message"), text(?NAME, "receive"), annotation("message", Say(term, Message))]),
    Hash = erlang:phash2(Message),
    Key = case Sends of #{{Pid, Hash} := _} -> {Pid, Hash}; _ -> {{alias}, Hash} end,
    case Sends of
        #{Key := Same} ->
            {value, {Flow, SentNs, Sent}} = queue:peek(Same),
            {[packet(SentNs, [Sent, fixed64(?FLOW, Flow)]), packet(Ns, [Event, fixed64(?LAST_FLOW, Flow)])],
             State#{sends := without_first(Key, Same, Sends)}};
        _ -> {packet(Ns, Event), State}
    end.

%% --- counters ----------------------------------------------------------------------------------------------------------------

%% Values of a process at a time: a list of {heap | queue | reductions, Integer}.
counters(Pid, Ns, Values, #{tracks := Tracks} = State) when is_map_key(Pid, Tracks) ->
    #{Pid := {Number, Group, Parts, Open} = Track} = Tracks,
    Described = [child(Number, part(What), counter_name(What), [message(?COUNTER_TRACK, [])]) || {What, _} <- Values, not lists:member(What, Parts)],
    Points = [packet(Ns, event_fields(?COUNTER, {Ns, Pid, Track}, part(What), [int(?COUNTER_VALUE, Value)])) || {What, Value} <- Values],
    {[Described | Points], State#{tracks := Tracks#{Pid := {Number, Group, lists:usort([What || {What, _} <- Values] ++ Parts), Open}}}};
counters(_, _, _, State) -> {[], State}.

part(heap) -> 2;
part(queue) -> 3;
part(reductions) -> 4.

counter_name(heap) -> "heap (words)";
counter_name(queue) -> "messages in the queue";
counter_name(reductions) -> "reductions".

%% The processes that have a track.
watched(#{tracks := Tracks}) -> maps:keys(Tracks).

%% --- the trace itself --------------------------------------------------------------------------------------------------------

%% A remark is an instant on the track that belongs to no process.
note(Ns, Text, State) -> {packet(Ns, [int(?TYPE, ?INSTANT), int(?TRACK, 0), text(?CATEGORY, "trace"), text(?NAME, Text)]), State}.

%% All slices end, since the events that end them may be missing.
gap(Ns, #{tracks := Tracks} = State) -> lists:mapfoldl(fun(Pid, S) -> close_all(Pid, Ns, S) end, State, maps:keys(Tracks)).

%% What still waits or is open ends with the trace.
finish(Ns, #{sends := Sends} = State) ->
    {Closed, Last} = gap(Ns, State),
    {[[packet(Sent, Event) || Same <- maps:values(Sends), {_, Sent, Event} <- queue:to_list(Same)] | Closed], Last#{sends := #{}}}.

%% --- tracks and events -------------------------------------------------------------------------------------------------------

%% The process's track, with the packets that describe it where it is new.
track(Pid, Say, #{tracks := Tracks, next := Next} = State) ->
    case Tracks of
        #{Pid := Track} -> {[], Track, State};
        _ ->
            Name = text_of(Say(name, Pid)),
            {OfGroup, Group, Grouped} = group(Name, State#{next := Next + 1}),
            Track = {Next, Group, [], []},
            {[OfGroup | thread(Next, Group, Pid, Name)], Track, Grouped#{tracks := Tracks#{Pid => Track}}}
    end.

group(Name, #{groups := Groups, next := Next} = State) ->
    case Groups of
        #{Name := Group} -> {[], Group, State};
        _ ->
            Process = message(?PROCESS, [int(1, Next), text(6, Name)]),
            {descriptor([int(?UUID, uuid(Next, 0)), Process]), Next, State#{groups := Groups#{Name => Next}, next := Next + 1}}
    end.

thread(Number, Group, Pid, Name) ->
    Text = io_lib:format("~ts ~w", [Name, Pid]),
    descriptor([int(?UUID, uuid(Number, 0)), int(?PARENT, uuid(Group, 0)), message(?THREAD, [int(1, Group), int(2, Number), text(5, Text)])]).

text_of(Name) when is_atom(Name) -> atom_to_binary(Name);
text_of(Name) -> unicode:characters_to_binary(Name).

%% A track below that of a process.
child(Number, Part, Name, More) -> descriptor([int(?UUID, uuid(Number, Part)), int(?PARENT, uuid(Number, 0)), text(?TRACK_NAME, Name) | More]).

uuid(Number, Part) -> Number * 8 + Part.

descriptor(Fields) -> message(?PACKET, [int(?SEQUENCE, 1), message(?TRACK_DESCRIPTOR, Fields)]).

begins({Ns, _, _} = Where, Part, Category, Name, Annotations) ->
    packet(Ns, event_fields(?BEGIN, Where, Part, [text(?CATEGORY, Category), text(?NAME, Name) | Annotations])).

ends({Ns, _, _} = Where, Part, Annotations) -> packet(Ns, event_fields(?END, Where, Part, Annotations)).

instant({Ns, _, _} = Where, Category, Name, Annotations) ->
    packet(Ns, event_fields(?INSTANT, Where, 0, [text(?CATEGORY, Category), text(?NAME, Name) | Annotations])).

event_fields(Type, {_, _, {Number, _, _, _}}, Part, Fields) -> [int(?TYPE, Type), int(?TRACK, uuid(Number, Part)) | Fields].

%% DebugAnnotation
annotation(Name, Value) -> message(?ANNOTATION, [text(10, Name), text(6, Value)]).

packet(Ns, Event) -> message(?PACKET, [int(?TIMESTAMP, Ns), int(?SEQUENCE, 1), message(?TRACK_EVENT, Event)]).
