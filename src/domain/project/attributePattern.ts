/** A path with wildcards of its own as git's attribute files want it: glob letters escaped, odd names quoted. */
export function attributePattern(folder: string, rest: string): string {
  const pattern = `${escaped(folder)}/**/${escaped(rest)}`;
  if (!/[\s"\\]|^[#!]/.test(pattern)) return pattern;
  // `!` at the start would negate even when quoted.
  const positive = pattern.startsWith('!') ? `\\${pattern}` : pattern;
  return `"${positive.replace(/["\\]/g, '\\$&')}"`;
}

function escaped(path: string): string {
  return path.replace(/[[\]*?\\]/g, '\\$&');
}
