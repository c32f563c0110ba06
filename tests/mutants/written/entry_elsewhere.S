% refused: a function whose entry is not behind its head
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 3}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{move,{x,0},{x,1}}.
{label,2}.
return.
