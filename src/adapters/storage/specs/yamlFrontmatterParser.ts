import type { ParsedFrontmatter } from '../../../domain/document/frontmatter/frontmatterEntry.js';
import type { JsonValue } from '../../../domain/value/json.js';
import type { FrontmatterParser } from '../../../ports/specStore.js';
import { brokenBlock, type NumberReading, readBlock } from './readFrontmatter.js';
import { writeValue } from './writeValue.js';
import { yamlLibraries } from './yamlLibraries.js';

const LONGEST_BLOCK = 64 * 1024;

/**
 * Parses frontmatter as YAML 1.2 (core schema, in which a date is a string) with the `yaml` package. gray-matter splits the
 * document; all its own engines are replaced by ones that throw, because some of them run code (docs/adr/0007).
 */
export class YamlFrontmatterParser implements FrontmatterParser {
  readonly #numbers: NumberReading;

  constructor(numbers: NumberReading = 'asNumbers') {
    this.#numbers = numbers;
  }

  parse(text: string, start: number, end: number, line: number): ParsedFrontmatter {
    const block = text.slice(start, end);
    if (block.length > LONGEST_BLOCK) {
      return brokenBlock(`The frontmatter is larger than ${String(LONGEST_BLOCK / 1024)} KiB.`, line);
    }
    let read: ParsedFrontmatter = { values: {}, entries: [] };
    // gray-matter passes the block after the newline of the opening line; without it these are the exact bytes, so offsets match
    // the file.
    const parse = (yaml: string) => {
      read = readBlock(yaml.slice(1), start, line, this.#numbers);
      return read.values;
    };
    const { data } = yamlLibraries().matter(`---\n${block}\n---\n`, {
      // The closing delimiter includes its newline, because a line that only begins with `---` is YAML.
      delimiters: ['---', '---\n'],
      engines: { ...REFUSING_ENGINES, yaml: { parse, stringify: refuse } },
      // Without this, gray-matter reads a field `excerpt_separator` of the document as an option.
      excerpt: () => '',
    });
    return { ...read, values: data };
  }

  format(value: JsonValue): string {
    return writeValue(value);
  }
}

function refuse(): never {
  throw new Error('Only YAML frontmatter is read.');
}

const REFUSING_ENGINES = Object.fromEntries(
  ['js', 'javascript', 'coffee', 'coffeescript', 'cson', 'json', 'toml'].map((name) => [
    name,
    { parse: refuse, stringify: refuse },
  ]),
);
