import { adjacency, type Targets } from '../../domain/graph/dependencyEdge.js';
import { findCycles } from '../../domain/graph/findCycles.js';
import { reachableFrom } from '../../domain/graph/reachableFrom.js';
import { distinctNames } from '../../domain/naming/unambiguousSpecNames.js';
import { namesakeOf, referenceIndex } from '../../domain/naming/referenceIndex.js';
import { projectReference } from '../../domain/trace/projectsOfCommits.js';
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
  const isNowhere = (name: string) =>
    find(name) === undefined && !elsewhere.has(name.slice(name.lastIndexOf('/') + 1));
  const namesakesOf = activeNamesakes(specs);
  const missing = specs.flatMap((spec) =>
    [
      ...spec.dependsOn.filter(isNowhere).map((ref) => ({ ref, field: 'depends_on' as const })),
      ...[spec.partOf ?? []]
        .flat()
        .filter(isNowhere)
        .map((ref) => ({ ref, field: 'part_of' as const })),
      ...spec.related.filter(isNowhere).map((ref) => ({ ref, field: 'related' as const })),
    ]
      .filter(({ ref }) => spec.inOtherProjects?.[ref] === undefined)
      .map(({ ref, field }): Finding => {
        const project = projectReference(ref)?.project;
        if (project !== undefined) return missingElsewhere(fileOf(spec), field, ref, project);
        const other = namesakeOf(ref.slice(ref.lastIndexOf('/') + 1), find)?.ref;
        return {
          severity: 'error',
          code: 'DEPENDENCY_MISSING',
          file: fileOf(spec),
          message: `${field} names ${ref}, but there is no such spec${isLogged(ref) ? ' any more: the log has it, without its folder' : ''}${other === undefined ? '' : `; ${other} has the same name, but another number`}.`,
          ...(isLogged(ref) && {
            fix: 'Bring the folder back from git or undo its deletion, or name the spec that took its place.',
          }),
          advice: [
            ...(other === undefined || other === spec.ref
              ? []
              : [
                  {
                    useCase: 'updateSpec',
                    request: { spec: spec.ref, ...reference(field, ref, other) },
                    to: 'refer to the spec with the same name instead',
                  } as const,
                ]),
            ...(isLogged(ref)
              ? []
              : [
                  {
                    useCase: 'updateSpec',
                    request: { spec: spec.ref, ...reference(field, ref) },
                    to: 'remove the reference',
                  } as const,
                ]),
          ],
        };
      }),
  );
  const replaced = specs
    .filter(({ supersededBy }) => supersededBy !== undefined && isNowhere(supersededBy))
    .map((spec): Finding => ({
      severity: 'error',
      code: 'DEPENDENCY_MISSING',
      file: fileOf(spec),
      message: `superseded_by names ${spec.supersededBy ?? ''}, but there is no such spec.`,
      advice: [
        {
          useCase: 'archiveSpecs',
          request: { specs: [spec.ref], outcome: 'superseded' },
          needs: ['by', 'reason'],
          to: 'name the spec that replaces this spec',
        },
      ],
    }));
  const ambiguous = specs.flatMap((spec) =>
    referencesOf(spec).flatMap(([how, name]): readonly Finding[] => {
      const [meant, other] = namesakesOf(name);
      if (meant === undefined || other === undefined) return [];
      return [
        {
          severity: 'warning',
          code: 'REFERENCE_AMBIGUOUS',
          file: fileOf(spec),
          message: `The spec ${how} ${name}, the name of both ${meant.path} and ${other.path}; the first is used.`,
          ...(other.sequence === null
            ? { fix: 'Rename one of the folders' }
            : {
                advice: [
                  {
                    useCase: 'renumberSpec',
                    request: { spec: other.path },
                    to: 'give the second spec another number',
                  },
                ],
              }),
        },
      ];
    }),
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
  const isNeeded = reaching(adjacency(edges));
  const ended = specs
    .filter(({ archived, status }) => !archived && status !== 'complete')
    .flatMap((spec) => spec.dependsOn.map((name) => ({ spec, name, other: find(name) })))
    .flatMap(({ spec, name, other }): readonly Finding[] => {
      const end = other && endedAs(other);
      if (other === undefined || end === undefined) return [];
      const next = successorOf(other, find);
      const isInstead =
        endedAs(next) === undefined &&
        !isNeeded(nameOf(next), nameOf(spec)) &&
        !spec.dependsOn.some((one) => find(one) === next);
      const request = { spec: spec.ref, removeDependencies: [name] };
      return [
        {
          severity: 'warning',
          code: 'DEPENDENCY_ENDED',
          file: fileOf(spec),
          message: `depends_on names ${name}, which was not completed and is ${end === 'archived' ? end : `archived as ${end}`}; the dependency is never met.`,
          advice: [
            ...(isInstead
              ? [
                  {
                    useCase: 'updateSpec',
                    request: { ...request, addDependencies: [next.ref] },
                    to: 'depend on the spec that replaces the archived one',
                  } as const,
                ]
              : []),
            { useCase: 'updateSpec', request, to: 'remove the dependency' },
            ...(isInstead
              ? []
              : [
                  {
                    useCase: 'unarchiveSpecs',
                    request: { specs: [name] },
                    to: 'take the archived spec out of the archive',
                  } as const,
                ]),
          ],
        },
      ];
    });
  return [...missing, ...ambiguous, ...replaced, ...cycles, ...ended];
}

