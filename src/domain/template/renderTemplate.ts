/** `{name}`: the allowed names of variables, which exclude most JSON and code. */
export const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/g;
const FENCE = /^ {0,3}(`{3,}|~{3,})([^\r\n]*)/;

/** Returns the length of a text after filling in its placeholders, without building it. */
export function filledLength(
  text: string,
  variables: ReadonlyMap<string, string>,
  placeholder = PLACEHOLDER,
): number {
  let length = text.length;
  for (const [whole, name = ''] of text.matchAll(placeholder))
    length += (variables.get(name) ?? whole).length - whole.length;
  return length;
}

/**
 * Fills in `{name}` placeholders in one pass: values are not expanded again, and `$&` in them has no meaning. An unknown
 * placeholder stays; those outside fenced code are returned.
 */
export function renderTemplate(
  text: string,
  variables: ReadonlyMap<string, string>,
): { readonly text: string; readonly unknown: readonly string[] } {
  const unknown = new Set<string>();
  let fence: string | undefined;
  const lines = text.split(/(?<=\n)/).map((line) => {
    const [, mark, behind = ''] = FENCE.exec(line) ?? [];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true && behind.trim() === '') fence = undefined;
    return line.replace(PLACEHOLDER, (whole, name: string) => {
      const value = variables.get(name);
      if (value === undefined && fence === undefined) unknown.add(name);
      return value ?? whole;
    });
  });
  return { text: lines.join(''), unknown: [...unknown] };
}
