import { conflictLine } from '../../domain/document/conflictMarks.js';
import { splitDocument } from '../../domain/document/splitDocument.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { FrontmatterParser } from '../../ports/frontmatterParser.js';

/** Takes a document apart; what is wrong with it is told, never thrown. */
export function parseSpecDocument(text: string, parser: FrontmatterParser): SpecDocument {
  const parts = splitDocument(text);
  const conflict = conflictLine(text, parts.kind === 'bare' ? text.length : parts.bodyStart);
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

function conflictProblem(line: number) {
  return { code: 'MERGE_CONFLICT', message: 'A merge left conflict marks.', line } as const;
}
