import { placedHeadings } from '../document/headings.js';
import { splitDocument } from '../document/splitDocument.js';
import type { FieldTexts } from './searchFields.js';

/** Larger files are searched by their beginning. */
const LONGEST_TEXT = 1_000_000;
/** Pictures and other files in the text, whole or as lines of letters that say nothing. */
const DATA =
  /data:[^\s;,]{0,100}(?:;[^\s;,]{0,100})?;base64,[A-Za-z0-9+/=]*|(?<![A-Za-z0-9+/=])[A-Za-z0-9+/=]{200,}/g;
/** Lines a long text in base64 is broken into. */
const DATA_LINES = /^[ \t]*(?=[^\d\n]{0,80}\d)(?=[^A-Z\n]{0,80}[A-Z])[A-Za-z0-9+/=]{60,}[ \t]*$/gm;

export interface SpecTexts {
  readonly title: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** The default file without its frontmatter. */
  readonly body: string;
  /** Further Markdown files, whole. */
  readonly files: readonly string[];
}

/** The text of a spec, field by field; a heading counts as heading only. */
export function fieldTextsOf({ title, name, tags, body, files }: SpecTexts): FieldTexts {
  const text = body.slice(0, LONGEST_TEXT);
  const headings: string[] = [];
  const rest: string[] = [];
  let end = 0;
  for (const { heading, level, textStart, textEnd } of placedHeadings(text)) {
    if (level > 1 || headings.length > 0 || end > 0) headings.push(heading);
    rest.push(text.slice(end, textStart));
    end = textEnd;
  }
  rest.push(text.slice(end));
  return {
    title: `${title}\n\n${name}`,
    tags: tags.join(' ; '),
    headings: headings.join('\n\n'),
    body: rest.join('\n'),
    files: files.map((file) => withoutFrontmatter(file.slice(0, LONGEST_TEXT))).join('\n\n'),
  };
}

function withoutFrontmatter(text: string): string {
  return text.slice(splitDocument(text).bodyStart);
}

/** A text without data in base64: nobody searches for it, and to take it apart takes long. */
export function withoutData(text: string): string {
  return text.replace(DATA, '').replace(DATA_LINES, '');
}
