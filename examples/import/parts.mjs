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

/** A text that begins with a heading of its own gets no other one. */
export function sections(named) {
  return named
    .filter(([, text]) => text?.trim())
    .map(([heading, text]) =>
      /^\s*#{1,6}\s/.test(text) ? belowTitle(text) : `## ${heading}\n\n${text.trim()}`,
    )
    .map((text) => `${text}\n`)
    .join('\n');
}

/** The headings of a text one level lower, if one of them would be the title of the whole document. */
function belowTitle(text) {
  const lines = text.trim().split('\n');
  let fence = false;
  const isTitle = lines.map((line) => {
    if (/^\s*(```|~~~)/.test(line)) fence = !fence;
    return !fence && /^#{1,5}\s/.test(line);
  });
  if (!lines.some((line, at) => isTitle[at] && /^#\s/.test(line))) return text.trim();
  return lines.map((line, at) => (isTitle[at] ? `#${line}` : line)).join('\n');
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
