%% shows enif_snprintf(): integers, floats, text and pointers with flags, widths and precisions, and conversions that only C has
-module(nif_formats).
-export([main/0]).

main() ->
    [p("%" ++ Flags ++ Width ++ [Letter], fun(F) -> [nif_printf:print_int(F, V) || V <- [0, 42, -42]] end)
     || Letter <- "dioxX", Flags <- ["", "-", "0", "+", " ", "#", "#0", "-0", "+0"], Width <- ["", "8", "8.5", ".0", "."]],
    [p(F, fun(_) -> [nif_printf:print_long(F, V) || V <- [0, -1, 16#123456789, -(1 bsl 63)]] end)
     || F <- ["%ld", "%lu", "%lld", "%llx", "%hd", "%hu", "%hhd", "%hhu", "%b64d", "%b32u", "%b8d", "%bpx", "%beu", "%bd", "%b7d", "%td", "%jd", "%zd",
              "%qd", "%#lo", "%#llX", "%u", "%5%|%d", "%'ld", "%Id", "%y%ld", "%", "%-", "%l"]],
    [p("%" ++ Flags ++ Width ++ [Letter], fun(F) -> [nif_printf:print_double(F, V) || V <- [0.0, 1.5, -2.0e10, 1.0e-5, 1.0e100, 123456.789]] end)
     || Letter <- "eEfgG", Flags <- ["", "-", "0", "+", " ", "#"], Width <- ["", "14", ".2", "12.0"]],
    [p(F, fun(_) -> nif_printf:print_double(F, 2.5) end) || F <- ["%Lf", "%F", "%a", "%lf|", "%hf"]],
    [p(F, fun(_) -> [nif_printf:print_string(F, S) || S <- ["", "abc", "a longer text"]] end) || F <- ["%s", "%8s|", "%-8s|", "%.2s|", "%8.2s|", "%.0s|", "%08s|", "%ls"]],
    [p(F, fun(_) -> [nif_printf:print_int(F, C) || C <- "aZ"] end) || F <- ["%c", "%3c|", "%-3c|", "%.0c|", "%03c|"]],
    [p(F, fun(_) -> [nif_printf:print_pointer(F, C) || C <- [0, 1, 16#abcdef]] end) || F <- ["%p", "%24p|", "%-24p|", "%.4p|"]],
    io:format("~p~n", [nif_printf:lengths()]),
    io:format("one~n"),
    4 = nif_printf:show("two\n", none),
    io:format("three~n").

p(Format, Print) -> io:format("~s ~0p~n", [Format, Print(Format)]).
