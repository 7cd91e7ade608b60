/**
 * Splits a command line into words, as a shell does with quotes and backslashes. A leading program name is left out. Nothing else
 * of a shell is interpreted.
 */
export function splitCommandLine(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  const parts = line.matchAll(/'([^']*)'?|"((?:\\.|[^"\\])*)"?|\\(.)|(\s+)|([^\s'"\\]+|\\$)/gsu);
  for (const [, single, double, escaped, blank, plain] of parts) {
    if (blank !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + (single ?? double?.replace(/\\(["\\$`])/gu, '$1') ?? escaped ?? plain ?? '');
  }
  if (word !== undefined) words.push(word);
  return words[0] === 'spectool' ? words.slice(1) : words;
}
