import type { DocumentProblem } from '../../domain/document/documentProblem.js';
import { type ErrorInfo, SpectoolError } from '../../domain/errors/spectoolError.js';
import type { Warning } from '../warning.js';

const MOST_NAMES = 5;
export const NOT_OFFERED = 'Nobody knows whether it can be started.';

/**
 * Of specs that cannot be read, among those that a command looks at.
 * @param names what each is called.
 * @param consequence a sentence.
 */
export function brokenSpecs(names: readonly string[], consequence: string): readonly Warning[] {
  if (names.length === 0) return [];
  const specs = names.length === 1 ? 'A spec' : `${String(names.length)} specs`;
  const named = names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ', …' : '');
  return [
    {
      code: 'SPECS_BROKEN',
      message: `${specs} cannot be read: ${named}. ${consequence}`,
      advice: [{ useCase: 'validateProject', to: 'see what is wrong' }],
    },
  ];
}

/** The refusal to write a document whose frontmatter cannot be trusted. */
export function brokenSpec(path: string, problem: DocumentProblem): SpectoolError {
  const where = problem.line === undefined ? path : `${path}:${String(problem.line)}`;
  return new SpectoolError('SPEC_BROKEN', `${where}: ${problem.message}`, {
    ...nextStep(problem.code),
    details: { path, code: problem.code, ...(problem.line !== undefined && { line: problem.line }) },
  });
}

function nextStep(code: DocumentProblem['code']): ErrorInfo {
  if (code === 'MERGE_CONFLICT')
    return {
      hint: 'Edit what is still marked by hand, then `git add` the file.',
      advice: [{ useCase: 'resolveConflicts', to: 'resolve the rest' }],
    };
  if (code === 'KEY_REPEATED')
    return { advice: [{ useCase: 'resolveConflicts', to: 'keep what the log tells' }] };
  if (code === 'FRONTMATTER_MISSING')
    return {
      hint: 'Begin the file with the lines `---`, `status: planned`, `created: YYYY-MM-DD`, `---`.',
      advice: [{ useCase: 'createSpec', needs: ['name', 'body'], to: 'create a spec from its text instead' }],
    };
  return {
    hint: 'Correct the file by hand, then try again.',
    advice: [{ useCase: 'validateProject', to: 'check it' }],
  };
}
