%% The client's side of an interactive `sonde top`: keys become changes of what the other machine shows (sonde_top), and `t` a trace of the selected
%% process over a connection of its own. The command line has put the terminal into raw mode.
-module(sonde_top_keys).

-export([sized/1, start/1, show/2]).

%% On: another screen, without a cursor. Off: as it was.
-define(ON, "\e[?1049h\e[?25l").
-define(OFF, "\e[?25h\e[?1049l").
-define(LINE_CLEAR, "\e[2K").
%% How many events a trace has that a key has started.
-define(TRACED, 1000).
%% Lines of the list's head, and one that stays free.
-define(HEAD, 6).

%% The request with what fits on the terminal.
sized(#{interactive := true, rows := Most} = Request) ->
    case size_of_terminal() of
        {Columns, Rows} -> Request#{columns => Columns, rows := fitting(Rows, Most)};
        none -> Request
    end;
sized(Request) -> Request.

fitting(Rows, Most) -> min(Most, max(1, Rows - ?HEAD)).

%% A native of OTP's prim_tty; the module itself is not needed. A terminal that does not say has no rows.
size_of_terminal() ->
    case prim_tty:tty_window_size(none) of
        {ok, {Columns, Rows}} when Columns > 0, Rows > 0 -> {Columns, Rows};
        _ -> none
    end.

%% What the caller, which reads the connection, is to do with its terminal: it gets {key, Key} from now on.
start(#{interactive := true, rows := Most}) ->
    write(?ON),
    Reader = self(),
    spawn_link(fun() -> keys(Reader) end),
    #{mode => list, filter => "", most => Most, size => size_of_terminal()};
start(_) -> none.

keys(Reader) ->
    ok = sonde_native:read(0),
    receive
        {sonde_input, {data, Bytes}} ->
            [Reader ! {key, Key} || Key <- parse(binary_to_list(Bytes))],
            keys(Reader);
        _ -> Reader ! {key, quit}
    end.

parse("\e[A" ++ Rest) -> [up | parse(Rest)];
parse("\e[B" ++ Rest) -> [down | parse(Rest)];
parse("\eOA" ++ Rest) -> [up | parse(Rest)];
parse("\eOB" ++ Rest) -> [down | parse(Rest)];
parse("\e" ++ Rest) -> [escape | parse(Rest)];
parse([C | Rest]) when C =:= $\r; C =:= $\n -> [enter | parse(Rest)];
parse([C | Rest]) when C =:= 127; C =:= 8 -> [erase | parse(Rest)];
parse([C | Rest]) -> [C | parse(Rest)];
parse([]) -> [].

%% An event for the screen. The size of the terminal is looked at when a list comes.
show({output, _} = Event, #{size := Size, most := Most} = State) ->
    case size_of_terminal() of
        {Columns, Rows} = New when New =/= Size ->
            {Actions, NewState} = show_event(Event, State#{size := New}),
            {[change(#{size => {Columns, fitting(Rows, Most)}}) | Actions], NewState};
        _ -> show_event(Event, State)
    end;
show(Event, State) -> show_event(Event, State).

%% {key, Key}, {output, Text} of the list, {selected, Pid} as the answer to a question. Returns {Actions, State}; actions are
%% {send, Term} to the other machine, {trace, Request} over a connection of its own, end_trace, or quit.
show_event({output, Text}, #{mode := trace} = State) ->
    _ = Text,
    {[], State};
show_event({output, Text}, #{mode := filter, filter := Filter} = State) ->
    write([Text, "\r\n\r\nfilter: ", Filter]),
    {[], State};
show_event({output, Text}, State) ->
    write(Text),
    {[], State};
show_event({selected, none}, State) -> {[], State};
show_event({selected, Pid}, State) ->
    write(["\e[H\e[2J", ?LINE_CLEAR, io_lib:format("trace of ~ts: messages and events; any key ends it\r\n\r\n", [Pid])]),
    {[{trace, #{processes => [Pid], events => ["messages", "procs"], bounds => [{overload, drop_new}, {queue_limit, 10000}, {max_events, ?TRACED}]}}],
     State#{mode := trace}};
show_event({traced, Text}, #{mode := trace} = State) ->
    write(binary:replace(iolist_to_binary(Text), <<"\n">>, <<"\r\n">>, [global])),
    {[], State};
show_event({traced, _}, State) -> {[], State};
show_event({key, _}, #{mode := trace} = State) -> {[end_trace, change(#{move => 0})], State#{mode := list}};
show_event({key, Key}, #{mode := filter, filter := Filter} = State) -> filter(Key, Filter, State);
show_event({key, Key}, State) -> key(Key, State).

change(Map) -> {send, {change, Map}}.

filter(enter, _, State) -> {[change(#{move => 0})], State#{mode := list}};
filter(escape, _, State) -> {[change(#{filter => ""})], State#{mode := list, filter := ""}};
filter(erase, Filter, State) -> filtered(lists:droplast([$\s | Filter]), State);
filter(Key, Filter, State) when is_integer(Key), Key >= 32 -> filtered(Filter ++ [Key], State);
filter(_, _, State) -> {[], State}.

filtered(Filter, State) ->
    New = string:trim(Filter, leading),
    {[change(#{filter => New})], State#{filter := New}}.

key(up, State) -> {[change(#{move => -1})], State};
key(down, State) -> {[change(#{move => 1})], State};
key($k, State) -> {[change(#{move => -1})], State};
key($j, State) -> {[change(#{move => 1})], State};
key($r, State) -> {[change(#{sort => "reductions"})], State};
key($m, State) -> {[change(#{sort => "memory"})], State};
key($g, State) -> {[change(#{sort => "growth"})], State};
key($l, State) -> {[change(#{sort => "queue"})], State};
key($n, State) -> {[change(#{grouped => toggle})], State};
key($f, State) -> {[change(#{frozen => toggle})], State};
key($\s, State) -> {[change(#{frozen => toggle})], State};
key($/, State) -> {[change(#{move => 0})], State#{mode := filter}};
key(enter, State) -> {[change(#{opened => true})], State};
key(escape, State) -> {[change(#{opened => false})], State};
key($t, State) -> {[{send, selected}], State};
key(Key, State) when Key =:= $q; Key =:= quit ->
    write(?OFF),
    {[quit], State};
key(_, State) -> {[], State}.

write(Text) -> sonde_native:write(1, unicode:characters_to_binary(Text)).
