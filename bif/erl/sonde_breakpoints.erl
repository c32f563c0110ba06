%% What `sonde breakpoints` and `sonde trace --explain` print: the breakpoints that are set, and the steps in which they were changed.
-module(sonde_breakpoints).

-export([text/1, explain/1]).

%% All breakpoints of this machine, as a table or as JSON.
text(#{format := "json"}) ->
    [sonde_json:encode({list, [{object, [{function, name(Mfa)}, {place, atom_to_list(Place)}, {engine, atom_to_list(Engine)},
                                         {before, Before}, {now, Now}, {sessions, {list, [session(Action) || Action <- Actions]}}]}
                               || {Mfa, Place, Engine, Before, Now, Actions} <- listed()]}), $\n];
text(_) ->
    case listed() of
        [] -> "no breakpoints\n";
        Rows ->
            sonde_profile_table:texts([["FUNCTION", "SESSION", "DOES", "AT", "ENGINE", "ENTRY WORD", "NOW"]
                | [[name(Mfa), io_lib:format("~tw/~w", [Name, Number]), does(Kind, IsPaused), atom_to_list(Place), atom_to_list(Engine), Before, Now]
                   || {Mfa, Place, Engine, Before, Now, Actions} <- Rows, {{Name, Number}, Kind, IsPaused} <- Actions]])
    end.

listed() -> lists:sort(sonde_native:breakpoints()).

name({M, F, A}) -> unicode:characters_to_binary(io_lib:format("~tw:~tw/~w", [M, F, A])).

does(Kind, true) -> io_lib:format("~w, paused", [Kind]);
does(Kind, false) -> atom_to_list(Kind).

session({{Name, Number}, Kind, IsPaused}) ->
    {object, [{session, io_lib:format("~tw", [Name])}, {number, Number}, {kind, atom_to_list(Kind)}, {paused, IsPaused}]}.

%% Lines about steps, as sonde_native:trace_steps/1 returns them: a head for each change, and a line for each step.
explain(Steps) ->
    lists:append([change(Of) || Of <- changes(Steps)]).

%% One list for each change; the steps of a change come together.
changes([]) -> [];
changes([{Change, _, _, _, _, _} | _] = Steps) ->
    {Own, Others} = lists:partition(fun(Step) -> element(1, Step) =:= Change end, Steps),
    [Own | changes(Others)].

change(Steps) ->
    {_, _, Start, _, _, _} = hd(Steps),
    {_, _, LastStart, LastNs, Sites, _} = lists:last(Steps),
    [io_lib:format("change of ~s: ~s", [places(Sites), duration(LastStart + LastNs - Start)])
     | [io_lib:format("~4w  ~s  ~s~s", [Number, string:pad(duration(Ns), 9, leading), step(Number), waited(Schedulers)])
        || {_, Number, _, Ns, _, Schedulers} <- Steps]].

places(1) -> "1 function or export";
places(N) -> io_lib:format("~w functions and exports", [N]).

waited([]) -> "";
waited([Scheduler]) -> io_lib:format(", for scheduler ~w", [Scheduler]);
waited(Schedulers) -> [", for schedulers ", lists:join(", ", [integer_to_list(Scheduler) || Scheduler <- Schedulers])].

%% The steps of row B4 of the contract (tracing/CONTRACT.md).
step(1) -> "waits for the permission to change code, and finds the functions";
step(2) -> "makes the breakpoints, which do nothing yet";
step(3) -> "writes what they are to do where no call looks yet";
step(4) -> "waits until every scheduler sees that";
step(5) -> "puts the breakpoint instruction into the entry words";
step(6) -> "waits until every scheduler would fetch it";
step(7) -> "flips the index: all functions become active at once";
step(8) -> "waits until no call decides by the old index";
step(9) -> "takes the instruction out of entry words that need none";
step(10) -> "waits until every scheduler has left its handler";
step(11) -> "makes both generations equal";
step(12) -> "frees what is not needed any more".

duration(Ns) when Ns < 10000 -> io_lib:format("~w ns", [Ns]);
duration(Ns) when Ns < 10000000 -> io_lib:format("~.1f us", [Ns / 1000]);
duration(Ns) -> io_lib:format("~.1f ms", [Ns / 1000000]).
