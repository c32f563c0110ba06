%% What the command line says about functions and conditions, as arguments of trace:function/4.
%%
%%   {"lists", "seq", "_"}                             names, `_` for any
%%   "lists:seq(_, X) when X > 3 -> return;stack"      a call as it is written in Erlang, as redbug has it: the arguments are patterns
%%   "fun([_, X]) when X > 3 -> return_trace() end"    the condition of --where: what dbg:fun2ms/1 takes
%%
%% Conditions are translated by OTP's own ms_transform. Everything is checked before the program starts.
-module(sonde_trace_pattern).

-export([names/1, call/1, condition/1, with_actions/2, united/1, functions/1, for_script/2, refuse_without_argument/3, tell_unmatched/4,
         tell_unloaded/3]).

%% {Module, Function, Arity} of three strings.
names({Module, Function, "_"}) -> {list_to_atom(Module), list_to_atom(Function), '_'};
names({Module, Function, Arity}) -> {list_to_atom(Module), list_to_atom(Function), list_to_integer(Arity)}.

%% {Pattern, MatchSpec, Actions} of a call written in Erlang. Throws {bad, Why}.
call(Text) ->
    case scan(Text) of
        [Module, {':', _}, Function, {'(', _} | Rest] ->
            {Arguments, AfterArguments} = until_closed(Rest, 0, []),
            {Guard, Actions} = guard_and_actions(AfterArguments),
            [{Head, _, _}] = MatchSpec = condition_of_tokens(Arguments, Guard),
            {{name(Module), name(Function), length(Head)}, MatchSpec, actions(Actions)};
        _ -> throw({bad, "expected mod:fun(Arguments)"})
    end.

scan(Text) ->
    case erl_scan:string(Text) of
        {ok, Tokens, _} -> Tokens;
        {error, {_, erl_scan, {illegal, character}}, _} ->
            throw({bad, "illegal character; a name with characters beyond Latin-1 stands in single quotes"});
        {error, {_, Module, Why}, _} -> throw({bad, Module:format_error(Why)})
    end.

name({atom, _, Name}) -> Name;
name({var, _, '_'}) -> throw({bad, "a function whose arguments are given needs a module and a name"});
name(_) -> throw({bad, "expected mod:fun(Arguments)"}).

%% The tokens of the arguments, and what comes behind the parenthesis that closes them.
until_closed([{')', _} | Rest], 0, Tokens) -> {lists:reverse(Tokens), Rest};
until_closed([{Close, _} = Token | Rest], Depth, Tokens) when Close =:= ')'; Close =:= ']'; Close =:= '}'; Close =:= '>>' ->
    until_closed(Rest, Depth - 1, [Token | Tokens]);
until_closed([{Open, _} = Token | Rest], Depth, Tokens) when Open =:= '('; Open =:= '['; Open =:= '{'; Open =:= '<<' ->
    until_closed(Rest, Depth + 1, [Token | Tokens]);
until_closed([Token | Rest], Depth, Tokens) -> until_closed(Rest, Depth, [Token | Tokens]);
until_closed([], _, _) -> throw({bad, "the arguments have no closing parenthesis"}).

guard_and_actions([]) -> {[], []};
guard_and_actions([{'->', _} | Actions]) -> {[], Actions};
guard_and_actions([{'when', _} | _] = Tokens) ->
    case lists:splitwith(fun(Token) -> element(1, Token) =/= '->' end, Tokens) of
        {Guard, []} -> {Guard, []};
        {Guard, [_ | Actions]} -> {Guard, Actions}
    end;
guard_and_actions([Token | _]) -> throw({bad, io_lib:format("expected `when` or `->`, found ~ts", [text(Token)])}).

text(Token) -> io_lib:format("~tw", [element(tuple_size(Token), Token)]).

actions([]) -> [];
actions([{atom, _, Name} | Rest]) -> [action(Name) | more_actions(Rest)];
actions([Token | _]) -> throw({bad, io_lib:format("expected an action, found ~ts", [text(Token)])}).

more_actions([]) -> [];
more_actions([{Separator, _} | Rest]) when Separator =:= ';'; Separator =:= ',' -> actions(Rest);
more_actions([Token | _]) -> throw({bad, io_lib:format("expected `;`, found ~ts", [text(Token)])}).

action(Name) when Name =:= return; Name =:= exception; Name =:= stack; Name =:= caller -> Name;
action(Name) -> throw({bad, io_lib:format("expected the action return, exception, stack or caller, found ~tw", [Name])}).

%% fun([Arguments]) Guard -> true end
condition_of_tokens(Arguments, Guard) ->
    match_spec([{'fun', 1}, {'(', 1}, {'[', 1}] ++ Arguments ++ [{']', 1}, {')', 1}] ++ Guard ++
                   [{'->', 1}, {atom, 1, true}, {'end', 1}]).

