%% shows the answers for libraries that do not fit
-module(nif_bad_libraries).
-export([main/0]).

main() ->
    [io:format("~ts: ~p~n", [Name, text(nif_bad:use(Name))])
     || Name <- ["nif_bad_version", "nif_bad_old", "nif_bad_variant", "nif_bad_name", "nif_bad_entry",
                 "nif_bad_function", "nif_bad_undeclared", "nif_bad_twice", "nif_bad_flags", "nif_bad_load"]],
    io:format("~p~n", [[nif_bad:f(1), nif_bad:plain(2)]]).

text({error, {Reason, Text}}) -> {Reason, lists:flatten(Text)};
text(Other) -> Other.
