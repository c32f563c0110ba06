% refused: a segment without a bitstring that it belongs to
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 3}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{bs_put_integer,{f,0},{integer,8},1,{field_flags,[]},{integer,7}}.
return.
