%% shows natives that OTP's libraries are built on: exact order, texts of terms, keys of maps, system processes, flags
-module(internals_for_libraries).
-include("../support/edge.hrl").

main() ->
    ?T([erts_internal:cmp_term(A, B) || {A, B} <- [{1, 1.0}, {1.0, 1}, {1, 2}, {a, a}, {2.0, 1}, {[], {}}, {#{1 => a}, #{1.0 => a}}]]),
    ?T([A =:= B || {A, B} <- [{sign(erts_internal:cmp_term(1, 1.0)), -1}, {sign(erts_internal:cmp_term(1.0, 1)), 1}]]),
    ?T(erts_internal:is_system_process(self())),
    ?T(erts_internal:is_system_process(a)),
    ?T(erts_internal:group_leader(self(), a)),
    ?T(erts_internal:process_flag(self(), no_such_flag, 1)),
    ?T(erts_internal:port_info(a)),
    ?T(erts_internal:port_command(a, "x", [])),
    ?T(erts_internal:port_close(a)),
    ?T(erts_internal:port_connect(a, self())),
    ?T(erts_internal:open_port({spawn_executable, "/no/such"}, [])),
    ?T(erts_internal:open_port(a, [])),
    ?T(is_boolean(erts_internal:is_process_alive(self(), make_ref()))),
    ?T(erts_internal:time_unit() =:= erlang:convert_time_unit(1, second, native)),
    ?T(is_integer(erts_internal:perf_counter_unit())),
    ?T(unicode:bin_is_7bit(<<"å"/utf8>>)),
    ?T(unicode:bin_is_7bit("plain")),
    ?T(lists:all(fun erlang:module_loaded/1, erlang:loaded())),
    ?T(lists:member(?MODULE, erlang:loaded())),
    ok.

sign(N) when N < 0 -> -1;
sign(0) -> 0;
sign(_) -> 1.
