%% shows error_logger: report handlers that are added and removed, the events they get, and its printing switched off
-module(old_reports).
-include("../support/edge.hrl").
-export([init/1, handle_event/2, handle_call/2, terminate/2]).

main() ->
    logger:remove_handler(default),
    ?T(error_logger:add_report_handler(?MODULE, self())),
    ?T(e(fun() -> error_logger:error_msg("msg ~w~n", [1]) end)),
    ?T(e(fun() -> error_logger:error_msg("plain") end)),
    ?T(e(fun() -> error_logger:format("format ~w", [2]) end)),
    ?T(e(fun() -> error_logger:warning_msg("warning ~w", [3]) end)),
    ?T(e(fun() -> error_logger:info_msg("info", []) end)),
    ?T(e(fun() -> error_logger:error_report([{a, 1}, text]) end)),
    ?T(e(fun() -> error_logger:error_report(own_type, "a report") end)),
    ?T(e(fun() -> error_logger:warning_report([{b, 2}]) end)),
    ?T(e(fun() -> error_logger:info_report(own, {c, 3}) end)),
    ?T(error_logger:which_report_handlers()),
    ?T(error_logger:warning_map()),
    ?T({error_logger:tty(false), error_logger:logfile(filename)}),
    ?T(error_logger:get_format_depth()),
    ?T(error_logger:limit_term({a, [b]})),
    ?T(error_logger:delete_report_handler(?MODULE)),
    ?T(error_logger:delete_report_handler(?MODULE)),
    ok.

%% The next event, in full but for the pids.
e(F) -> F(), receive {event, {Kind, _, {_, A, B}}} -> {Kind, plain(A), plain(B)} end.
plain(L) when is_list(L) -> [plain(X) || X <- L];
plain(P) when is_pid(P) -> pid;
plain(T) -> T.
init(To) -> {ok, To}.
handle_event({_, Leader, _} = E, To) when is_pid(Leader) -> To ! {event, E}, {ok, To};
handle_event(_, To) -> {ok, To}.
handle_call(_, To) -> {ok, ok, To}.
terminate(_, _) -> removed.
