/**
 * Fills `{name}` placeholders in one pass: values are never expanded again and `$&` means nothing. An unknown
 * placeholder stays as it is; those outside fenced code are reported.
 */
export function renderTemplate(
  text: string,
  variables: ReadonlyMap<string, string>,
): { readonly text: string; readonly unknown: readonly string[] } {
  const unknown = new Set<string>();
  let fence = '';
  const lines = text.split(/(?<=\n)/).map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === '' ? mark : mark.startsWith(fence) ? '' : fence;
    return line.replace(/\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/g, (whole, name: string) => {
      const value = variables.get(name);
      if (value === undefined && fence === '') unknown.add(name);
      return value ?? whole;
    });
  });
  return { text: lines.join(''), unknown: [...unknown] };
}
