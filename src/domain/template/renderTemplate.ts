/** `{name}`: what the configuration may call a variable, and nothing JSON or code would write. */
export const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/g;
const FENCE = /^ {0,3}(`{3,}|~{3,})([^\r\n]*)/;

/** How many letters a text has once its placeholders are filled in; the text is not made for it. */
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
 * Fills `{name}` placeholders in one pass: values are never expanded again and `$&` means nothing. An unknown
 * placeholder stays as it is; those outside fenced code are reported.
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
