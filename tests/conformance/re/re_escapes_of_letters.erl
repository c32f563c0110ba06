%% shows escapes that PCRE (8) accepts: letters without a meaning, letters in classes, digits without a group, control characters
-module(re_escapes_of_letters).
-export([main/0]).

main() ->
    [show(Subject, Pattern) || {Subject, Pattern} <- matches()],
    [io:format("~p ~p~n", [Pattern, re:compile(Pattern)]) || Pattern <- errors()].

matches() ->
    [{"abidef", "ab\\idef"}, {"M", "\\M"}, {"i\\", "\\i\\\\"}, {"yy", "\\y{2}"}, {"ab\\", "[\\B]"}, {"ABZ", "[\\B]"}, {"QRS", "[\\R]"},
     {"WX", "[\\X-Z]"}, {"aCb", "a[\\CD]b"}, {"aQb", "a[\\C-X]b"}, {"z", "[\\z\\C]"}, {"A8B9C", "^A\\8B\\9C$"}, {"A8B9C", "^[A\\8B\\9C]+$"},
     {"a81", "(a)\\81"}, {"?", "^\\c\x7f"}, {"!", "\\ca|!"}, {"\x1b", "\\c["}, {"A", "\\c\x01"}, {"4F", "\\x4\\F"}, {"\x04" "F", "\\x4\\F"},
     {"I", "(?i)\\i"}, {"i", "(?x) \\i "}, {"ab", "(?=a\\Kb)ab"}, {"abcd", "^abc(?<=b\\Kc)d"}, {"ac", "(?!a\\Kb)ac"}, {"j1", "\\j\\1()"},
     {"i j", "\\i\\ \\j"}, {"YMJ", "[\\Y\\M\\J]+"}].

errors() -> ["\\i(", "\\i\\M)", "\\L", "\\i\\l", "\\U", "\\u", "[\\N]", "(\\2)", "\\7", "\\g8", "\\c", "\\c\xe4", "[\\B", "\\i\\x{zz}"].

show(Subject, Pattern) -> io:format("~p ~p ~p~n", [Subject, Pattern, catch re:run(Subject, Pattern, [{capture, all, list}])]).
