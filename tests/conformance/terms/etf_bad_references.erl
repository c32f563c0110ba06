%% shows which numbers of references the external format may have: 18 bits in the first of this node and of the older form, five at most
-module(etf_bad_references).
-include("../support/edge.hrl").

main() ->
    [[begin
          ?T(decode(Node, Creation, [1 bsl 18, 4711, 4711])),
          ?T(decode(Node, Creation, [(1 bsl 18) - 1, 4711, 4711])),
          ?T(decode(Node, Creation, [1, 2, 3, 4, 5, 6, 7])),
          ?T(decode(Node, Creation, [1 bsl 18])),
          ?T(old(Node, Creation, [1 bsl 18, 4711, 4711])),
          ?T(old(Node, Creation, [(1 bsl 18) - 1, 4711, 4711]))
      end || Creation <- [0, 2]] || Node <- [node(), 'some@where']].

decode(Node, Creation, Numbers) ->
    Name = atom_to_binary(Node),
    is_reference(binary_to_term(<<131, 90, (length(Numbers)):16, 119, (byte_size(Name)), Name/binary, Creation:32,
                                  << <<N:32>> || N <- Numbers >>/binary>>)).

%% With a creation of one byte.
old(Node, Creation, Numbers) ->
    Name = atom_to_binary(Node),
    is_reference(binary_to_term(<<131, 114, (length(Numbers)):16, 119, (byte_size(Name)), Name/binary, Creation,
                                  << <<N:32>> || N <- Numbers >>/binary>>)).
