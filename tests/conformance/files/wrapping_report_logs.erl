%% shows log_mf_h: events written to files that wrap, with a filter, and what its start refuses
-module(wrapping_report_logs).
-include("../support/edge.hrl").

main() -> scratch_folder:within(fun(_) -> show() end).

show() ->
    ok = file:make_dir("logs"),
    {ok, M} = gen_event:start(),
    ?T(gen_event:add_handler(M, log_mf_h, log_mf_h:init("logs", 120, 3))),
    ?T([gen_event:sync_notify(M, {event, N, "some text"}) || N <- lists:seq(1, 12)]),
    ?T(element(1, gen_event:delete_handler(M, log_mf_h, stop))),
    ?T(lists:sort(element(2, file:list_dir("logs")))),
    ?T(lists:sort([N || F <- ["1", "2", "3"], {event, N, _} <- events(filename:join("logs", F))])),
    ?T(gen_event:add_handler(M, log_mf_h, log_mf_h:init("logs", 10000, 2, fun(E) -> element(2, E) rem 2 =:= 0 end))),
    ?T([gen_event:sync_notify(M, {event, N, kept}) || N <- lists:seq(21, 26)]),
    ?T(element(1, gen_event:delete_handler(M, log_mf_h, stop))),
    ?T([N || F <- ["1", "2", "3"], {event, N, kept} <- events(filename:join("logs", F))]),
    ?T(element(1, gen_event:add_handler(M, log_mf_h, log_mf_h:init("no/such/folder", 100, 2)))),
    ?T(gen_event:which_handlers(M)),
    ?T(gen_event:stop(M)),
    ok.

events(File) ->
    {ok, B} = file:read_file(File),
    [event(binary_to_term(E)) || <<N:16, E:N/binary>> <= B].

%% Each is written with its time.
event({{{_, _, _}, {_, _, _}}, Event}) -> Event;
event(Event) -> Event.
