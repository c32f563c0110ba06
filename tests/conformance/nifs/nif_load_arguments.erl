%% shows arguments of load_nif/2 that are none, and calls from elsewhere
-module(nif_load_arguments).
-export([main/0]).

main() ->
    [show(fun() -> nif_bad:use_file(Name) end) || Name <- [1, a, {}, [a], ["x", [$y | z]], <<1:3>>, self()]],
    show(fun() -> text(apply(erlang, load_nif, ["nif_bad_no_such_file", 0])) end),
    show(fun() -> text(nif_bad:use_file(<<"nif_bad_no_such_file">>)) end).

text({error, {Reason, _}}) -> Reason;
text(Other) -> Other.

show(F) -> io:format("~p~n", [try F() catch C:R -> {C, R} end]).
