import type { SpecDocument } from '../../../domain/document/specDocument.js';
import {
  addFrontmatter,
  editFrontmatter,
  type FrontmatterChanges,
} from '../../../domain/document/frontmatter/editFrontmatter.js';
import { splitDocument } from '../../../domain/document/frontmatter/splitDocument.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { frontmatterDiff } from '../../../domain/fields/frontmatterDiff.js';
import type { FrontmatterParser } from '../../../ports/specStore.js';
import { parseSpecDocument } from './parseSpecDocument.js';

/**
 * Changes keys of the frontmatter and leaves every other byte unchanged; adds frontmatter to a document that has none. The result
 * is parsed again, and the edit is refused if it changed anything but the requested values.
 * @throws SpectoolError `SPEC_BROKEN`
 */
export function editDocument(
  document: SpecDocument,
  changes: FrontmatterChanges,
  parser: FrontmatterParser,
): SpecDocument {
  const { problem } = document;
  if (problem !== undefined && problem.code !== 'FRONTMATTER_MISSING') {
    throw refused(problem.message, problem.line);
  }
  const parts = splitDocument(document.text);
  const format = (value: Parameters<FrontmatterParser['format']>[0]) => parser.format(value);
  const text =
    parts.kind === 'bare'
      ? addFrontmatter(document, changes, format)
      : editFrontmatter(document, parser.places(document.text), parts.blockEnd, changes, format);
  const edited = parseSpecDocument(text, parser);
  verify(document, edited, changes);
  return edited;
}

/**
 * Throws if an edit changed anything but the requested values, because YAML can be written in ways that the edit does not handle.
 */
function verify(before: SpecDocument, after: SpecDocument, changes: FrontmatterChanges): void {
  if (after.problem !== undefined) {
    const { message, line } = after.problem;
    throw refused(`This change would make the frontmatter unreadable: ${message}`, line, PLAINLY);
  }
  if (before.text.slice(before.bodyStart) !== after.text.slice(after.bodyStart)) throw notSafely(undefined);
  const wanted = { ...before.frontmatter, ...Object.fromEntries(changes) };
  const [key] = frontmatterDiff(wanted, after.frontmatter).keys();
  if (key !== undefined) throw notSafely(before.entries.find((entry) => entry.key === key)?.line);
}

const PLAINLY =
  'Write the frontmatter as plain `key: value` lines, one field per line, then run the command again.';

function notSafely(line: number | undefined): SpectoolError {
  return refused(
    'This change cannot be made without changing other parts of the frontmatter.',
    line,
    PLAINLY,
  );
}

function refused(
  message: string,
  line: number | undefined,
  hint = 'Correct the file by hand, then run the command again.',
): SpectoolError {
  const place = line === undefined ? '' : ` (line ${String(line)})`;
  return new SpectoolError('SPEC_BROKEN', `${message.replace(/\.$/, '')}${place}.`, {
    hint,
    ...(line !== undefined && { details: { line } }),
  });
}