/** The project may only be unreadable, or the spec may have another number, so the finding does not advise to remove the reference. */
function missingElsewhere(file: string, field: string, ref: string, project: string): Finding {
  return {
    severity: 'error',
    code: 'DEPENDENCY_MISSING',
    file,
    message: `${field} names ${ref}, but there is no such spec, or the project ${project} cannot be read.`,
    fix: `look for problems of the project ${project}, and for the number that the spec has there now; then change the reference`,
  };
}

/**
 * Returns a function that says whether `from` is `to` or depends on it, directly or indirectly. Dependencies of each spec are
 * computed once.
 */
function reaching(needs: Targets): (from: string, to: string) => boolean {
  const known = new Map<string, ReadonlyMap<string, unknown>>();
  return (from, to) => {
    const reached = known.get(from) ?? reachableFrom(needs, from);
    known.set(from, reached);
    return from === to || reached.has(to);
  };
}

/** Returns the part of a request that removes a reference, or replaces it by `other`. */
function reference(field: 'depends_on' | 'part_of' | 'related', ref: string, other?: string) {
  if (field === 'part_of') return other === undefined ? { unset: [field] } : { partOf: other };
  const [add, remove] =
    field === 'related'
      ? (['addRelated', 'removeRelated'] as const)
      : (['addDependencies', 'removeDependencies'] as const);
  return { ...(other !== undefined && { [add]: [other] }), [remove]: [ref] };
}

/** Follows `superseded_by` to the last successor; returns the spec itself if it is not superseded. */
function successorOf(spec: SpecView, find: (name: string) => SpecView | undefined): SpecView {
  const seen = new Set<SpecView>();
  let last = spec;
  while (last.archivedAs === 'superseded' && last.supersededBy !== undefined && !seen.has(last)) {
    seen.add(last);
    last = find(last.supersededBy) ?? last;
  }
  return last;
}

/** Returns the references of a spec to other specs, each with the kind of relation. */
export function referencesOf({
  dependsOn,
  partOf,
  related,
  supersededBy,
}: SpecView): readonly (readonly [how: string, name: string])[] {
  return [
    ...dependsOn.map((name) => ['depends on', name] as const),
    ...(partOf === undefined ? [] : [['is a part of', partOf] as const]),
    ...related.map((name) => ['is related to', name] as const),
    ...(supersededBy === undefined ? [] : [['is superseded by', supersededBy] as const]),
  ];
}

/** Returns a function that gives the specs that a folder name may mean: active ones, or archived ones if none is active. */
function activeNamesakes(specs: readonly SpecView[]): (name: string) => readonly SpecView[] {
  const byName = new Map<string, SpecView[]>();
  for (const spec of specs) {
    const known = byName.get(spec.ref);
    if (known === undefined) byName.set(spec.ref, [spec]);
    else if (known[0]?.archived === spec.archived) known.push(spec);
    else if (!spec.archived) byName.set(spec.ref, [spec]);
  }
  return (name) => byName.get(name) ?? [];
}
