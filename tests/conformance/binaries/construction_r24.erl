%% shows the sizes that the compilers up to OTP 24 add up before they make a bitstring, where they cannot be
-module(construction_r24).
-compile(r24).
-include("../support/edge.hrl").

main() ->
    Big = id(1 bsl 64),
    ?T(<<0:(id(0)), 42:Big>>),
    ?T(<<42:Big, 0:(id(0))>>),
    ?T(<<(id(<<>>))/binary, 0:(id(1 bsl 100))>>),
    ?T(<<0:(id(0)), 42:(id(-1))>>),
    ?T(<<0:(id(-Big)), 42:Big>>),
    ?T(<<0:Big, 42:(id(-1))>>),
    ?T(<<0:(id(x)), 42:Big>>),
    ?T(<<0:Big, 42:(id(1.0))>>),
    ?T(<<0:(id(8)), 42:(id(16))>>),
    ok.

id(X) -> X.
