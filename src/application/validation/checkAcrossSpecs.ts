import type { Finding } from '../../domain/findings/finding.js';
import { findCycles } from '../../domain/graph/dependencies.js';
import { formatFolderName, parseFolderName } from '../../domain/naming/folderName.js';
import { lastNameIn, type SpecFolder } from '../../domain/naming/projectPath.js';
import { distinctNames, referenceIndex, projectReference } from '../../domain/naming/references.js';
import { duplicateNumbers } from '../../domain/naming/specNumbers.js';
import type { Configuration } from '../../domain/project/configuration.js';
import { endedAs } from '../../domain/spec/archiveOutcome.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { firstOf } from '../../domain/value/collections.js';
import { elapsedDays } from '../../domain/value/dates.js';
import { isStale } from '../projections/boardColumns.js';
import type { Advice } from '../../domain/errors/spectoolError.js';
import type { NameNow } from '../specCatalog.js';

/**
 * Finds references to missing specs, cycles of dependencies, and dependencies on specs that ended without completion.
 * @param fileOf returns the path of a spec's document.
 * @param elsewhere folder names of specs that are not in the working tree.
 * @param isLogged true for the name of a spec that the log knows, although it has no folder.
 */
function checkDependencies(
  specs: readonly SpecView[],
  fileOf: (spec: Pick<SpecView, 'path'>) => string,
  elsewhere: ReadonlySet<string> = new Set(),
  isLogged: (name: string) => boolean = () => false,
): readonly Finding[] {
  const find = referenceIndex(specs);
  const isMissing = ({ inOtherProjects }: SpecView, name: string) =>
    find(name) === undefined && !elsewhere.has(lastNameIn(name)) && inOtherProjects?.[name] === undefined;
  const missing = specs.flatMap((spec) =>
    referencesOf(spec)
      .filter(([, ref]) => isMissing(spec, ref))
      .map(([field, ref]): Finding => ({
        severity: 'error',
        code: 'DEPENDENCY_MISSING',
        file: fileOf(spec),
        ...missingWords(spec, field, ref, isLogged(ref)),
      })),
  );
  const nameOf = distinctNames(specs);
  const known = new Map(specs.map((spec) => [nameOf(spec), spec]));
  const nodeOf = (name: string) => {
    const found = find(name);
    return found === undefined ? name : nameOf(found);
  };
  const edges = specs.flatMap((spec) =>
    spec.dependsOn.map((name) => ({ from: nameOf(spec), to: nodeOf(name) })),
  );
  const parts = specs.flatMap((spec) =>
    spec.partOf === undefined ? [] : [{ from: nodeOf(spec.partOf), to: nameOf(spec) }],
  );
  const wholeOf = new Map(parts.map(({ from, to }) => [to, from]));
  const cycles = findCycles([...edges, ...parts]).map((cycle): Finding => {
    const first = known.get(cycle[0] ?? '');
    const part = cycle.find((ref, i) => wholeOf.get(ref) === cycle.at(i - 1));
    return {
      severity: 'error',
      code: 'DEPENDENCY_CYCLE',
      file: first === undefined ? '' : fileOf(first),
      message: `These specs ${part === undefined ? 'depend on each other in a cycle' : 'wait for each other in a cycle, because a whole waits for its parts'}: ${cycle.join(' → ')}.`,
      advice: [
        part === undefined
          ? {
              useCase: 'updateSpec',
              needs: ['spec', 'removeDependencies'],
              to: 'remove one of the dependencies',
            }
          : { useCase: 'updateSpec', request: { spec: part, unset: ['part_of'] }, to: 'remove a part' },
      ],
    };
  });
  const ended = specs
    .filter(({ archived, status }) => !archived && status !== 'complete')
    .flatMap((spec) => spec.dependsOn.map((name) => ({ spec, name, other: find(name) })))
    .flatMap(({ spec, name, other }): readonly Finding[] => {
      const end = other && endedAs(other);
      if (end === undefined) return [];
      return [
        {
          severity: 'warning',
          code: 'DEPENDENCY_ENDED',
          file: fileOf(spec),
          message: `depends_on names ${name}, which was not completed and is ${end === 'archived' ? end : `archived as ${end}`}; the dependency can never be met.`,
          advice: [
            {
              useCase: 'updateSpec',
              request: { spec: spec.ref, removeDependencies: [name] },
              to: 'remove the dependency',
            },
            {
              useCase: 'unarchiveSpecs',
              request: { specs: [name] },
              to: 'take the archived spec out of the archive',
            },
          ],
        },
      ];
    });
  return [...missing, ...cycles, ...ended];
}

/** Returns the message and the repair. Does not advise to remove a reference to a spec that is in the log or another project. */
function missingWords(
  spec: SpecView,
  field: ReferringField,
  ref: string,
  isLogged: boolean,
): Pick<Finding, 'message' | 'fix' | 'advice'> {
  const message = `${field} names ${ref}, but there is no such spec`;
  const project = projectReference(ref)?.project;
  if (project !== undefined)
    return {
      message: `${message}, or the project ${project} cannot be read.`,
      fix: `check the project ${project} and the spec's current number there, then correct the reference`,
    };
  if (isLogged)
    return {
      message: `${message} any more: it is in the log, but its folder is missing.`,
      fix: 'Restore the folder from git, undo its deletion, or refer to its replacement.',
    };
  return { message: `${message}.`, advice: [removal(spec, field, ref)] };
}

