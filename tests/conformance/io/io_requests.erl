%% shows the I/O protocol spoken by hand to a file's process: single requests, lists of them, wrong ones, and what it answers
-module(io_requests).
-include("../support/edge.hrl").

main() -> scratch_folder:within(fun(_) -> show() end).

show() ->
    file:write_file("f", "one two\nthree.\nX + 1. more."),
    {ok, D} = file:open("f", [read, write]),
    ?T(ask(D, {get_chars, latin1, "", 3})),
    ?T(ask(D, {get_chars, unicode, "", 1})),
    ?T(ask(D, {get_line, latin1, ""})),
    ?T(ask(D, {get_until, latin1, "", erl_scan, tokens, [1]})),
    ?T(ask(D, {get_chars, latin1, "", 100})),
    ?T(ask(D, {get_chars, latin1, "", 100})),
    ?T(ask(D, {put_chars, latin1, "\nadded"})),
    ?T(ask(D, {put_chars, latin1, io_lib, format, ["~w", [x]]})),
    ?T(ask(D, {put_chars, unicode, io_lib, format, ["~w", [x, y]]})),
    ?T(ask(D, {requests, [{put_chars, latin1, "1"}, {put_chars, latin1, "2"}]})),
    ?T(ask(D, {requests, [{put_chars, latin1, "3"}, nonsense, {put_chars, latin1, "4"}]})),
    ?T(ask(D, {put_chars, unicode, [8364]})),
    ?T(ask(D, getopts)),
    ?T(ask(D, {setopts, [binary]})),
    ?T(ask(D, {setopts, [{color, red}]})),
    ?T(ask(D, {get_geometry, columns})),
    ?T(ask(D, nonsense)),
    ?T(begin D ! not_a_request, ask(D, {put_chars, latin1, "5"}) end),
    ?T(io:request(D, {put_chars, latin1, "6"})),
    ?T(io:requests(D, [{put_chars, latin1, "7"}, {put_chars, latin1, "8"}])),
    ?T(file:close(D)),
    ?T(file:read_file("f")),
    ?T(io:request(D, getopts)),
    ok.

%% What ends the file's process leaves the requests after it without an answer.
ask(D, Request) ->
    Monitor = monitor(process, D),
    D ! {io_request, self(), Monitor, Request},
    receive
        {io_reply, Monitor, Answer} -> demonitor(Monitor, [flush]), Answer;
        {'DOWN', Monitor, process, D, _} -> nothing
    end.
