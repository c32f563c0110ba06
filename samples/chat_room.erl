%% A chat room: members join, talk, leave or die. The room keeps a list of its members and notifies the others.
%% Each member keeps a transcript of what it heard and prints nothing itself, so that the order of the output is fixed.
-module(chat_room).
-export([main/0]).

main() ->
    Room = spawn_link(fun() -> room(#{}) end),
    Ann = join(Room, "ann"),
    Bob = join(Room, "bob"),
    say(Ann, "hello, anybody here?"),
    say(Bob, "hi ann"),
    Eve = join(Room, "eve"),
    say(Eve, "what did I miss?"),
    leave(Bob),
    say(Ann, "not much"),
    exit(Eve, kill),
    synchronise(Room),
    say(Ann, "hello?"),
    synchronise(Room),
    io:format("members now: ~p~n~n", [members(Room)]),
    lists:foreach(fun({Name, Member}) -> print(Name, transcript(Member)) end, [{"ann", Ann}, {"bob", Bob}]).

print(Name, Lines) ->
    io:format("what ~s heard:~n", [Name]),
    [io:format("  ~s~n", [Line]) || Line <- Lines],
    io:nl().

%% The room. It monitors its members, so a member that dies leaves the room, too.

room(Members) ->
    receive
        {join, From, Name} ->
            Monitor = monitor(process, From),
            New = Members#{From => {Name, Monitor}},
            From ! {joined, self()},
            tell(New, [Name, " joins"]),
            room(New);
        {say, From, Text} ->
            #{From := {Name, _}} = Members,
            tell(Members, [Name, ": ", Text]),
            From ! {said, self()},
            room(Members);
        {leave, From} ->
            {{Name, Monitor}, Rest} = maps:take(From, Members),
            demonitor(Monitor, [flush]),
            From ! {left, self()},
            tell(Rest, [Name, " leaves"]),
            room(Rest);
        {'DOWN', _Monitor, process, From, Reason} ->
            {{Name, _}, Rest} = maps:take(From, Members),
            tell(Rest, io_lib:format("~s is gone (~p)", [Name, Reason])),
            room(Rest);
        {members, From} ->
            From ! {members, lists:sort([Name || {Name, _} <- maps:values(Members)])},
            room(Members)
    end.

tell(Members, Line) ->
    maps:foreach(fun(Member, _) -> Member ! {heard, lists:flatten(Line)} end, Members).

members(Room) ->
    Room ! {members, self()},
    receive {members, Names} -> Names end.

%% Waits until the room has handled all earlier messages and the exit of the killed member, which leaves one member.
synchronise(Room) ->
    case members(Room) of
        [_, _ | _] -> erlang:yield(), synchronise(Room);
        _ -> ok
    end.

%% A member: a process that talks to the room on behalf of the main process and stores what it hears.

join(Room, Name) ->
    Caller = self(),
    Member = spawn(fun() ->
        Room ! {join, self(), Name},
        receive {joined, Room} -> Caller ! {self(), ready} end,
        member(Room, [])
    end),
    receive {Member, ready} -> Member end.

member(Room, Heard) ->
    receive
        {heard, Line} ->
            member(Room, [Line | Heard]);
        {do, From, say, Text} ->
            Room ! {say, self(), Text},
            receive {said, Room} -> From ! {self(), done} end,
            member(Room, Heard);
        {do, From, leave, _} ->
            Room ! {leave, self()},
            receive {left, Room} -> From ! {self(), done} end,
            member(Room, Heard);
        {do, From, transcript, _} ->
            From ! {self(), lists:reverse(Heard)},
            member(Room, Heard)
    end.

say(Member, Text) -> done = ask(Member, say, Text).
leave(Member) -> done = ask(Member, leave, none).
transcript(Member) -> ask(Member, transcript, none).

ask(Member, What, Argument) ->
    Member ! {do, self(), What, Argument},
    receive {Member, Answer} -> Answer end.
