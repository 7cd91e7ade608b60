// What the converters beside it share: nothing that a tool wrote is dropped without a word.
import { readFileSync } from 'node:fs';

/** @param file a path, or 0 for standard input. */
export function textOf(file = 0) {
  return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
}

/** Ends the program where it is no JSON, by the name of the place. */
export function parsed(text, place) {
  try {
    return JSON.parse(text);
  } catch (error) {
    console.error(`${place} is no JSON: ${error.message.replace(/\s+/g, ' ')}`);
    process.exit(1);
  }
}

export function sections(named) {
  return named
    .filter(([, text]) => text?.trim())
    .map(([heading, text]) => `## ${heading}\n\n${text.trim()}\n`)
    .join('\n');
}

/** A list item with texts that belong to it; so far indented, a heading in them ends no section. */
export function item(first, texts) {
  const below = texts.filter((text) => text?.trim()).map((text) => `\n\n${text.trim()}`);
  return first.replace(/\s+/g, ' ') + below.join('').replace(/\n(?=[^\n])/g, '\n    ');
}

/** Members that a converter knows no place for: short ones become fields, texts are kept as sections, of others is told. */
export function others(object, known) {
  const left = Object.entries(object).filter(
    ([name, value]) => !known.includes(name) && value !== null && value !== '' && !isEmpty(value),
  );
  const isShort = (value) =>
    typeof value !== 'object' && !/[\n\r]/.test(value) && String(value).length <= 200;
  const isLong = (value) => typeof value === 'string' && !isShort(value);
  return {
    fields: Object.fromEntries(left.filter(([, value]) => isShort(value))),
    sections: left.filter(([, value]) => isLong(value)),
    lost: left
      .filter(([, value]) => typeof value === 'object')
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
  };
}

function isEmpty(value) {
  return typeof value === 'object' && Object.keys(value).length === 0;
}
