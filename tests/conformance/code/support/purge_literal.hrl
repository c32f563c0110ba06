%% A literal of every kind that has parts.
-define(LITERAL, {
    tuple,
    [1, two, "three", 4.5, 123456789012345678901234567890],
    #{a => [1, 2, 3], b => {x, y, z}, "key" => <<"small">>},
    <<"a binary of more than sixty-four bytes, which lies outside of the area that the literals are in, "
      "and which the area owns a share of: when the area goes, the share goes too">>,
    <<"short">>,
    fun lists:map/2
}).
