import type {
  FrontmatterEntry,
  ParsedFrontmatter,
} from '../../../domain/document/frontmatter/frontmatterEntry.js';
import { splitDocument } from '../../../domain/document/frontmatter/splitDocument.js';
import type { JsonValue } from '../../../domain/value/jsonValue.js';
import type { FrontmatterParser } from '../../../ports/specStore.js';
import { brokenBlock, type NumberReading, readBlock } from './parseYamlBlock.js';
import { writeValue } from './writeYamlValue.js';
import { yamlLibraries } from './yamlLibraries.js';

const LONGEST_BLOCK = 64 * 1024;

/**
 * Parses frontmatter as YAML 1.2 (core schema, in which a date is a string) with the `yaml` package. gray-matter splits the
 * document. Its own parsers for other languages are replaced by functions that throw, because some of them run code (see
 * docs/adr/0007).
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
    // gray-matter passes the block with the newline of the line before it. Remove that newline, so that offsets match the file.
    const parse = (yaml: string) => {
      read = readBlock(yaml.slice(1), start, line, this.#numbers);
      return read.values;
    };
    const { data } = yamlLibraries().matter(`---\n${block}\n---\n`, {
      // The closing delimiter includes a newline, because a line that only begins with `---` belongs to the YAML.
      delimiters: ['---', '---\n'],
      engines: { ...REFUSING_ENGINES, yaml: { parse, stringify: refuse } },
      // Without this option, gray-matter would read a field `excerpt_separator` of the document as its own setting.
      excerpt: () => '',
    });
    return { ...read, values: data };
  }

  places(document: string): readonly FrontmatterEntry[] {
    const parts = splitDocument(document);
    if (parts.kind === 'bare') return [];
    const { blockStart, blockEnd } = parts;
    return readBlock(document.slice(blockStart, blockEnd), blockStart, 2, this.#numbers).entries;
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
