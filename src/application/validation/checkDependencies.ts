import { findCycles } from '../../domain/graph/findCycles.js';
import { distinctNames } from '../../domain/naming/unambiguousSpecNames.js';
import { lastNameIn } from '../../domain/naming/projectPath.js';
import { referenceIndex } from '../../domain/naming/referenceIndex.js';
import { projectReference } from '../../domain/trace/projectsOfCommits.js';
import type { Advice } from '../../domain/errors/advice.js';
import type { Finding } from '../../domain/findings/finding.js';
import { endedAs } from '../../domain/spec/archiveOutcome.js';
import type { SpecView } from '../../domain/spec/specView.js';

/**
 * Finds references to missing specs, and cycles of dependencies.
 * @param fileOf returns the path of a spec's document.
 * @param elsewhere folder names of specs that are not in the working tree.
 * @param isLogged true for the name of a spec that the log knows, although it has no folder.
 */
export function checkDependencies(
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
        ...missingWords(spec.ref, field, ref, isLogged(ref)),
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
          : { useCase: 'updateSpec', request: { spec: part, unset: ['part_of'] }, to: 'take a part out' },
      ],
    };
  });
  const ended = specs
    .filter(({ archived, status }) => !archived && status !== 'complete')
    .flatMap((spec) => spec.dependsOn.map((name) => ({ spec, name, other: find(name) })))
    .flatMap(({ spec, name, other }): readonly Finding[] => {
      const end = other && endedAs(other);
      if (end === undefined) return [];
      const next = other?.supersededBy === undefined ? '' : ` by ${other.supersededBy}`;
      return [
        {
          severity: 'warning',
          code: 'DEPENDENCY_ENDED',
          file: fileOf(spec),
          message: `depends_on names ${name}, which was not completed and is ${end === 'archived' ? end : `archived as ${end}`}${next}; the dependency is never met.`,
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

/** A spec that the log has, or that is in another project, may come back, so the advice is not to remove the reference. */
function missingWords(
  spec: string,
  field: ReferringField,
  ref: string,
  isLogged: boolean,
): Pick<Finding, 'message' | 'fix' | 'advice'> {
  const message = `${field} names ${ref}, but there is no such spec`;
  const project = projectReference(ref)?.project;
  if (project !== undefined)
    return {
      message: `${message}, or the project ${project} cannot be read.`,
      fix: `look for problems of the project ${project}, and for the number that the spec has there now; then change the reference`,
    };
  if (isLogged)
    return {
      message: `${message} any more: the log has it, without its folder.`,
      fix: 'Bring the folder back from git or undo its deletion, or name the spec that took its place.',
    };
  return { message: `${message}.`, advice: [removal(spec, field, ref)] };
}

function removal(spec: string, field: ReferringField, ref: string): Advice {
  if (field === 'superseded_by')
    return {
      useCase: 'archiveSpecs',
      request: { specs: [spec], outcome: 'superseded' },
      needs: ['by', 'reason'],
      to: 'name the spec that replaces this spec',
    };
  const request = {
    part_of: { unset: [field] },
    related: { removeRelated: [ref] },
    depends_on: { removeDependencies: [ref] },
  };
  return { useCase: 'updateSpec', request: { spec, ...request[field] }, to: 'remove the reference' };
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