%% The match spec of a fun's text. Throws {bad, Why}.
condition(Text) ->
    match_spec(case lists:reverse(scan(Text)) of
                   [{dot, _} | Tokens] -> lists:reverse(Tokens);
                   Tokens -> lists:reverse(Tokens)
               end).

match_spec(Tokens) ->
    case erl_parse:parse_exprs(Tokens ++ [{dot, 1}]) of
        {ok, [{'fun', _, {clauses, Clauses}}]} -> transformed(Clauses);
        {ok, _} -> throw({bad, "expected fun([Argument, ...]) when Guard -> Action, ... end"});
        {error, {_, Module, Why}} -> throw({bad, Module:format_error(Why)})
    end.

transformed(Clauses) ->
    try ms_transform:transform_from_shell(dbg, Clauses, []) of
        {error, [{_, [{_, Module, Why} | _]} | _], _} -> throw({bad, Module:format_error(Why)});
        {error, _, _} -> throw({bad, "no match specification"});
        MatchSpec -> MatchSpec
    catch
        error:_ -> throw({bad, "no match specification: a head is a list of patterns"})
    end.

%% Adds what the options ask for to each clause of a match spec; `true` is one that matches every call.
with_actions(MatchSpec, []) -> MatchSpec;
with_actions(true, Actions) -> with_actions([{'_', [], []}], Actions);
with_actions(MatchSpec, Actions) ->
    Added = added(lists:usort(Actions)),
    [{Head, Guards, Body ++ [Action || Action <- Added, not has(Action, Body)]} || {Head, Guards, Body} <- MatchSpec].

%% Exceptions are traced where only returns are asked for: they end calls, too. What is not asked for is not shown.
added(Actions) ->
    [{exception_trace} || lists:member(exception, Actions) orelse lists:member(return, Actions)] ++
        [{message, {current_stacktrace}} || lists:member(stack, Actions)] ++
        [{message, {caller}} || lists:member(caller, Actions), not lists:member(stack, Actions)].

%% What a condition says itself is kept.
has({message, _}, Body) -> lists:keymember(message, 1, [Action || Action <- Body, is_tuple(Action)]);
has(Action, Body) -> lists:member(Action, Body).

%% {Mfa, MatchSpec} for each pattern of [{Mfa, MatchSpec, Actions}], in the order in which they have to be set: what is set last on a function
%% takes the place of what was there. So general patterns come first, and a pattern has the clauses of all that name its functions. The
%% first clause that matches decides, so those with most actions come first; those without have one and the same effect.
united(Patterns) ->
    Mfas = lists:uniq([Mfa || {Mfa, _, _} <- Patterns]),
    [{Mfa, clauses([Pattern || {General, _, _} = Pattern <- Patterns, covers(General, Mfa)])}
     || {_, Mfa} <- lists:keysort(1, [{-wildcards(Mfa), Mfa} || Mfa <- Mfas])].

wildcards(Mfa) -> length([any || '_' <- tuple_to_list(Mfa)]).

covers({M1, F1, A1}, {M, F, A}) -> lists:all(fun({General, Part}) -> General =:= '_' orelse General =:= Part end, [{M1, M}, {F1, F}, {A1, A}]).

clauses(Patterns) ->
    case lists:all(fun({_, MatchSpec, _}) -> MatchSpec =:= true end, Patterns) of
        true -> true;
        false ->
            Ordered = lists:keysort(1, [{-length(Actions), MatchSpec} || {_, MatchSpec, Actions} <- Patterns]),
            lists:uniq(lists:append([case MatchSpec of true -> [{'_', [], []}]; _ -> MatchSpec end || {_, MatchSpec} <- Ordered]))
    end.

%% The loaded functions that a pattern names. Not by module_info/1 of the module, which may be counted itself.
functions({Module, _, _} = Mfa) ->
    [{M, F, A} || M <- modules(Module), {F, A} <- named(Mfa, erlang:get_module_info(M, functions))].

%% Those of a module's functions that a pattern names.
named({_, Function, Arity}, Functions) ->
    [{F, A} || {F, A} <- Functions, Function =:= '_' orelse F =:= Function, Arity =:= '_' orelse A =:= Arity].

modules('_') -> erlang:loaded();
modules(Module) -> [M || M <- erlang:loaded(), M =:= Module] ++ ([Own || is_script(Module), Own <- sonde_script:module_of(Module)] -- [Module]).

%% Whether the program is an escript, and this its name. Not asked of sonde_script otherwise, which is loaded in escripts only.
is_script(Name) -> erlang:module_loaded(sonde_script) andalso sonde_script:is_name(Name).

%% Calls Set(Mfa, MatchSpec) for the functions of an escript's module that are named by the script's name, when that module is there.
for_script(Patterns, Set) ->
    case [{F, A, MatchSpec} || {{Name, F, A}, MatchSpec} <- Patterns, is_script(Name)] of
        [] -> ok;
        Named -> sonde_script:when_loaded(fun(Module) -> [Set({Module, F, A}, MatchSpec) || {F, A, MatchSpec} <- Named] end)
    end.