function removal(spec: SpecView, field: ReferringField, ref: string): Advice {
  if (field === 'superseded_by')
    return {
      useCase: 'archiveSpecs',
      request: { specs: [spec.ref], outcome: 'superseded' },
      needs: ['by', 'reason'],
      to: 'name the spec that replaces this spec',
    };
  const related = spec.related.filter((one) => one !== ref);
  const request = {
    part_of: { unset: [field] },
    related: related.length === 0 ? { unset: [field] } : { related },
    depends_on: { removeDependencies: [ref] },
  };
  return {
    useCase: 'updateSpec',
    request: { spec: spec.ref, ...request[field] },
    to: 'remove the reference',
  };
}

type ReferringField = 'depends_on' | 'part_of' | 'related' | 'superseded_by';

/** Returns the references of a spec to other specs, each with its field. */
function referencesOf({
  dependsOn,
  partOf,
  related,
  supersededBy,
}: SpecView): readonly (readonly [ReferringField, string])[] {
  return [
    ...dependsOn.map((name) => ['depends_on', name] as const),
    ...(partOf === undefined ? [] : [['part_of', partOf] as const]),
    ...related.map((name) => ['related', name] as const),
    ...(supersededBy === undefined ? [] : [['superseded_by', supersededBy] as const]),
  ];
}

/**
 * Checks specs together: numbers, names, dependencies and stale work.
 * @param fileOf returns the path of a spec's document.
 * @param elsewhere folder names of specs that are not in the working tree.
 * @param isLogged true for the name of a spec that the log knows, although it has no folder.
 */
export function checkTree(
  specs: readonly SpecView[],
  folders: readonly SpecFolder[],
  config: Configuration,
  fileOf: (spec: Pick<SpecView, 'path'>) => string,
  now: string,
  elsewhere: ReadonlySet<string>,
  isLogged: (name: string) => boolean,
): readonly Finding[] {
  return [
    ...numbers(folders, config, fileOf),
    ...checkDependencies(specs, fileOf, elsewhere, isLogged),
    ...specs.flatMap((spec) => nameless(spec, config, fileOf(spec))),
    ...specs
      .filter((spec) => !spec.archived && isStale(spec, now))
      .map((spec) => stale(spec, now, fileOf(spec))),
  ];
}

function numbers(
  folders: readonly SpecFolder[],
  { structure }: Configuration,
  fileOf: (spec: Pick<SpecView, 'path'>) => string,
): readonly Finding[] {
  return duplicateNumbers(folders, structure).flatMap(([sequence, holders]) =>
    holders.map((holder): Finding => {
      const others = holders.flatMap(({ path }) => (path === holder.path ? [] : [path]));
      return {
        severity: 'error',
        code: 'NUMBER_DUPLICATE',
        file: fileOf(holder),
        message: `The number ${String(sequence)} is also used by ${firstOf(others)}.`,
        advice: [
          {
            useCase: 'validateProject',
            request: { fix: true },
            to: 'give all of these specs but the earliest a new number',
          },
        ],
      };
    }),
  );
}

function nameless(spec: SpecView, { structure }: Configuration, file: string): readonly Finding[] {
  // A folder with a number keeps its name, even if the configured pattern of folder names has changed.
  if (
    spec.adopted ||
    spec.sequence !== null ||
    (parseFolderName(structure, spec.ref)?.sequence ?? null) !== null
  )
    return [];
  const { name, created } = spec;
  const wanted = formatFolderName(structure, { sequence: 1, name, created: created ?? '2026-01-05' });
  return [
    {
      severity: 'warning',
      code: 'FOLDER_NAME',
      file,
      message: `The folder name has no number: the configuration asks for a name such as ${wanted}.`,
      advice: [{ useCase: 'renumberSpec', request: { spec: spec.ref }, to: 'rename the folder' }],
    },
  ];
}

function stale(spec: SpecView, now: string, file: string): Finding {
  const last = spec.updated ?? spec.created ?? '';
  const days = Math.floor(elapsedDays(last, now) ?? 0);
  return {
    severity: 'warning',
    code: 'STALE',
    file,
    message: `The spec is in progress, but has not changed for ${String(days)} days (since ${last.slice(0, 10)}).`,
    advice: [
      {
        useCase: 'updateSpec',
        request: { spec: spec.ref, status: 'complete' },
        to: 'complete the spec, if its criteria are met',
      },
      {
        useCase: 'updateSpec',
        request: { spec: spec.ref, status: 'planned' },
        needs: ['reason'],
        to: 'set the spec back to planned',
      },
    ],
  };
}

/** Returns a finding for a reference by a name that the spec no longer has. */
export function oldName(
  at: Pick<Finding, 'file' | 'line'>,
  what: string,
  former: string,
  now: NameNow,
): Finding {
  const { file, line } = at;
  return {
    severity: 'warning',
    code: 'OLD_NAME',
    file,
    ...(line !== undefined && { line }),
    message:
      `${what} refers to ${former}, which was renamed to ${now(former)?.ref ?? former}; the former name still works.`.replace(
        /^the/,
        'The',
      ),
    fix: 'The next change of the spec updates the name.',
    advice: [{ useCase: 'validateProject', request: { fix: true }, to: 'update the names' }],
  };
}
