%% shows erlang:unique_integer and make_ref, with each modifier and wrong ones
-module(unique_integers).
-include("../support/edge.hrl").

main() ->
    ?T(is_integer(erlang:unique_integer())),
    ?T(erlang:unique_integer([positive]) > 0),
    ?T(erlang:unique_integer([monotonic]) < erlang:unique_integer([monotonic])),
    ?T(erlang:unique_integer([positive, monotonic]) > 0),
    ?T(erlang:unique_integer([bad])),
    ?T(erlang:unique_integer([positive | bad])),
    ?T(erlang:unique_integer(bad)),
    ?T(erlang:unique_integer([positive, positive]) > 0),
    ?T(length(lists:usort([erlang:unique_integer() || _ <- lists:seq(1, 1000)]))),
    ?T(length(lists:usort([make_ref() || _ <- lists:seq(1, 1000)]))),
    ?T(ordered([erlang:unique_integer([monotonic, positive]) || _ <- lists:seq(1, 1000)])),
    ?T(make_ref() =:= make_ref()),
    ?T(shared()),
    ok.

ordered(L) -> L =:= lists:sort(L).
shared() ->
    Self = self(),
    [spawn(fun() -> Self ! [erlang:unique_integer() || _ <- lists:seq(1, 200)] end) || _ <- lists:seq(1, 5)],
    length(lists:usort(lists:append([receive L -> L end || _ <- lists:seq(1, 5)]))).
