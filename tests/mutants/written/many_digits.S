% refused: a register whose number has more digits than any other
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 3}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{move,{x,99999999999999},{x,0}}.
return.
