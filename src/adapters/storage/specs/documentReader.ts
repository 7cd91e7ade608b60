import { conflictLine } from '../../../domain/document/conflictMarks.js';
import type { DocumentProblem } from '../../../domain/document/documentProblem.js';
import { plainFrontmatter } from '../../../domain/document/frontmatter/plainFrontmatter.js';
import { splitDocument } from '../../../domain/document/frontmatter/splitDocument.js';
import type { SpecDocument } from '../../../domain/document/specDocument.js';
import type { FrontmatterParser } from '../../../ports/specStore.js';

/** Takes a document apart; what is wrong with it is told, never thrown. Plain frontmatter needs no YAML parser. */
export function parseSpecDocument(text: string, parser: FrontmatterParser): SpecDocument {
  const parts = splitDocument(text);
  if (parts.kind === 'bare') {
    const { bodyStart, problem: reason } = parts;
    // Without a block all is body, where marks in code are an example; a block that never ends may be cut by one.
    const conflict = conflictLine(text, reason.code === 'FRONTMATTER_MISSING' ? bodyStart : text.length);
    return {
      text,
      frontmatter: {},
      entries: [],
      bodyStart,
      bodyLine: 1,
      problem: conflicted(conflict) ?? reason,
    };
  }
  const { blockStart, blockEnd, bodyStart, bodyLine } = parts;
  const { values, entries, problem } =
    plainFrontmatter(text, blockStart, blockEnd, 2) ?? parser.parse(text, blockStart, blockEnd, 2);
  const wrong = conflicted(conflictLine(text, bodyStart)) ?? problem;
  return {
    text,
    frontmatter: values,
    entries,
    bodyStart,
    bodyLine,
    ...(wrong !== undefined && { problem: wrong }),
  };
}

function conflicted(line: number | undefined): DocumentProblem | undefined {
  return line === undefined
    ? undefined
    : { code: 'MERGE_CONFLICT', message: 'A merge left conflict marks.', line };
}
