%% What the programs about enif_select() share: the flags of its `mode`, and the next message.
-define(READ, 1).
-define(WRITE, 2).
-define(STOP, 4).
-define(CANCEL, 8).
-import(nif_selecting, [next/0]).
