%% Which process has the alias that a message was sent to. The event of a send has the reference only; the process that has the alias is the one
%% that receives the message. So sends wait here until an equal message is received. Those to processes wait, too: a process that receives
%% what was sent to itself has not received what was sent to an alias.
%%
%% How many sends wait is bounded. A message that nobody receives (the alias is not active any more) has no receiver.
-module(sonde_trace_aliases).

-export([new/0, is_alias/1, sent/4, received/3]).

-define(MOST, 10000).

new() -> #{waiting => #{}, order => queue:new(), next => 1, count => 0}.

%% A reference of a log is an atom that looks like one.
is_alias(To) when is_reference(To) -> true;
is_alias(To) when is_atom(To) ->
    case atom_to_binary(To) of
        <<"#Ref<", _/binary>> -> true;
        _ -> false
    end;
is_alias(_) -> false.

%% {Tags of messages to aliases that have waited too long, State}
sent(To, Message, Tag, State) ->
    case is_alias(To) of
        true -> wait({alias, erlang:phash2(Message)}, Tag, State);
        false when is_pid(To) -> wait({To, erlang:phash2(Message)}, none, State);
        false -> {[], State}
    end.

wait(Key, Tag, #{waiting := Waiting, order := Order, next := Next, count := Count} = State) ->
    Same = maps:get(Key, Waiting, queue:new()),
    shorten(State#{waiting := Waiting#{Key => queue:in({Next, Tag}, Same)}, order := queue:in({Key, Next}, Order), next := Next + 1, count := Count + 1}).

shorten(#{count := Count} = State) when Count =< ?MOST -> {[], State};
shorten(#{order := Order, waiting := Waiting, count := Count} = State) ->
    {{value, {Key, Number}}, Rest} = queue:out(Order),
    NewState = State#{order := Rest, count := Count - 1},
    case Waiting of
        #{Key := Same} ->
            case queue:peek(Same) of
                {value, {Number, Tag}} -> {[Tag || Tag =/= none], NewState#{waiting := without_first(Key, Same, Waiting)}};
                _ -> {[], NewState}
            end;
        _ -> {[], NewState}
    end.

without_first(Key, Same, Waiting) ->
    Rest = queue:drop(Same),
    case queue:is_empty(Rest) of
        true -> maps:remove(Key, Waiting);
        false -> Waiting#{Key := Rest}
    end.

%% The tag of the message to an alias that Pid receives here; none where it was sent to Pid, or by a process that is not traced.
received(Pid, Message, #{waiting := Waiting} = State) ->
    Hash = erlang:phash2(Message),
    case take({Pid, Hash}, Waiting) of
        none ->
            case take({alias, Hash}, Waiting) of
                none -> {none, State};
                {Tag, Left} -> {Tag, State#{waiting := Left}}
            end;
        {Tag, Left} -> {Tag, State#{waiting := Left}}
    end.

take(Key, Waiting) ->
    case Waiting of
        #{Key := Same} ->
            {value, {_, Tag}} = queue:peek(Same),
            {Tag, without_first(Key, Same, Waiting)};
        _ -> none
    end.
