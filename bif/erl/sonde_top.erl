%% What `sonde top` shows: the machine's figures and its processes, the busiest first.
-module(sonde_top).

-export([run/3]).

%% Cursor to the upper left corner, and nothing on the screen.
-define(CLEAR, "\e[H\e[2J").

%% Request: every_ms, times (0: until it is stopped), sort ("reductions", "memory", "queue"), rows, redraws. Write takes text; Wait waits so many
%% milliseconds and returns `continue` or `stop`.
run(#{every_ms := Every, times := Times} = Request, Write, Wait) ->
    %% Or the first list would show how it is loaded.
    {module, _} = code:ensure_loaded(sonde_trace_names),
    Before = erlang:system_flag(scheduler_wall_time, true),
    try screens(Request, Write, Wait, sample(), Wait(Every), Times)
    after Before orelse erlang:system_flag(scheduler_wall_time, false)
    end.

screens(_, _, _, _, stop, _) -> ok;
screens(#{every_ms := Every} = Request, Write, Wait, Last, continue, Times) ->
    Now = sample(),
    Write([[?CLEAR || map_get(redraws, Request)], screen(Request, Last, Now)]),
    case Times of
        1 -> ok;
        _ -> screens(Request, Write, Wait, Now, Wait(Every), max(0, Times - 1))
    end.

sample() ->
    #{at => erlang:monotonic_time(microsecond), schedulers => lists:sort(erlang:statistics(scheduler_wall_time)),
      processes => maps:from_list([{Pid, Figures} || Pid <- processes(), Pid =/= self(), Figures <- figures(Pid)])}.

figures(Pid) ->
    case process_info(Pid, [reductions, memory, message_queue_len, current_function]) of
        [{_, Reductions}, {_, Memory}, {_, Queue}, {_, Function}] -> [{Reductions, Memory, Queue, Function}];
        undefined -> []
    end.

screen(#{sort := Sort, rows := Rows}, #{at := From, schedulers := Old, processes := Before}, #{at := To, schedulers := New, processes := Now}) ->
    All = [{Reductions - element(1, maps:get(Pid, Before, {0})), Memory, Queue, Function, Pid} || {Pid, {Reductions, Memory, Queue, Function}} <- maps:to_list(Now)],
    Sorted = lists:reverse(lists:sort([{key(Sort, Row), Row} || Row <- All])),
    [head(map_size(Now), (To - From) / 1000000, Old, New),
     io_lib:format("~-16s ~11s ~11s ~7s  ~-32s ~s~n", ["PID", "REDUCTIONS", "MEMORY", "QUEUE", "NAME", "CURRENT FUNCTION"]),
     [line(Row) || {_, Row} <- lists:sublist(Sorted, Rows)], $\n].

key("reductions", Row) -> element(1, Row);
key("memory", Row) -> element(2, Row);
key("queue", Row) -> element(3, Row).

head(Processes, Seconds, Old, New) ->
    Use = [percent(Active1 - Active0, Total1 - Total0) || {{I, Active0, Total0}, {I, Active1, Total1}} <- lists:zip(Old, New)],
    io_lib:format("~w processes, ~w ports, ~w tables; ~s of memory; ~w ready to run; ~.1f s~nschedulers: ~s~n",
                  [Processes, erlang:system_info(port_count), length(ets:all()), bytes(erlang:memory(total)), erlang:statistics(total_run_queue_lengths),
                   Seconds, lists:join($\s, Use)]).

percent(_, Total) when Total =< 0 -> "-";
percent(Active, Total) -> io_lib:format("~w%", [round(100 * Active / Total)]).

line({Reductions, Memory, Queue, Function, Pid}) ->
    Name = case sonde_trace_names:of_process(Pid) of
               {registered, Atom} -> atom_to_list(Atom);
               none -> "(has ended)";
               Text -> lists:flatten(Text)
           end,
    io_lib:format("~-16w ~11w ~11s ~7w  ~-32ts ~ts~n", [Pid, Reductions, bytes(Memory), Queue, string:slice(Name, 0, 32), function(Function)]).

function({M, F, A}) -> io_lib:format("~tw:~tw/~w", [M, F, A]);
function(Other) -> io_lib:format("~tw", [Other]).

bytes(N) when N < 10000 -> io_lib:format("~w B", [N]);
bytes(N) when N < 10000000 -> io_lib:format("~w KiB", [N div 1024]);
bytes(N) -> io_lib:format("~w MiB", [N div 1048576]).
