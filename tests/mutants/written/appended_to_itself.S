% ran: a bitstring that is appended to itself in place, which changes its size after it was measured
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 4}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{move,{literal,<<1:1600>>},{x,0}}.
{bs_create_bin,{f,0},0,1,8,{x,0},{list,[{atom,append},1,8,nil,{x,0},{atom,all}]}}.
{bs_create_bin,{f,0},0,1,8,{x,0},{list,[{atom,private_append},1,8,nil,{x,0},{atom,all},{atom,binary},2,8,nil,{x,0},{atom,all}]}}.
{bs_create_bin,{f,0},0,1,8,{x,0},{list,[{atom,private_append},1,8,nil,{x,0},{atom,all},{atom,binary},2,8,nil,{x,0},{atom,all}]}}.
{bs_create_bin,{f,0},0,1,8,{x,0},{list,[{atom,private_append},1,8,nil,{x,0},{atom,all},{atom,binary},2,8,nil,{x,0},{atom,all}]}}.
return.
