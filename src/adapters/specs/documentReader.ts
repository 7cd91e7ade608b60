import { splitDocument } from '../../domain/document/splitDocument.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { FrontmatterParser } from '../../ports/frontmatterParser.js';

/** Takes a document apart; what is wrong with it is told, never thrown. */
export function parseSpecDocument(text: string, parser: FrontmatterParser): SpecDocument {
  const conflict = conflictLine(text);
  const parts = splitDocument(text);
  if (parts.kind === 'bare') {
    const bodyLine = 1;
    const problem = conflict === undefined ? parts.problem : conflictProblem(conflict);
    return { text, frontmatter: {}, entries: [], bodyStart: parts.bodyStart, bodyLine, problem };
  }
  const { values, entries, problem } = parser.parse(text, parts.blockStart, parts.blockEnd, 2);
  const wrong = conflict === undefined ? problem : conflictProblem(conflict);
  return {
    text,
    frontmatter: values,
    entries,
    bodyStart: parts.bodyStart,
    bodyLine: parts.bodyLine,
    ...(wrong !== undefined && { problem: wrong }),
  };
}

/** Line of the first conflict that git left: all three marks, in order, at the beginning of lines. */
function conflictLine(text: string): number | undefined {
  const match = /^<{7} [^\n]*\n(?:[^\n]*\n)*?={7}\r?\n(?:[^\n]*\n)*?>{7}(?: |\r?$)/m.exec(
    text.includes('<<<<<<< ') ? text : '',
  );
  return match === null ? undefined : text.slice(0, match.index).split('\n').length;
}

function conflictProblem(line: number) {
  return { code: 'MERGE_CONFLICT', message: 'A merge left conflict marks.', line } as const;
}
