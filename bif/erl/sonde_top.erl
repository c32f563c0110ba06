%% What `sonde top` shows: the machine's figures and its processes, the busiest first, or one process. This is the side of the machine that is
%% looked at; it knows keys as changes of the request only (sonde_top_keys, the client's side).
-module(sonde_top).

-export([run/3]).

%% Cursor to the upper left corner, and nothing on the screen.
-define(CLEAR, "\e[H\e[2J").
-define(SELECTED, "\e[7m").
-define(PLAIN, "\e[0m").
-define(MESSAGES, 5).
%% A queue that is longer is not copied.
-define(MOST_MESSAGES, 10000).

%% Request: every_ms, times (0: until it is stopped), sort ("reductions", "memory", "growth", "queue"), rows, grouped, redraws; of an interactive
%% one also columns, interactive. Write takes text; Wait waits so many milliseconds and returns `continue`, `stop`, {change, Map} for keys below, or
%% {selected, Fun} for a Fun that takes the pid of the line that is selected.
%%
%%   move      so many lines down
%%   sort      as above
%%   filter    text that a process's name, function or pid contains
%%   grouped   one line for all processes of the same name
%%   size      {Columns, Rows} of the list, when the terminal has changed
%%   frozen    no new figures
%%   opened    the process in the selected line is shown
run(#{every_ms := Every, times := Times} = Request, Write, Wait) ->
    %% Or the first list would show how it is loaded.
    {module, _} = code:ensure_loaded(sonde_trace_names),
    Before = erlang:system_flag(scheduler_wall_time, true),
    State = maps:merge(#{interactive => false, columns => 0, line => 1, filter => "", frozen => false, opened => none, last => sample()}, Request),
    try wait(Every, State#{now => none}, Write, Wait, Times)
    after Before orelse erlang:system_flag(scheduler_wall_time, false)
    end.

wait(Ms, #{last := Last, now := Now, frozen := Frozen, every_ms := Every} = State, Write, Wait, Times) ->
    Begun = erlang:monotonic_time(millisecond),
    case Wait(Ms) of
        stop -> ok;
        {change, Change} when Now =/= none ->
            Changed = change(Change, State),
            Write(screen(Changed)),
            %% The next figures come when they would have come.
            wait(max(0, Ms - (erlang:monotonic_time(millisecond) - Begun)), Changed, Write, Wait, Times);
        {change, Change} -> wait(Ms, change(Change, State), Write, Wait, Times);
        {selected, Fun} ->
            Fun(selected(State)),
            wait(Ms, State, Write, Wait, Times);
        continue when Frozen -> wait(Every, State, Write, Wait, Times);
        continue ->
            Next = State#{now := sample(), last := case Now of none -> Last; _ -> Now end},
            Write(screen(Next)),
            Times =:= 1 orelse wait(Every, Next, Write, Wait, max(0, Times - 1))
    end.

change(#{move := Lines}, #{line := Line} = State) -> State#{line := min(max(1, Line + Lines), max(1, length(shown(State))))};
change(#{opened := false}, State) -> State#{opened := none};
change(#{opened := true}, State) -> State#{opened := selected(State)};
change(#{frozen := toggle}, #{frozen := Frozen} = State) -> State#{frozen := not Frozen};
change(#{grouped := toggle}, #{grouped := Grouped} = State) -> State#{grouped := not Grouped, line := 1};
change(#{size := {Columns, Rows}}, #{line := Line} = State) -> State#{columns := Columns, rows := Rows, line := min(Line, Rows)};
change(Change, State) -> maps:merge(State, maps:with([sort, filter], Change)).

sample() ->
    #{at => erlang:monotonic_time(microsecond), schedulers => schedulers(),
      processes => maps:from_list([{Pid, Figures} || Pid <- processes(), Pid =/= self(), Figures <- figures(Pid)])}.

figures(Pid) ->
    case process_info(Pid, [reductions, memory, message_queue_len, current_function]) of
        [{_, Reductions}, {_, Memory}, {_, Queue}, {_, Function}] -> [{Reductions, Memory, Queue, Function}];
        undefined -> []
    end.

%% --- lists -------------------------------------------------------------------------------------------------------------------

screen(#{interactive := true, opened := Pid} = State) when is_pid(Pid) -> [?CLEAR, clipped(lines(process(Pid)), State)];
screen(#{interactive := true, line := Line} = State) ->
    Rows = lists:enumerate([line(Row) || Row <- shown(State)]),
    [?CLEAR, clipped(lines(head(State)), State), "\r\n",
     lists:join("\r\n", [case N of Line -> [?SELECTED, clip(Text, State), ?PLAIN]; _ -> clip(Text, State) end || {N, Row} <- Rows, Text <- lines(Row)])];
screen(#{redraws := Redraws} = State) -> [[?CLEAR || Redraws], head(State), [line(Row) || Row <- shown(State)], $\n].

%% A terminal in raw mode wants returns, too.
clipped(Lines, State) -> lists:join("\r\n", [clip(Line, State) || Line <- Lines]).

lines(Text) -> string:split(string:trim(unicode:characters_to_list(Text), trailing, "\n"), "\n", all).

clip(Line, #{columns := 0}) -> Line;
clip(Line, #{columns := Columns}) -> string:slice(Line, 0, Columns).

%% The rows of the processes that are listed.
shown(#{now := none}) -> [];
shown(#{sort := Sort, rows := Rows, filter := Filter, grouped := Grouped, last := #{processes := Before}, now := #{processes := Now}}) ->
    All = [begin
               {Old, OldMemory, _, _} = maps:get(Pid, Before, {0, 0, 0, none}),
               {Reductions - Old, Memory, Memory - OldMemory, Queue, Function, Pid}
           end || {Pid, {Reductions, Memory, Queue, Function}} <- maps:to_list(Now)],
    Lines = case Grouped of true -> groups(All); false -> All end,
    Sorted = [Row || {_, Row} <- lists:reverse(lists:sort([{element(column(Sort), Row), Row} || Row <- Lines]))],
    lists:sublist([Row || Row <- Sorted, Filter =:= "" orelse string:find(line(Row), Filter) =/= nomatch], Rows).

%% Of a group, sums; its function is that of most of its processes, its pid that of the busiest.
groups(Rows) ->
    ByName = maps:to_list(maps:groups_from_list(fun(Row) -> name(element(6, Row)) end, Rows)),
    [case Group of
         [Row] -> Row;
         _ ->
             Sum = fun(Column) -> lists:sum([element(Column, Row) || Row <- Group]) end,
             {_, _, _, _, _, Busiest} = lists:max(Group),
             {Sum(1), Sum(2), Sum(3), Sum(4), most([element(5, Row) || Row <- Group]), {length(Group), Name, Busiest}}
     end || {Name, Group} <- ByName].

most(Values) ->
    Counts = lists:foldl(fun(Value, Map) -> maps:update_with(Value, fun(N) -> N + 1 end, 1, Map) end, #{}, Values),
    element(2, lists:max([{N, Value} || {Value, N} <- maps:to_list(Counts)])).

column("reductions") -> 1;
column("memory") -> 2;
column("growth") -> 3;
column("queue") -> 4.

selected(#{line := Line} = State) ->
    case lists:nthtail(min(Line - 1, length(shown(State))), shown(State)) of
        [Row | _] -> case element(6, Row) of {_, _, Busiest} -> Busiest; Pid -> Pid end;
        [] -> none
    end.

head(#{last := #{at := From, schedulers := Old}, now := #{at := To, schedulers := New, processes := Now}} = State) ->
    Use = [percent(Active1 - Active0, Total1 - Total0) || {{I, Active0, Total0}, {I, Active1, Total1}} <- lists:zip(Old, New)],
    [io_lib:format("~w processes, ~w ports, ~w tables; ~s of memory; ~w ready to run; ~.1f s~nschedulers: ~s~n",
                   [map_size(Now), erlang:system_info(port_count), length(ets:all()), bytes(erlang:memory(total)), erlang:statistics(total_run_queue_lengths),
                    (To - From) / 1000000, lists:join($\s, Use)]),
     keys(State),
     io_lib:format("~-16s ~11s ~11s ~11s ~7s  ~-32s ~s~n", ["PID", "REDUCTIONS", "MEMORY", "GROWTH", "QUEUE", "NAME", "CURRENT FUNCTION"])].

keys(#{interactive := false}) -> "";
keys(#{sort := Sort, filter := Filter, grouped := Grouped, frozen := Frozen}) ->
    ["sorted by ", Sort, [[", filter ", Filter] || Filter =/= ""], [", grouped" || Grouped], [", frozen" || Frozen],
     "\nkeys: q quit, enter open, t trace, r m g l sort, n group, / filter, f freeze\n"].

percent(_, Total) when Total =< 0 -> "-";
percent(Active, Total) -> io_lib:format("~w%", [round(100 * Active / Total)]).

line({Reductions, Memory, Growth, Queue, Function, {Count, Name, _}}) ->
    line(io_lib:format("~w processes", [Count]), Name, Reductions, Memory, Growth, Queue, Function);
line({Reductions, Memory, Growth, Queue, Function, Pid}) -> line(pid_to_list(Pid), name(Pid), Reductions, Memory, Growth, Queue, Function).

line(Who, Name, Reductions, Memory, Growth, Queue, Function) ->
    io_lib:format("~-16ts ~11w ~11s ~11s ~7w  ~-32ts ~ts~n", [Who, Reductions, bytes(Memory), signed(Growth), Queue, string:slice(Name, 0, 32), function(Function)]).

name(Pid) ->
    case sonde_trace_names:of_process(Pid) of
        {registered, Atom} -> atom_to_list(Atom);
        none -> "(has ended)";
        Text -> lists:flatten(Text)
    end.

function({M, F, A}) -> io_lib:format("~tw:~tw/~w", [M, F, A]);
function(Other) -> io_lib:format("~tw", [Other]).

signed(N) when N < 0 -> ["-", bytes(-N)];
signed(N) -> bytes(N).

bytes(N) when N < 10000 -> io_lib:format("~w B", [N]);
bytes(N) when N < 10000000 -> io_lib:format("~w KiB", [N div 1024]);
bytes(N) -> io_lib:format("~w MiB", [N div 1048576]).

%% --- one process -------------------------------------------------------------------------------------------------------------

process(Pid) ->
    Items = [status, current_function, initial_call, reductions, memory, total_heap_size, stack_size, message_queue_len, links, monitors, current_stacktrace],
    [io_lib:format("~w ~ts~nkeys: q quit, escape back, t trace~n~n", [Pid, name(Pid)]),
     case process_info(Pid, Items) of
         undefined -> "has ended\n";
         Info -> [[item(Key, Value) || {Key, Value} <- Info], messages(Pid, proplists:get_value(message_queue_len, Info))]
     end].

item(current_stacktrace, Stack) ->
    ["stack\n", [io_lib:format("    ~ts~ts~n", [function({M, F, A}), place(Where)]) || {M, F, A, Where} <- Stack]];
item(Key, Value) when Key =:= current_function; Key =:= initial_call -> io_lib:format("~-20s ~ts~n", [Key, function(Value)]);
item(Key, Words) when Key =:= total_heap_size; Key =:= stack_size -> io_lib:format("~-20s ~w words~n", [Key, Words]);
item(memory, Bytes) -> io_lib:format("~-20s ~s~n", [memory, bytes(Bytes)]);
item(Key, Value) -> io_lib:format("~-20s ~tP~n", [Key, Value, 12]).

place([{file, File}, {line, Line} | _]) -> io_lib:format(" (~ts:~w)", [File, Line]);
place(_) -> "".

messages(_, 0) -> "";
messages(_, Count) when Count > ?MOST_MESSAGES -> "messages\n    too many to look at\n";
messages(Pid, Count) ->
    case process_info(Pid, messages) of
        {messages, Messages} ->
            [io_lib:format("messages, the first ~w of ~w~n", [min(?MESSAGES, Count), Count]),
             [io_lib:format("    ~tP~n", [Message, 12]) || Message <- lists:sublist(Messages, ?MESSAGES)]];
        undefined -> ""
    end.

%% Those that run processes; behind them come the dirty ones.
schedulers() -> lists:sublist(lists:sort(erlang:statistics(scheduler_wall_time)), erlang:system_info(schedulers)).
