import type { DocumentProblem } from '../../domain/document/documentProblem.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';

/** The refusal to write a document whose frontmatter cannot be trusted. */
export function brokenSpec(path: string, problem: DocumentProblem): SpectoolError {
  const where = problem.line === undefined ? path : `${path}:${String(problem.line)}`;
  return new SpectoolError('SPEC_BROKEN', `${where}: ${problem.message}`, {
    hint:
      problem.code === 'MERGE_CONFLICT'
        ? 'Run `spectool resolve`; what stays marked then, edit by hand, and `git add` the file.'
        : problem.code === 'FRONTMATTER_MISSING'
          ? 'Begin it with `---`, `status: planned`, `created: YYYY-MM-DD`, `---`; or let `spectool create NAME --body FILE` make the spec.'
          : 'Mend the file by hand, then run the command again; `spectool validate` tells when it is right.',
    details: { path, code: problem.code, ...(problem.line !== undefined && { line: problem.line }) },
  });
}
