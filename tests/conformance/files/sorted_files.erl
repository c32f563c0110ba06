%% shows file_sorter: terms and bytes, keys, uniqueness, own order, many small runs, merging and checking
-module(sorted_files).
-include("../support/edge.hrl").

main() -> scratch_folder:within(fun(_) -> show() end).

show() ->
    put_terms("a", [{3, x}, {1, y}, {2, z}, {1, y}]),
    put_terms("b", [{2, b}, {5, c}]),
    ?T({file_sorter:sort(["a"], "out"), terms("out")}),
    ?T({file_sorter:sort(["a", "b"], "out", [{unique, true}]), terms("out")}),
    ?T({file_sorter:sort(["a"], "out", [{order, descending}]), terms("out")}),
    ?T({file_sorter:sort(["a"], "out", [{order, fun(A, B) -> element(2, A) =< element(2, B) end}]), terms("out")}),
    ?T({file_sorter:keysort(2, ["a", "b"], "out"), terms("out")}),
    ?T({file_sorter:sort("a"), terms("a")}),
    ?T({file_sorter:merge(["a", "b"], "out"), terms("out")}),
    ?T({file_sorter:check("a"), file_sorter:check(["out", "b"], [])}),
    ?T(file_sorter:keycheck(1, "b")),
    ?T(many(2000, [{size, 1000}, {no_files, 2}])),
    ?T(file_sorter:sort(from([[3, 1], [2]]), into([]), [{format, term}])),
    ?T(file_sorter:sort(from([[<<3>>, <<1>>], [<<2>>]]), into([]), [{format, binary}])),
    ?T(element(1, element(2, file_sorter:sort(["none"], "out")))),
    ?T(file_sorter:sort(["a"], "/no/such/folder/out")),
    ?T(begin file:write_file("bad", <<0, 0, 0, 9, 1>>), element(1, element(2, file_sorter:sort(["bad"], "out"))) end),
    ?T(file_sorter:sort(["a"], "out", [bad])),
    ok.

put_terms(File, Terms) -> file:write_file(File, [<<(byte_size(B)):32, B/binary>> || T <- Terms, B <- [term_to_binary(T)]]).
terms(File) -> {ok, B} = file:read_file(File), [binary_to_term(T) || <<N:32, T:N/binary>> <= B].
many(N, Options) ->
    put_terms("many", [(I * 7919) rem N || I <- lists:seq(1, N)]),
    {file_sorter:sort(["many"], "out", Options), file:read_file("out") =:= begin put_terms("wanted", lists:seq(0, N - 1)), file:read_file("wanted") end orelse terms("out") =:= lists:seq(0, N - 1)}.
from(Parts) -> fun(close) -> closed; (read) -> case Parts of [] -> end_of_input; [P | Rest] -> {P, from(Rest)} end end.
into(Seen) -> fun(close) -> lists:append(lists:reverse(Seen)); (Part) -> into([Part | Seen]) end.
