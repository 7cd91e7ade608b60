import type { Warning } from '../useCase.js';
import { firstOf } from '../../domain/value/collections.js';
import type { DocumentProblem } from '../../domain/document/specDocument.js';
import { SpectoolError, type ErrorInfo } from '../../domain/errors/spectoolError.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import type { StructureConfig } from '../../domain/project/configuration.js';
import { duplicateNumbers } from '../../domain/naming/specNumbers.js';
import { BOUNDS } from '../../domain/value/bounds.js';
import { reservedId, RESERVED_ID_HINT } from './specLogs.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';

export const NOT_OFFERED = 'Specs that cannot be read are not offered for work.';

/**
 * Warns that some of the specs that a command needs are unreadable.
 * @param names names of the unreadable specs.
 * @param consequence sentence that says what the command could not do.
 */
export function brokenSpecs(names: readonly string[], consequence: string): readonly Warning[] {
  if (names.length === 0) return [];
  const specs = names.length === 1 ? 'A spec' : `${String(names.length)} specs`;
  return [
    {
      code: 'SPECS_BROKEN',
      message: `${specs} cannot be read: ${firstOf(names)}. ${consequence}`,
      advice: [{ useCase: 'validateProject', to: 'see what is wrong' }],
    },
  ];
}

/** The error for a document whose frontmatter cannot be read reliably. */
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
      hint: 'Edit the marked lines by hand, then `git add` the file.',
      advice: [{ useCase: 'resolveConflicts', to: 'resolve the conflicts that need no decision' }],
    };
  const repair = frontmatterRepair(code);
  if (repair !== undefined) return repair;
  return {
    hint: 'Correct the file by hand, then try again.',
    advice: [{ useCase: 'validateProject', to: 'check the file' }],
  };
}

/** Returns the repair of a repeated key or of missing frontmatter. @param name the name for a new spec, if it is known. */
export function frontmatterRepair(
  code: DocumentProblem['code'],
  name?: string,
): Pick<ErrorInfo, 'hint' | 'advice'> | undefined {
  if (code === 'KEY_REPEATED')
    return {
      advice: [
        { useCase: 'resolveConflicts', to: 'remove the repeated key and keep the value from the log' },
      ],
    };
  if (code !== 'FRONTMATTER_MISSING') return undefined;
  const to = 'create a new spec from the text of the file instead';
  return {
    hint: 'Begin the file with the lines `---`, `status: planned`, `created: YYYY-MM-DD`, `---`.',
    advice: [
      name === undefined
        ? { useCase: 'createSpec', needs: ['name', 'body'], to }
        : { useCase: 'createSpec', request: { name }, needs: ['body'], to },
    ],
  };
}

/** Warns of each number that several specs have; if many numbers are affected, a single warning covers all of them. */
export function duplicateWarnings(
  folders: readonly Omit<SpecFolder, 'archived'>[],
  structure: StructureConfig,
): readonly Warning[] {
  const duplicates = duplicateNumbers(folders, structure);
  const messages = duplicates.map(
    ([sequence, holders]) =>
      `The number ${String(sequence)} is used more than once: ${holders.map(({ path }) => path).join(', ')}.`,
  );
  const told =
    duplicates.length <= BOUNDS.named
      ? messages
      : [
          `${String(duplicates.length)} numbers are used more than once: ${firstOf(duplicates.map(([sequence]) => String(sequence)))}.`,
        ];
  return told.map((message) => ({
    code: 'NUMBER_DUPLICATE',
    message,
    advice: [
      {
        useCase: 'validateProject',
        request: { fix: true },
        to: 'give all of these specs but the earliest a new number',
      },
    ],
  }));
}

/** Refuses a document with a reserved `id`. @param path path of the document. @throws SpectoolError `LOG_UNREADABLE`. */
export function refuseReservedId(path: string, frontmatter: JsonObject): void {
  const problem = reservedId(frontmatter);
  if (problem === undefined) return;
  throw new SpectoolError('LOG_UNREADABLE', `${path}: ${problem}.`, {
    hint: RESERVED_ID_HINT,
    details: { path },
  });
}
