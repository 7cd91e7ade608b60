/** Matches a placeholder, `{name}`. The allowed names exclude most JSON and code in braces. */
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
 * Replaces `{name}` placeholders by their values in one pass, so that placeholders in values are not replaced. Unknown
 * placeholders stay in the text; those outside fenced code are returned in `unknown`.
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
