import type { ParsedFrontmatter } from '../../../domain/document/frontmatterEntry.js';
import type { JsonValue } from '../../../domain/value/json.js';
import type { FrontmatterParser } from '../../../ports/frontmatterParser.js';
import { brokenBlock, type NumberReading, readBlock } from './readBlock.js';
import { writeValue } from './writeValue.js';
import { yamlLibraries } from './yamlLibraries.js';

const LONGEST_BLOCK = 64 * 1024;

/**
 * YAML 1.2 (core schema: a date stays the text it is) through the `yaml` package. gray-matter takes the block apart, with
 * ours as its only engine: its own ones run code, and every one of them is replaced by a refusal (docs/adr/0007).
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
    let result: ParsedFrontmatter = { values: {}, entries: [] };
    // gray-matter trims what it hands over; ours are the exact bytes, so that places in the file are right.
    const parse = () => {
      result = readBlock(block, start, line, this.#numbers);
      return {};
    };
    yamlLibraries().matter(`---\n${block}\n---\n`, {
      language: 'yaml',
      engines: { ...REFUSING_ENGINES, yaml: { parse, stringify: refuse } },
    });
    return result;
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
