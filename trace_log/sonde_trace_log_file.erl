%% Reads the files that sonde_trace_log writes; docs/strace.md describes them. It needs nothing of the library, and works in Sonde and in
%% Erlang/OTP.
%%
%% The events of a file come in the order of their times. Each thread's are in the file in that order, but not those of all threads: the file
%% has rounds, and what a round lacks is in the next one. So events are kept until a round that began after them has been read whole.
-module(sonde_trace_log_file).

-export([fold/3, fold/4]).
-export_type([event/0, ending/0]).

-define(MAGIC, 16#89, "STRACE\n").
-define(BLOCK, 1048576).
%% No writer makes larger ones; a damaged length must not fill the memory.
-define(MAX_CHUNK, 268435456).

%% Time is in nanoseconds since the log was opened. Options has what erl_tracer:trace/5 got: extra, match_spec_result, scheduler_id.
%% With the tag process_name this is no event: Term is text, the name of a process from then on. It comes before the events of its round.
%% With the tag hidden and the tracee undefined, neither: Term is a list of tags whose events are there to say when calls end, and not to be shown.
%% A gap: so many events of one thread were dropped before the next.
-type event() :: {Time :: non_neg_integer(), Tracee :: term(), Tag :: term(), term(), Options :: map()} | {gap, pos_integer()}.
%% How the file ends: with a footer that says how many events it has and lacks; without one (it is being written, or its machine was killed), with what was
%% dropped as far as that was written; or with a place that cannot be read.
-type ending() :: #{events := non_neg_integer(), dropped := non_neg_integer(), dropped_by := #{term() => pos_integer()},
                    ends := complete | incomplete | no_footer | {damaged, Offset :: non_neg_integer(), string()}, info => map()}.

%% Calls Fun(Event, Acc) for each event. An error: this is no such file, or it cannot be read.
-spec fold(file:name_all(), fun((event(), Acc) -> Acc), Acc) -> {ok, ending(), Acc} | {error, term()}.
fold(Name, Fun, Acc) -> fold(Name, Fun, Acc, all).

