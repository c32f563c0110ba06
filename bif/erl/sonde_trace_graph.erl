%% The graph of which processes send to which, for Graphviz. Processes of the same name are one node.
%%
%% A name may come after the first message, and change: so edges are between processes until the end. Of a process that has ended and whose name is
%% about to be forgotten, the edges get the name before; there is no more of it to come.
-module(sonde_trace_graph).

-export([new/0, add/3, remove/3, settle/3, text/2]).

%% Processes whose edges get names together: each time, all edges are gone through.
-define(TOGETHER, 1000).

new() -> #{edges => #{}, settled => #{}}.

%% One more message between two processes, or what stands for them: a registered name, or {sonde_trace_graph, Text}.
add(From, To, #{edges := Edges} = Graph) -> Graph#{edges := counted(From, To, 1, Edges)}.

%% One message less.
remove(From, To, #{edges := Edges} = Graph) ->
    Graph#{edges := case Edges of
                        #{{From, To} := 1} -> maps:remove({From, To}, Edges);
                        #{{From, To} := N} -> Edges#{{From, To} := N - 1};
                        _ -> Edges
                    end}.

counted(From, To, N, Edges) -> maps:update_with({From, To}, fun(M) -> M + N end, N, Edges).

%% Nothing else comes of a process that had this name.
settle(Process, Name, #{edges := Edges, settled := Settled} = Graph) ->
    case Settled#{Process => {?MODULE, unicode:characters_to_binary(Name)}} of
        Names when map_size(Names) < ?TOGETHER -> Graph#{settled := Names};
        Names -> Graph#{edges := renamed(fun(Node) -> maps:get(Node, Names, Node) end, Edges), settled := #{}}
    end.

renamed(Rename, Edges) -> maps:fold(fun({From, To}, N, New) -> counted(Rename(From), Rename(To), N, New) end, #{}, Edges).

%% The label of an edge is the number of messages. A text in JSON is one in Graphviz's language, too. Name makes text of what is no name yet.
text(Name, #{edges := Edges, settled := Settled}) ->
    Named = renamed(fun(Node) ->
        case maps:get(Node, Settled, Node) of
            {?MODULE, Text} -> Text;
            _ -> unicode:characters_to_binary(Name(Node))
        end
    end, Edges),
    ["digraph messages {\n  node [shape=box];\n",
     [["  ", sonde_json:encode(From), " -> ", sonde_json:encode(To), " [label=\"", integer_to_list(N), "\"];\n"]
      || {{From, To}, N} <- lists:sort(maps:to_list(Named))], "}\n"].