%% Most often the name is misspelt, so this is said before anything runs: a module that is there and has no such function is a mistake, one
%% that is not there may come later. Option is that of the patterns, See where its form is described. Returns the patterns that something was said of.
tell_unmatched(Sink, Option, See, Patterns) ->
    [sonde_trace_output:refuse([asked(Option, Mfa), "the module has no such function; it has ", listed(Mfa, Functions), " (", See, $)])
     || Mfa <- Patterns, Functions <- others(Mfa)],
    [Mfa || Mfa <- Patterns, not is_there(Mfa),
            sonde_trace_output:tell(Sink, [asked(Option, Mfa), "no such module in the code path; its calls are traced if it is loaded later"]) =:= ok].

%% --arg of functions that have fewer arguments would show none of any call.
refuse_without_argument(undefined, _, _) -> ok;
refuse_without_argument(Number, See, Patterns) ->
    [sonde_trace_output:refuse([io_lib:format("--arg ~w: calls of ~ts have at most ~w argument~ts (~ts)",
                                              [Number, written(Mfa), Most, case Most of 1 -> ""; _ -> "s" end, See])])
     || Mfa <- Patterns, Most <- most_arguments(Mfa), Most < Number],
    ok.

%% As far as it is known.
most_arguments({_, _, Arity}) when is_integer(Arity) -> [Arity];
most_arguments({'_', _, _}) -> [];
most_arguments({Module, _, _} = Mfa) ->
    case known_functions(Module) of
        unknown -> [];
        Functions -> [lists:max(Arities) || Arities <- [[Arity || {_, Arity} <- named(Mfa, Functions)]], Arities =/= []]
    end.

%% What a module has in place of the functions that the pattern names, if it has none of these.
others({'_', _, _}) -> [];
others({_, '_', '_'}) -> [];
others({Module, _, _} = Mfa) ->
    case not is_script(Module) andalso known_functions(Module) of
        %% The script's own module is not there yet.
        false -> [];
        unknown -> [];
        Functions -> [Functions || named(Mfa, Functions) =:= []]
    end.

%% Of a module that is not loaded, those in its file.
known_functions(Module) ->
    case erlang:module_loaded(Module) of
        true -> erlang:get_module_info(Module, functions);
        false ->
            case file_of(Module) of
                non_existing -> unknown;
                File -> functions_in(File)
            end
    end.

file_of(Module) -> code:where_is_file(atom_to_list(Module) ++ ".beam").

functions_in(File) ->
    case beam_lib:chunks(File, [exports, locals]) of
        {ok, {_, [{exports, Exports}, {locals, Locals}]}} -> Exports ++ Locals;
        {error, _, _} -> unknown
    end.

-define(LISTED, 8).

%% Those first whose names begin like the one that was asked for.
listed({_, Wanted, _}, Functions) ->
    Alike = fun({F, _}) -> -alike(atom_to_list(F), atom_to_list(Wanted)) end,
    Names = [io_lib:format("~tw/~w", [F, A]) || {_, {F, A}} <- lists:usort([{Alike(Fa), Fa} || {F, _} = Fa <- Functions, F =/= module_info]),
                                                hd(atom_to_list(F)) =/= $-],
    [lists:join(", ", lists:sublist(Names, ?LISTED)), [", ..." || length(Names) > ?LISTED]].

%% The length of what both begin with.
alike([C | One], [C | Other]) -> 1 + alike(One, Other);
alike(_, _) -> 0.

%% An escript's own module is loaded by the script.
is_there({'_', _, _}) -> true;
is_there({Module, _, _}) ->
    erlang:module_loaded(Module) orelse erlang:module_loaded(sonde_script) orelse file_of(Module) =/= non_existing.

%% The same at the end.
tell_unloaded(Sink, Option, Patterns) ->
    Unloaded = [Mfa || Mfa <- Patterns, functions(Mfa) =:= []],
    [sonde_trace_output:tell(Sink, [asked(Option, Mfa), "no function of this name was loaded"]) || Mfa <- Unloaded],
    [sonde_trace_output:tell(Sink, "the escript was interpreted, so there are no functions of its own; -mode(compile). in it makes them")
     || Unloaded =/= [], erlang:module_loaded(sonde_script), sonde_script:is_interpreted()].

%% As it is written on the command line.
asked(Option, Mfa) -> [Option, $\s, written(Mfa), ": "].

written({M, '_', '_'}) -> any(M);
written({M, F, '_'}) -> [any(M), $:, any(F)];
written({M, F, A}) -> [any(M), $:, any(F), $/, any(A)].

any('_') -> "_";
any(Name) -> io_lib:format("~tw", [Name]).
