import { conflictLine } from '../../../domain/document/conflictMarks.js';
import type { DocumentProblem } from '../../../domain/document/documentProblem.js';
import { plainFrontmatter } from '../../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import { splitDocument } from '../../../domain/document/frontmatter/splitDocument.js';
import type { SpecDocument } from '../../../domain/document/specDocument.js';
import type { FrontmatterParser } from '../../../ports/specStore.js';

/**
 * Parses a document. Problems are returned, never thrown. Frontmatter with only simple `key: value` lines is parsed without the
 * YAML library.
 */
export function parseSpecDocument(text: string, parser: FrontmatterParser): SpecDocument {
  const parts = splitDocument(text);
  if (parts.kind === 'bare') {
    const { bodyStart, problem: reason } = parts;
    // Search for conflict marks only before the text if there is no frontmatter, because conflict marks in the text may be an
    // example in code. Search everywhere if the frontmatter has no end, because conflict marks may have split it.
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
    : { code: 'MERGE_CONFLICT', message: 'The document has conflict marks of a merge.', line };
}
