%% Version 1 of a module that tests replace and purge.
-module(purge_version_1).
-define(VERSION, 1).
-include("purge_literal.hrl").
-include("purge_functions.hrl").
