%% ?T(Expression) prints the line's number and what the expression is, or what it raises. Nothing is computed by the
%% compiler: what is literal here is passed to the machine.
-compile([no_copt, no_ssa_opt, nowarn_unused_function]).
-export([main/0]).
-define(T(Expression), edge:show(?LINE, fun() -> Expression end)).
