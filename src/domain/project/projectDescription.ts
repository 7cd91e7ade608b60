import { splitDocument } from '../document/frontmatter/parseSimpleFrontmatter.js';
import { BOUNDS } from '../value/bounds.js';
import { headingsOf } from '../document/sections/headings.js';
import { linesOutsideCodeBlocks } from '../document/sections/codeBlocks.js';

export interface ProjectDescription {
  readonly name: string;
  /** One or two sentences about the project, on one line. */
  readonly description?: string;
}

const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;

const LONGEST_DESCRIPTION = 400;

/** The greatest number of characters of a paragraph that are read, because matching links takes quadratic time. */
const MOST_READ = 20_000;

/**
 * Returns the name and description of a project: from its package.json, or else from the heading and first paragraph of its
 * README, or else from its folder's name.
 * @param given the name given by the user, which is preferred to all others.
 */
export function describeProject(
  root: string,
  manifest: string | undefined,
  readme: string | undefined,
  given?: string,
): ProjectDescription {
  const declared = manifest === undefined ? {} : manifestFacts(manifest);
  const text = readme === undefined ? '' : readme.slice(splitDocument(readme).bodyStart);
  const name = oneLine(given, BOUNDS.line) ?? declared.name ?? readmeHeading(text) ?? folderName(root);
  const description = declared.description ?? firstParagraph(text);
  return { name, ...(description !== undefined && { description }) };
}

function manifestFacts(text: string): Partial<ProjectDescription> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  const { name, description } = value as Readonly<Record<string, unknown>>;
  const [named, described] = [oneLine(name, BOUNDS.name), oneLine(description, LONGEST_DESCRIPTION)];
  return {
    ...(named !== undefined && { name: named }),
    ...(described !== undefined && { description: described }),
  };
}

function readmeHeading(text: string): string | undefined {
  const first = headingsOf(text).find(({ level }) => level === 1);
  return oneLine(first === undefined ? '' : words(first.heading).replace(/[*`]/g, ''), BOUNDS.name);
}

/** Matches a line that does not begin a paragraph but a list, a quote, a table, markup, a thematic break or code. */
const NO_PARAGRAPH = /^ {0,3}(?:[-*+>|=]|\d+[.)])(?:\s|$)|^ {0,3}[|<>=]|^ {0,3}[-*_]{3,}\s*$|^(?: {4}|\t)/;

/** Returns the first paragraph that is not a heading, a line of badges, a list, a table, markup or code. */
function firstParagraph(text: string): string | undefined {
  const blocks: { readonly lines: string[]; last: number }[] = [];
  for (const { text: line, line: number } of linesOutsideCodeBlocks(text)) {
    const open = blocks.at(-1);
    if (line.trim() === '' || HEADING.test(line)) blocks.push({ lines: [], last: number });
    else if (open?.last === number - 1) {
      open.lines.push(line);
      open.last = number;
    } else blocks.push({ lines: [line], last: number });
  }
  for (const { lines } of blocks) {
    const isTitle = /^ {0,3}(?:=+|-+)\s*$/.test(lines.at(-1) ?? '');
    if (isTitle || NO_PARAGRAPH.test(lines[0] ?? '')) continue;
    const paragraph = oneLine(words(lines.join(' ')), LONGEST_DESCRIPTION);
    if (paragraph !== undefined) return paragraph;
  }
  return undefined;
}

/** Returns a Markdown text without images, badges and HTML tags, and with only the text of links. */
function words(markdown: string): string {
  return markdown
    .slice(0, MOST_READ)
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, '')
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<\/?[A-Za-z][^<>]*>/g, '');
}

function folderName(root: string): string {
  return (
    oneLine(
      root.split(/[/\\]/).findLast((part) => part !== ''),
      BOUNDS.name,
    ) ?? 'project'
  );
}

/** Returns a text on one line without invisible characters, except those that join letters or emoji. */
function oneLine(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .slice(0, longest * 20)
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  if (text.length <= longest) return text === '' ? undefined : text;
  return `${text.slice(0, longest).replace(/\s+\S*$/, '')}…`;
}
