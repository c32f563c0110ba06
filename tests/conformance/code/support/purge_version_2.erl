%% Version 2 of a module that tests replace and purge.
-module(purge_version_2).
-define(VERSION, 2).
-include("purge_literal.hrl").
-include("purge_functions.hrl").
