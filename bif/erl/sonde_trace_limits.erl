%% --max-events and --max-rate where the tracer throws away events of processes that are not asked for: a session would count what is not
%% shown. Elsewhere they are bounds of the session, which cost the program least.
-module(sonde_trace_limits).

-export([new/1, end_now/1, is_over/1, admit/2, take_dropped/1]).

-define(SECOND_NS, 1000000000).

%% {What is left for the session, State}
new(Bounds) ->
    {Own, Others} = lists:partition(fun({Key, _}) -> Key =:= max_events orelse Key =:= max_rate end, Bounds),
    {Others, #{left => proplists:get_value(max_events, Own, infinity), rate => proplists:get_value(max_rate, Own, infinity), second => 0, in_second => 0,
               dropped => 0}}.

end_now(State) -> State#{left := 0}.

is_over(#{left := Left}) -> Left =:= 0.

%% What becomes of an event that would be shown: {show | last | drop | over, State}. With `last` it is the last one that is shown.
admit(_, #{left := 0} = State) -> {over, State};
admit(Ns, #{second := Second} = State) when Ns - Second >= ?SECOND_NS -> admit(Ns, State#{second := Ns, in_second := 0});
admit(_, #{in_second := Rate, rate := Rate, dropped := Dropped} = State) -> {drop, State#{dropped := Dropped + 1}};
admit(_, #{left := Left, in_second := Count} = State) ->
    NewState = State#{in_second := Count + 1},
    case Left of
        infinity -> {show, NewState};
        1 -> {last, NewState#{left := 0}};
        _ -> {show, NewState#{left := Left - 1}}
    end.

%% {How many events were dropped since this was asked, State}
take_dropped(#{dropped := Dropped} = State) -> {Dropped, State#{dropped := 0}}.
