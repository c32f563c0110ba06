%% shows what re:run returns: all, first, named and numbered groups, as indexes, lists and binaries
-module(re_run_forms).
-export([main/0]).

main() ->
    S = "xabcx",
    [p(re:run(S, R, O)) || {R, O} <- [
        {"a(b)c", []}, {"nope", []}, {"a(b)c", [{capture, all, list}]}, {"a(b)c", [{capture, all, binary}]},
        {"a(b)c", [{capture, [1], list}]}, {"a(?<n>b)c", [{capture, [n, "n", <<"n">>, 0, 5], list}]},
        {"a(b)c", [{capture, none}]}, {"a(b)c", [{capture, first}]}, {"a(b)c", [{capture, all_but_first}]},
        {"a(b)(z)?c", []}, {"a(z)?(b)c", []}, {"a(z)?(b)c", [{capture, all, list}]}, {"(b)", [{capture, [1, 2, 0], index}]},
        {"(b)", [{capture, [], list}]}, {"(?<y>b)(?<x>c)", [{capture, all_names, list}]}, {"b", [{capture, all_names, list}]},
        {"b", [{capture, [zz], binary}]}, {"b", [{offset, 2}]}, {"b", [{offset, 3}]}, {"B", [caseless]}, {"b", [anchored]},
        {"^b", [multiline]}, {"", [notempty]}, {"a b c", [extended]}, {"a.*c", [{capture, all, list}, ungreedy]}]],
    p(re:run(["ab", <<"cd">>, $e], "c(d)e", [{capture, all, binary}])),
    p(re:run("a\nb", "a$", [multiline])),
    p(re:run("a\nb", "a.b", [])),
    p(re:run("a\nb", "a.b", [dotall])),
    p(re:run("caf\351", "\351", [{capture, first, list}])),
    Long = binary:copy(<<"0123456789">>, 50),
    {match, [Part]} = re:run(Long, "1.*8", [{capture, all, binary}]),
    p({byte_size(Part), binary:part(Part, 0, 3)}),
    p(re:run(Long, "(9)(.*)7", [{capture, [2]}])).

p(X) -> io:format("~p~n", [X]).
