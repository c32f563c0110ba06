%% The process between a terminal and OTP's `group` processes, in the place of OTP's user_drv and its driver: keys go to the
%% group in front, and what groups ask to have shown (put, insert, delete, move) becomes text and control sequences.
%% It knows the line being edited, because a change in its middle moves what is behind it, over as many rows as that takes.
%% Limits: each character is one column wide; no colours, no search of what scrolled away.
-module(sonde_terminal).

-export([run/0]).

-record(state, {
    user,                        % the group that output of no shell goes through
    current,                     % the group in front
    groups = #{},                % number => group
    next = 1,
    partial = <<>>,              % bytes of a character that is not complete
    before = [],                 % the line up to the cursor, last character first
    behind = [],                 % the line behind it
    editing = false              % a prompt stands there, and what was typed behind it
}).

run() ->
    process_flag(trap_exit, true),
    register(user_drv, self()),
    unregister(user),
    User = group:start(self(), {}),
    register(user, User),
    State = show([erlang:system_info(system_version), $\n], #state{user = User}),
    ok = sonde_native:read(0),
    loop(start_shell(State)).

start_shell(#state{groups = Groups, next = N} = State) ->
    Group = group:start(self(), {shell, start, [init]}),
    State#state{current = Group, groups = Groups#{N => Group}, next = N + 1}.

loop(#state{current = Current, user = User} = State) ->
    receive
        {sonde_input, {data, Bytes}} ->
            ok = sonde_native:read(0),
            loop(input(Bytes, State));
        {sonde_input, _} ->
            Current ! {self(), eof},
            init:stop(),
            loop(State);
        {From, tty_geometry} ->
            From ! {self(), tty_geometry, geometry()},
            loop(State);
        {From, get_unicode_state} ->
            From ! {self(), get_unicode_state, true},
            loop(State);
        {From, set_unicode_state, _} ->
            From ! {self(), set_unicode_state, {unicode, utf8}},
            loop(State);
        {From, {put_chars_sync, unicode, Text, Reply}} ->
            % Those of a shell that is not in front are not shown, but it is not kept waiting.
            State1 = if From =:= Current; From =:= User -> show_above(Text, State); true -> State end,
            From ! {reply, Reply},
            loop(State1);
        {From, Request} when From =:= Current; From =:= User -> loop(request(Request, State));
        {'EXIT', User, _} ->
            New = group:start(self(), {}),
            register(user, New),
            loop(State#state{user = New});
        {'EXIT', Group, Reason} -> loop(ended(Group, Reason, State));
        _ -> loop(State)
    end.

ended(Group, Reason, #state{current = Group} = State) ->
    Error = case Reason of normal -> ""; _ -> "ERROR: " end,
    Shown = show(["*** ", Error, "Shell process terminated! ***\n"], without(Group, State)),
    start_shell(Shown);
ended(Group, _, State) -> without(Group, State).

without(Group, #state{groups = Groups} = State) ->
    State#state{groups = maps:filter(fun(_, G) -> G =/= Group end, Groups)}.

geometry() ->
    case sonde_native:window_size() of
        {_, _} = Size -> Size;
        _ -> error
    end.

%% --- keys ---

input(Bytes, #state{partial = Partial, current = Current} = State) ->
    {Characters, Rest} = characters(<<Partial/binary, Bytes/binary>>),
    State1 = State#state{partial = Rest},
    case lists:member($\^G, Characters) of
        true -> jobs(State1);
        false when hd(Characters) =:= $\^C ->
            exit(Current, interrupt),
            State1;
        false ->
            Current ! {self(), {data, Characters}},
            State1
    end.

characters(Bytes) ->
    case unicode:characters_to_list(Bytes, unicode) of
        {incomplete, Characters, Rest} -> {Characters, Rest};
        {error, Characters, Rest} -> {Characters ++ binary_to_list(Rest), <<>>};
        Characters -> {Characters, <<>>}
    end.

%% ^G: which of several shells is in front, as in OTP's "user switch command".
jobs(State) ->
    State1 = show("\nUser switch command (h for help)\n", State#state{before = [], behind = [], editing = false}),
    job_command(State1).

job_command(State) ->
    {Line, State1} = read_line(show(" --> ", State), []),
    case string:lexemes(Line, " ") of
        [] -> job_command(State1);
        ["c"] -> in_front(State1);
        ["c", N] -> job_command(N, State1, fun(Group) -> in_front(State1#state{current = Group}) end);
        ["i"] ->
            exit(State1#state.current, interrupt),
            job_command(State1);
        ["i", N] -> job_command(N, State1, fun(Group) -> exit(Group, interrupt), job_command(State1) end);
        ["k"] -> job_command(kill(State1#state.current, State1));
        ["k", N] -> job_command(N, State1, fun(Group) -> job_command(kill(Group, State1)) end);
        ["j"] -> job_command(show([job_line(Job, State1) || Job <- lists:sort(maps:to_list(State1#state.groups))], State1));
        ["s"] -> job_command(start_shell(State1));
        ["q"] -> halt(0);
        [Help] when Help =:= "h"; Help =:= "?" -> job_command(show(job_help(), State1));
        _ -> job_command(show("Unknown command\n", State1))
    end.

job_command(Number, #state{groups = Groups} = State, Found) ->
    case string:to_integer(Number) of
        {N, []} when is_map_key(N, Groups) -> Found(map_get(N, Groups));
        _ -> job_command(show("Unknown job\n", State))
    end.

job_line({N, Group}, #state{current = Current}) ->
    io_lib:format("~4w~s {shell,start,[init]}~n", [N, case Group of Current -> "*"; _ -> " " end]).

job_help() ->
    "  c [nn]            - connect to job\n"
    "  i [nn]            - interrupt job\n"
    "  k [nn]            - kill job\n"
    "  j                 - list all jobs\n"
    "  s                 - start local shell\n"
    "  q                 - quit\n"
    "  ? | h             - this message\n".

kill(Group, State) ->
    exit(Group, die),
    receive {'EXIT', Group, _} -> without(Group, State)
    after 1000 -> State
    end.

%% The group redraws its line when it gets a key; with none of its own left, a new shell comes.
in_front(#state{current = Current, groups = Groups} = State) ->
    case lists:member(Current, maps:values(Groups)) of
        true ->
            Current ! {self(), {data, "\^L"}},
            State;
        false when map_size(Groups) =:= 0 -> start_shell(State);
        false ->
            [{_, Group} | _] = lists:sort(maps:to_list(Groups)),
            in_front(State#state{current = Group})
    end.

read_line(State, Line) ->
    receive
        {sonde_input, {data, <<C, _/binary>>}} when C =:= $\r; C =:= $\n ->
            ok = sonde_native:read(0),
            {lists:reverse(Line), show("\n", State)};
        {sonde_input, {data, Bytes}} ->
            ok = sonde_native:read(0),
            typed(unicode:characters_to_list(Bytes), State, Line)
    end.

typed([C | _], State, Line) when C =:= $\r; C =:= $\n -> {lists:reverse(Line), show("\n", State)};
typed([C | Rest], State, [_ | Line]) when C =:= $\b; C =:= 127 -> typed(Rest, request({delete_chars, -1}, State), Line);
typed([C | Rest], State, Line) when C >= $\s, C =/= 127 -> typed(Rest, show([C], State), [C | Line]);
typed([_ | Rest], State, Line) -> typed(Rest, State, Line);
typed([], State, Line) -> read_line(State, Line).

%% --- what is shown ---

request({requests, Requests}, State) -> lists:foldl(fun request/2, State, Requests);
request({put_chars, unicode, Text}, State) ->
    %% A prompt, or the end of the line.
    State1 = show(Text, State),
    State1#state{editing = State1#state.before =/= []};
request({insert_chars, unicode, Text}, State) ->
    Characters = unicode:characters_to_list(Text),
    Before = lists:reverse(Characters, State#state.before),
    write([Characters, State#state.behind]),
    settle(length(Before) + length(State#state.behind)),
    back(length(Before) + length(State#state.behind), length(Before)),
    State#state{before = Before};
request({delete_chars, N}, #state{before = Before, behind = Behind} = State) when N >= 0 ->
    redraw(length(Before), State#state{behind = lists:nthtail(min(N, length(Behind)), Behind)});
request({delete_chars, N}, #state{before = Before} = State) ->
    redraw(length(Before), State#state{before = lists:nthtail(min(-N, length(Before)), Before)});
request({move_rel, N}, State) ->
    State1 = moved(N, State),
    back(length(State#state.before), length(State1#state.before)),
    State1;
request(beep, State) ->
    write("\a"),
    State;
request(_, State) -> State.

moved(N, #state{before = [C | Before], behind = Behind} = State) when N < 0 ->
    moved(N + 1, State#state{before = Before, behind = [C | Behind]});
moved(N, #state{before = Before, behind = [C | Behind]} = State) when N > 0 ->
    moved(N - 1, State#state{before = [C | Before], behind = Behind});
moved(_, State) -> State.

%% What processes print while somebody types goes above the line being edited, in lines of its own.
show_above(Text, #state{editing = false} = State) -> show(Text, State);
show_above(Text, #state{before = Before, behind = Behind} = State) ->
    back(length(Before), 0),
    write("\e[J"),
    case show(Text, State#state{before = [], behind = []}) of
        #state{before = []} -> ok;
        _ -> write("\n")
    end,
    Length = length(Before) + length(Behind),
    write([lists:reverse(Before), Behind]),
    settle(Length),
    back(Length, length(Before)),
    State.

%% Text at the cursor; a new line begins a new line to edit.
show(Text, #state{before = Before} = State) ->
    Characters = unicode:characters_to_list(Text),
    write(Characters),
    Line = last_line(Characters, Before),
    settle(length(Line)),
    State#state{before = Line, behind = []}.

last_line([C | Rest], _) when C =:= $\n; C =:= $\r -> last_line(Rest, []);
last_line([C | Rest], Line) -> last_line(Rest, [C | Line]);
last_line([], Line) -> Line.

%% The line changed from its new cursor on, which stood at column `Old` of the whole line.
redraw(Old, #state{before = Before, behind = Behind} = State) ->
    New = length(Before),
    back(Old, New),
    write(["\e[J", Behind]),
    settle(New + length(Behind)),
    back(New + length(Behind), New),
    State.

%% From one place of the line to another: rows, then the column.
back(Same, Same) -> ok;
back(From, To) ->
    Width = width(),
    Rows = To div Width - From div Width,
    write([vertical(Rows), $\r, forward(To rem Width)]).

vertical(0) -> "";
vertical(N) when N < 0 -> ["\e[", integer_to_list(-N), "A"];
vertical(N) -> ["\e[", integer_to_list(N), "B"].

forward(0) -> "";
forward(N) -> ["\e[", integer_to_list(N), "C"].

%% A terminal that was written full stays behind the last column until the next character: take it to the next row.
settle(0) -> ok;
settle(Length) ->
    case Length rem width() of
        0 -> write(" \r");
        _ -> ok
    end.

width() ->
    case sonde_native:window_size() of
        {Width, _} when Width > 0 -> Width;
        _ -> 80
    end.

write(Text) ->
    _ = sonde_native:write(1, unicode:characters_to_binary(Text)),
    ok.
