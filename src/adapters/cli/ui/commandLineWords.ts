import { quoteForShell } from '../../../application/shellQuoting.js';

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

/** Writes words as a command line that {@link splitCommandLine} and a shell read back. The program name is not added. */
export function joinCommandLine(words: readonly string[]): string {
  return words
    .map((word) => {
      const flag = /^--[a-z-]+=?/u.exec(word)?.[0] ?? '';
      return flag === word ? word : flag + quoteForShell(word.slice(flag.length));
    })
    .join(' ');
}
