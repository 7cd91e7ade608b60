import { headingsOf } from '../document/headings.js';
import { proseLines } from '../document/proseLines.js';
import { type Analyser, tokensOf } from './analyser.js';

export interface Passage {
  /** 1-based, in the given text: the line of the passage's first word. */
  readonly line: number;
  /** Headings above it, outermost first. */
  readonly headings: readonly string[];
  readonly snippet: string;
  /** Words of the snippet that were looked for, as written. */
  readonly terms: readonly string[];
  readonly relatedTerms: readonly string[];
  readonly score: number;
}

const LONGEST = 60;

/**
 * The paragraph of a text that says most of what was asked: distinct stems by their worth, `direct` ones counting whole,
 * `related` ones for less.
 */
export function bestPassage(
  text: string,
  direct: ReadonlySet<string>,
  related: ReadonlySet<string>,
  analyser: Analyser,
): Passage | undefined {
  let best: Passage | undefined;
  const headings = headingsOf(text);
  for (const { block, line } of paragraphs(text)) {
    const tokens = tokensOf(block, analyser);
    const hit = (stems: ReadonlySet<string>) => tokens.filter(({ stem }) => stems.has(stem));
    const [own, others] = [hit(direct), hit(related).filter(({ stem }) => !direct.has(stem))];
    const score =
      new Set(own.map(({ stem }) => stem)).size + 0.4 * new Set(others.map(({ stem }) => stem)).size;
    if (score === 0 || (best !== undefined && score <= best.score)) continue;
    const first = Math.min(...[...own, ...others].map(({ start }) => start));
    const { snippet, offset } = cut(block, first);
    const words = (found: typeof own) => [
      ...new Set(
        found
          .filter(({ start, end }) => start >= offset && end <= offset + snippet.length)
          .map(({ start, end }) => block.slice(start, end)),
      ),
    ];
    const at = line + block.slice(0, first).split('\n').length - 1;
    best = {
      line: at,
      headings: headingPath(headings, at),
      snippet: tidy(snippet),
      terms: words(own),
      relatedTerms: words(others),
      score,
    };
  }
  return best;
}

/** Paragraphs of prose; of everything when there is none but code. */
function paragraphs(text: string): readonly Block[] {
  const prose = blocks(proseLines(text));
  if (prose.length > 0) return prose;
  return blocks(text.split('\n').map((line, i) => ({ text: line, line: i + 1 })));
}

interface Block {
  readonly block: string;
  readonly line: number;
}

function blocks(lines: Iterable<{ readonly text: string; readonly line: number }>): readonly Block[] {
  const found: Block[] = [];
  let open: { lines: string[]; line: number } | undefined;
  const close = () => {
    if (open !== undefined) found.push({ block: open.lines.join('\n'), line: open.line });
    open = undefined;
  };
  for (const { text, line } of lines) {
    const follows = open !== undefined && line === open.line + open.lines.length && open.lines.length < 40;
    if (!follows) close();
    if (text.trim() === '') close();
    else if (open === undefined) open = { lines: [text], line };
    else open.lines.push(text);
  }
  close();
  return found;
}

/** At most so many words, beginning a little before the first hit. */
function cut(block: string, first: number): { readonly snippet: string; readonly offset: number } {
  const words = [...block.matchAll(/\S+/g)];
  if (words.length <= LONGEST) return { snippet: block, offset: 0 };
  const at = Math.max(0, words.findLastIndex(({ index }) => index <= first) - 12);
  const from = words[at]?.index ?? 0;
  const last = words[Math.min(words.length, at + LONGEST) - 1];
  return {
    snippet: block.slice(from, last === undefined ? undefined : last.index + last[0].length),
    offset: from,
  };
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function headingPath(
  headings: readonly { readonly heading: string; readonly level: number; readonly line: number }[],
  line: number,
): readonly string[] {
  const path: { heading: string; level: number }[] = [];
  for (const heading of headings) {
    if (heading.line > line) break;
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
    path.push(heading);
  }
  return path.map(({ heading }) => heading);
}