%% The same for events with one of some tags. Those with the value `head` have `undefined` in place of their term, and no options: their terms
%% are not decoded.
-spec fold(file:name_all(), fun((event(), Acc) -> Acc), Acc, all | #{Tag :: atom() => whole | head}) -> {ok, ending(), Acc} | {error, term()}.
fold(Name, Fun, Acc, Tags) ->
    case file:open(Name, [read, raw, binary]) of
        {ok, File} ->
            try read_start(File, Fun, Acc, Tags)
            catch throw:{cannot_read, Reason} -> {error, Reason}
            after file:close(File)
            end;
        {error, _} = Error -> Error
    end.

read_start(File, Fun, Acc, Tags) ->
    case more(File, <<>>) of
        {ok, <<?MAGIC, 1:16/little, _Minor:16/little, Rest/binary>>} ->
            State = #{tags => Tags, file => File, offset => 12, names => #{}, rounds => [], waiting => [], function => Fun, acc => Acc, events => 0, dropped => 0,
                      dropped_by => #{}, info => #{}, ends => no_footer},
            #{acc := NewAcc} = Last = chunks(Rest, State),
            {ok, maps:with([events, dropped, dropped_by, ends, info], Last), NewAcc};
        {ok, <<?MAGIC, Major:16/little, _Minor:16, _/binary>>} -> {error, {version, Major}};
        {ok, <<?MAGIC, _/binary>>} -> {error, cut_head};
        {ok, _} -> {error, not_a_log};
        eof -> {error, not_a_log}
    end.

more(File, Rest) ->
    case file:read(File, ?BLOCK) of
        {ok, Bytes} -> {ok, <<Rest/binary, Bytes/binary>>};
        eof -> eof;
        {error, Reason} -> throw({cannot_read, Reason})
    end.

%% --- chunks ------------------------------------------------------------------------------------------------------------------

chunks(<<Sum:32/little, Type:32/little, Size:32/little, Rest/binary>>, #{offset := Offset} = State) when Type < 256, Size =< ?MAX_CHUNK ->
    case Rest of
        <<Payload:Size/binary, Next/binary>> ->
            case erlang:crc32([<<Type:32/little, Size:32/little>>, Payload]) of
                Sum ->
                    try chunk(Type, Payload, State) of
                        #{ends := no_footer} = NewState -> chunks(Next, NewState#{offset := Offset + 12 + Size});
                        Ended -> flush(Ended)
                    catch error:_ -> damaged("a chunk has other contents than its type says", State)
                    end;
                _ -> damaged("the check sum of a chunk is wrong", State)
            end;
        _ -> next_block(<<Sum:32/little, Type:32/little, Size:32/little, Rest/binary>>, State)
    end;
chunks(<<_:12/binary, _/binary>>, State) -> damaged("this is no chunk", State);
chunks(Rest, State) -> next_block(Rest, State).

next_block(Rest, #{file := File} = State) ->
    case more(File, Rest) of
        {ok, Bytes} -> chunks(Bytes, State);
        %% What is left is the start of a chunk that is being written, or never was.
        eof -> flush(State)
    end.

damaged(Why, #{offset := Offset} = State) -> flush(State#{ends := {damaged, Offset, Why}}).

chunk($I, Payload, State) ->
    {Start, A} = varint(Payload),
    {Process, B} = varint(A),
    {Info, <<>>} = text(B),
    State#{info := #{start => Start, os_process => Process, machine => Info}};
chunk($N, Payload, #{names := Names} = State) ->
    {First, A} = varint(Payload),
    {Count, B} = varint(A),
    State#{names := names(First, Count, B, Names)};
chunk($R, Payload, State) ->
    {Time, <<>>} = varint(Payload),
    new_round(Time, State);
chunk($E, Payload, #{waiting := Waiting, names := Names, tags := Tags} = State) ->
    {_Ring, A} = varint(Payload),
    {Time, B} = varint(A),
    State#{waiting := events(B, Time, Names, Tags, Waiting)};
chunk($D, Payload, #{names := Names} = State) ->
    {Elsewhere, A} = varint(Payload),
    {Count, B} = varint(A),
    By = drops(Count, B, Names, #{}),
    All = case Elsewhere of
              0 -> By;
              _ -> By#{other => Elsewhere}
          end,
    State#{dropped := lists:sum(maps:values(All)), dropped_by := All};
chunk($F, Payload, State) ->
    {_Time, A} = varint(Payload),
    {_Events, B} = varint(A),
    {Dropped, <<IsComplete>>} = varint(B),
    State#{dropped := Dropped, ends := case IsComplete of 1 -> complete; 0 -> incomplete end};
%% A later minor version has more.
chunk(_, _, State) -> State.

names(_, 0, <<>>, Names) -> Names;
names(Number, Count, <<Kind, Rest/binary>>, Names) when Count > 0 ->
    {Text, Next} = text(Rest),
    names(Number + 1, Count - 1, Next, Names#{Number => named(Kind, Text)}).

named(0, Text) -> binary_to_atom(Text);
named(1, Text) -> printed(Text, fun erlang:list_to_pid/1);
named(2, Text) -> printed(Text, fun erlang:list_to_port/1).

%% The term itself where this machine can have it, else an atom that looks like it.
printed(Text, ToTerm) ->
    try ToTerm(binary_to_list(Text))
    catch error:_ -> cut_atom(Text)
    end.

cut_atom(Text) -> list_to_atom(lists:sublist(unicode:characters_to_list(Text), 255)).

drops(0, <<>>, _, By) -> By;
drops(Count, Bytes, Names, By) ->
    {Number, A} = varint(Bytes),
    {Dropped, B} = varint(A),
    drops(Count - 1, B, Names, By#{map_get(Number, Names) => Dropped}).

%% --- the order of events -----------------------------------------------------------------------------------------------------

%% All that began before the round before the last one is here.
new_round(Time, #{rounds := [Last, Before | _]} = State) -> emit(Before, State#{rounds := [Time, Last]});
new_round(Time, #{rounds := Rounds} = State) -> State#{rounds := [Time | Rounds]}.

emit(Until, #{waiting := Waiting} = State) ->
    {Ready, Later} = lists:partition(fun({Time, _}) -> Time < Until end, Waiting),
    hand_out(Ready, State#{waiting := Later}).

flush(#{waiting := Waiting} = State) -> hand_out(Waiting, State#{waiting := []}).

%% The youngest of a thread stands first, and sorting keeps the order of equal times.
hand_out(Events, #{function := Fun, acc := Acc, events := Count} = State) ->
    {Names, Others} = lists:partition(fun({_, Event}) -> is_about_others(Event) end, lists:keysort(1, lists:reverse(Events))),
    State#{acc := lists:foldl(fun({_, Event}, A) -> Fun(Event, A) end, Acc, Names ++ Others),
           events := Count + length([seen || {_, Event} <- Others, element(1, Event) =/= gap])}.

is_about_others({_, _, process_name, _, _}) -> true;
is_about_others({_, undefined, hidden, _, _}) -> true;
is_about_others(_) -> false.

events(<<>>, _, _, _, Events) -> Events;
events(Bytes, Time, Names, Tags, Events) ->
    {Size, Rest} = varint(Bytes),
    <<Event:Size/binary, Next/binary>> = Rest,
    case event(Event, Time, Names, Tags) of
        {NewTime, skipped} -> events(Next, NewTime, Names, Tags, Events);
        {NewTime, _} = Decoded -> events(Next, NewTime, Names, Tags, [Decoded | Events])
    end.

event(<<128, Rest/binary>>, Time, _, Tags) ->
    {Count, <<>>} = varint(Rest),
    {Time, case Tags of all -> {gap, Count}; _ -> skipped end};
event(<<Flags, Rest/binary>>, Last, Names, Tags) when Flags < 8 ->
    {Difference, A} = signed(Rest),
    {Tracee, B} = term(A, Names),
    {Tag, C} = term(B, Names),
    Time = Last + Difference,
    {Time, case Tags of
               all -> whole(Time, Tracee, Tag, Flags, C, Names);
               #{Tag := whole} -> whole(Time, Tracee, Tag, Flags, C, Names);
               #{Tag := head} -> {Time, Tracee, Tag, undefined, #{}};
               _ -> skipped
           end}.

whole(Time, Tracee, Tag, 0, Bytes, Names) ->
    {Term, <<>>} = term(Bytes, Names),
    {Time, Tracee, Tag, Term, #{}};
whole(Time, Tracee, Tag, Flags, Bytes, Names) ->
    {Term, A} = term(Bytes, Names),
    Keys = [Key || {Flag, Key} <- [{1, extra}, {2, match_spec_result}, {4, scheduler_id}], Flags band Flag =/= 0],
    {Values, <<>>} = terms(length(Keys), A, Names),
    {Time, Tracee, Tag, Term, maps:from_list(lists:zip(Keys, Values))}.

%% --- terms -------------------------------------------------------------------------------------------------------------------

varint(Bytes) -> varint(Bytes, 0, 0).

varint(<<1:1, Digit:7, Rest/binary>>, Shift, Sum) when Shift < 63 -> varint(Rest, Shift + 7, Sum bor (Digit bsl Shift));
varint(<<0:1, Digit:7, Rest/binary>>, Shift, Sum) -> {Sum bor (Digit bsl Shift), Rest}.

signed(Bytes) ->
    {Number, Rest} = varint(Bytes),
    {(Number bsr 1) bxor -(Number band 1), Rest}.

text(Bytes) ->
    {Size, A} = varint(Bytes),
    <<Text:Size/binary, Rest/binary>> = A,
    {Text, Rest}.

term(<<0, Bytes/binary>>, Names) ->
    {Number, Rest} = varint(Bytes),
    {map_get(Number, Names), Rest};
term(<<1, Bytes/binary>>, _) -> signed(Bytes);
term(<<2, Float:64/float-little, Rest/binary>>, _) -> {Float, Rest};
term(<<3, Bytes/binary>>, Names) ->
    {Size, A} = varint(Bytes),
    {Elements, Rest} = terms(Size, A, Names),
    {list_to_tuple(Elements), Rest};
term(<<4, Bytes/binary>>, Names) ->
    {_Size, A} = varint(Bytes),
    {Count, B} = varint(A),
    {Elements, Rest} = terms(Count, B, Names),
    {list_to_tuple(Elements ++ ['...']), Rest};
term(<<5, Bytes/binary>>, Names) ->
    {Count, A} = varint(Bytes),
    terms(Count, A, Names);
term(<<6, Bytes/binary>>, Names) ->
    {Count, A} = varint(Bytes),
    {Elements, B} = terms(Count, A, Names),
    {Tail, Rest} = term(B, Names),
    {Elements ++ Tail, Rest};
term(<<7, Bytes/binary>>, Names) ->
    {Count, A} = varint(Bytes),
    {Elements, Rest} = terms(Count, A, Names),
    {Elements ++ '...', Rest};
term(<<8, Bytes/binary>>, Names) ->
    {Count, A} = varint(Bytes),
    map(Count, A, Names, #{});
term(<<9, Bytes/binary>>, Names) ->
    {_Size, A} = varint(Bytes),
    {Count, B} = varint(A),
    map(Count, B, Names, #{'...' => '...'});
term(<<10, Bytes/binary>>, _) -> text(Bytes);
term(<<11, Bytes/binary>>, _) ->
    {_Size, A} = varint(Bytes),
    {Kept, Rest} = text(A),
    {<<Kept/binary, "...">>, Rest};
term(<<12, Bytes/binary>>, _) ->
    {Text, Rest} = text(Bytes),
    {from_text(Text), Rest};
term(<<13, Rest/binary>>, _) -> {'...', Rest}.

terms(0, Bytes, _) -> {[], Bytes};
terms(Count, Bytes, Names) ->
    {Term, A} = term(Bytes, Names),
    {Terms, Rest} = terms(Count - 1, A, Names),
    {[Term | Terms], Rest}.

map(0, Bytes, _, Map) -> {Map, Bytes};
map(Count, Bytes, Names, Map) ->
    {Key, A} = term(Bytes, Names),
    {Value, B} = term(A, Names),
    map(Count - 1, B, Names, Map#{Key => Value}).

from_text(<<"#Ref<", _/binary>> = Text) -> printed(Text, fun erlang:list_to_ref/1);
from_text(<<"#Port<", _/binary>> = Text) -> printed(Text, fun erlang:list_to_port/1);
from_text(<<"<<", Parts/binary>> = Text) -> printed(Text, fun(_) -> bits(binary:split(Parts, <<",">>, [global]), <<>>) end);
from_text(<<"<", _/binary>> = Text) -> printed(Text, fun erlang:list_to_pid/1);
from_text(Text) -> printed(Text, fun erlang:list_to_integer/1).

%% A bitstring that is no binary ends in Value:Bits>>. One that was cut has its whole bytes, as a binary that was cut.
bits([Last], Bytes) ->
    case binary:split(Last, [<<":">>, <<">>">>], [global]) of
        [Value, Bits, <<>>] -> <<Bytes/binary, (binary_to_integer(Value)):(binary_to_integer(Bits))>>;
        _ -> <<Bytes/binary, "...">>
    end;
bits([Byte | Rest], Bytes) -> bits(Rest, <<Bytes/binary, (binary_to_integer(Byte))>>).
