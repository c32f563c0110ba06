%% shows natives in stack traces: their arguments, error_info, called directly, in guards' body forms and through apply
-module(native_errors).
-export([main/0]).
-include("stack.hrl").

main() ->
    Calls = [fun() -> length(id(a)) end, fun() -> element(id(3), {a}) end, fun() -> id(a) + 1 end, fun() -> id(x) div 0 end,
             fun() -> atom_to_list(id("a")) end, fun() -> apply(erlang, hd, [id([])]) end, fun() -> lists:keyfind(a, id(0), []) end,
             fun() -> binary_to_term(id(<<1>>)) end, fun() -> tuple_size(id([])) end, fun() -> -id(a) end,
             fun() -> map_get(id(k), #{}) end, fun() -> list_to_integer(id("x")) end, fun() -> id(a) ++ b end,
             fun() -> ets:lookup(id(no_table), 1) end, fun() -> maps:get(id(a), b) end, fun() -> id(1) ! b end],
    [try F(), ok catch C:R:S -> io:format("~w ~w ~w ~w~n", [C, R, top(frames(S)), info(hd(S))]) end || F <- Calls],
    ok.

top([{F, A, L} | _]) when is_integer(L) -> {shortname(F), A, line};
top([Native | _]) -> Native.

shortname(F) -> hd(string:split(atom_to_list(F), "/")) =:= "-main".

info({_, _, _, Where}) -> [maps:to_list(maps:with([module, cause], I)) || {error_info, I} <- Where].

id(X) -> X.
