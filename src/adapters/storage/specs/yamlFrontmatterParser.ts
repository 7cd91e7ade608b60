import type { ParsedFrontmatter } from '../../../domain/document/frontmatter/frontmatterEntry.js';
import type { JsonValue } from '../../../domain/value/json.js';
import type { FrontmatterParser } from '../../../ports/specStore.js';
import { brokenBlock, type NumberReading, readBlock } from './readBlock.js';
import { writeValue } from './writeValue.js';
import { yamlLibraries } from './yamlLibraries.js';

const LONGEST_BLOCK = 64 * 1024;

/**
 * YAML 1.2 (core schema: a date stays the text it is) through the `yaml` package. gray-matter takes the block apart, with
 * ours as its only engine, and its data are the values: its own engines run code, and each is replaced by a refusal (docs/adr/0007).
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
    // Handed over with the end of the opening line before it, else the exact bytes: places in the file are right.
    const parse = (yaml: string) => {
      read = readBlock(yaml.slice(1), start, line, this.#numbers);
      return read.values;
    };
    const { data } = yamlLibraries().matter(`---\n${block}\n---\n`, {
      // The whole line: what only begins with it is YAML.
      delimiters: ['---', '---\n'],
      engines: { ...REFUSING_ENGINES, yaml: { parse, stringify: refuse } },
      // Else it takes a field of the document for an order of how to look for one.
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
