%% shows the answers for files that are no libraries, or not complete
-module(nif_bad_files).
-export([main/0]).

main() ->
    [io:format("~ts: ~p~n", [Name, text(nif_bad:use(Name))])
     || Name <- ["nif_bad_no_such_file", "nif_bad_init", "nif_bad_symbol"]],
    scratch_folder:with(fun broken_files/1).

%% The head of a program for 32 bits of another processor, and a text.
broken_files(Folder) ->
    Head = <<16#7F, "ELF", 1, 1, 1, 0:72, 3:16/little, 40:16/little, 1:32/little, 0:(8 * 60)>>,
    [begin
         File = filename:join(Folder, Name),
         ok = file:write_file(File ++ ".so", Bytes),
         {Reason, Text} = text(nif_bad:use_file(File)),
         io:format("~p ~ts~n", [Reason, lists:last(string:split(Text, ": ", all))])
     end || {Name, Bytes} <- [{"other", Head}, {"text", "this is a text, and no library at all: not at all"}]].

text({error, {Reason, Text}}) -> {Reason, lists:flatten(Text)};
text(Other) -> Other.
