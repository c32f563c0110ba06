%% A small stack machine that runs a program of tuples.
-module(c_bytecode).
-ifndef(SIZE).
-define(SIZE, 1100000).
-endif.
-define(SMALL, 50).
-include("bench.hrl").

run(N) ->
    Code = {{push, 0}, {store, 1}, {load, 0}, {jump_zero, 14}, {load, 1}, {load, 0}, add, {push, 65535}, 'band',
            {store, 1}, {load, 0}, {push, 1}, {sub_jump, 3}, halt},
    exec(1, Code, [], {N, 0}).

exec(Pc, Code, Stack, Vars) ->
    case element(Pc, Code) of
        {push, X} -> exec(Pc + 1, Code, [X | Stack], Vars);
        {load, I} -> exec(Pc + 1, Code, [element(I + 1, Vars) | Stack], Vars);
        {store, I} -> [X | Rest] = Stack, exec(Pc + 1, Code, Rest, setelement(I + 1, Vars, X));
        add -> [X, Y | Rest] = Stack, exec(Pc + 1, Code, [X + Y | Rest], Vars);
        'band' -> [X, Y | Rest] = Stack, exec(Pc + 1, Code, [X band Y | Rest], Vars);
        {sub_jump, To} -> [X, Y | Rest] = Stack, exec(To, Code, Rest, setelement(1, Vars, Y - X));
        {jump_zero, To} ->
            case Stack of
                [0 | Rest] -> exec(To, Code, Rest, Vars);
                [_ | Rest] -> exec(Pc + 1, Code, Rest, Vars)
            end;
        halt -> Vars
    end.
