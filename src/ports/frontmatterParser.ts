import type { ParsedFrontmatter } from '../domain/document/frontmatterEntry.js';
import type { JsonValue } from '../domain/value/json.js';

/** Reads and writes the YAML of frontmatter; nothing in it is ever executed. */
export interface FrontmatterParser {
  /**
   * @param text the whole document
   * @param start offset of the first character after the opening `---` line
   * @param end offset of the closing `---` line
   * @param line 1-based line number of `start`
   */
  parse(text: string, start: number, end: number, line: number): ParsedFrontmatter;
  /** One value in flow style as YAML text on one line, quoted only when it must be: `[a, b]`, `'2026'`, `high`. */
  format(value: JsonValue): string;
}
