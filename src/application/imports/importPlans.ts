import type { ImportedPlaces } from '../../domain/document/links.js';
import { type DocumentOrigin, planImport, type PlannedDocument } from '../../domain/import/planImport.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { derivedStreamId } from '../../domain/log/records/record.js';
import { childOf } from '../../domain/naming/projectPath.js';
import type { ImportedStatus } from '../../domain/project/configuration.js';
import { largestNumber } from '../../domain/value/collections.js';
import type { SourceTree } from '../../ports/importSource.js';
import { Service } from '../useCase.js';
import type { FoundSource } from './sourceDocuments.js';

/** Returns a function from paths in the source to paths after the import. */
export function importedPlaces(
  tree: SourceTree,
  plans: readonly PlannedDocument[],
  defaultFile: string,
): ImportedPlaces {
  const places = new Map<string, string>();
  for (const { document, folder } of plans) {
    if (document.folder !== undefined) places.set(inTree(tree, document.folder), folder.path);
    for (const { from, name } of document.files ?? [])
      if (!places.has(inTree(tree, from))) places.set(inTree(tree, from), `${folder.path}/${name}`);
  }
  for (const { document, folder } of plans)
    places.set(inTree(tree, document.place), `${folder.path}/${defaultFile}`);
  return (path) => places.get(path);
}

/**
 * Returns a function that maps paths in the source to paths after the import. It is like `places`, but prefers the
 * document's own copies of files that several documents use.
 */
export function ownPlaces(
  { document, folder }: PlannedDocument,
  tree: SourceTree,
  places: ImportedPlaces,
): ImportedPlaces {
  const own = new Map(
    (document.files ?? []).map(({ from, name }) => [inTree(tree, from), `${folder.path}/${name}`]),
  );
  return (path) => own.get(path) ?? places(path);
}

/** Returns a path in the source in the form that links use, relative to the project. */
export function inTree({ inProject }: SourceTree, path: string): string {
  return inProject === undefined ? path : childOf(inProject, path);
}

interface PlanRequest {
  /** The status for each status word of the source, as given in the request. */
  readonly said: Readonly<Record<string, ImportedStatus>>;
  /** Numbers of specs on other branches and worktrees, by folder name. */
  readonly elsewhere: ReadonlyMap<string, number>;
  /** Paths of documents left out of this import. */
  readonly leftOut: ReadonlySet<string>;
}

/** Plans the specs to create from documents, given the existing specs. */
export class ImportPlans extends Service {
  plan(
    { source, documents: found, own, history, tree }: FoundSource,
    { said, elsewhere, leftOut }: PlanRequest,
  ): ReturnType<typeof planImport> {
    const { specStore, config, clock, eventLog } = this.use;
    const folders = specStore.folders();
    const numbers = new Set(folders.map(({ sequence }) => sequence));
    const others = new Map<number, string[]>();
    for (const [name, number] of elsewhere) others.set(number, [...(others.get(number) ?? []), name]);
    const summaries = specStore.summaries(folders);
    const here = new Map(
      summaries.flatMap(({ folder, frontmatter: { id } }) => (typeof id === 'string' ? [[id, folder]] : [])),
    );
    const bySource = new Map(
      summaries.flatMap(({ folder, frontmatter: { source: from } }) =>
        typeof from === 'string' ? [[from, folder]] : [],
      ),
    );
    const ownAt = (place: string) => here.get(own.get(place)?.id ?? '');
    // Match a spec that an earlier import created from the same path and first commit. Match by path alone only if the commit is
    // unknown now or was unknown then, because documents of two repositories may have the same path.
    const known = ({ origin, identity, isDated }: DocumentOrigin) =>
      here.get(this.streamOf(identity)) ??
      (isDated ? here.get(this.streamOf(`${origin}\n`)) : bySource.get(origin));
    // Keep documents of existing specs in the plan, because other documents may depend on them.
    const documents = found.filter(({ place }) => !own.has(place) || ownAt(place) !== undefined);
    const inProject = tree.inProject === undefined || tree.inProject === '' ? '' : `${tree.inProject}/`;
    const plans = planImport({
      leftOut,
      source: source.name,
      documents,
      prefix: history?.prefix ?? inProject,
      histories: history?.files ?? new Map(),
      known: (origin) => ownAt(origin.place) ?? known(origin),
      // A spec on another branch with the same number and the same name is the same document, so its number is not taken.
      isTaken: (number, name) =>
        numbers.has(number) || others.get(number)?.some((ref) => !ref.endsWith(`-${name}`)) === true,
      groups: folders.flatMap(({ group }) => group ?? []),
      highest: largestNumber(
        [...numbers, ...elsewhere.values()].map((one) => one ?? 0),
        eventLog.highestSequence(),
      ),
      said: { ...config.import.map, ...said },
      config,
      today: clock.today(),
    });
    return plans.filter(({ document }) => !own.has(document.place));
  }

  /** Returns the id of the log for an imported document. Skips ids of undone imports, which are not used again. */
  streamOf(identity: string): string {
    const { hasher, eventLog } = this.use;
    for (let turn = 1; ; turn += 1) {
      const id = derivedStreamId(identity, String(turn), hasher.sha256);
      const { spec } = foldSpec(eventLog.records(id));
      if (spec.kind === 'absent' || spec.deleted === undefined) return id;
    }
  }
}
