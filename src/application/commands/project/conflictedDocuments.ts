import {
  conflictLabels,
  withoutConflictLabels,
  countConflictStarts,
} from '../../../domain/document/conflictMarks.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { frontmatterDiff, valueAt } from '../../../domain/fields/fieldChange.js';
import { isSetField } from '../../../domain/fields/standardFields.js';
import { divergences } from '../../../domain/log/divergences.js';
import { foldSpec } from '../../../domain/log/foldSpec.js';
import type { LogRecord, StreamId } from '../../../domain/log/records/record.js';
import { compareBeginnings } from '../../../domain/log/records/recordOrderAndFormat.js';
import { folderAt, parentOf, type SpecFolder } from '../../../domain/naming/projectPath.js';
import { changedByBoth, type Sides } from '../../../domain/reconcile/reconcileFields.js';
import { firstOf } from '../../../domain/value/collections.js';
import type { JsonObject } from '../../../domain/value/jsonValue.js';
import type { EventLog } from '../../../ports/eventLog.js';
import type { StagedText } from '../../../ports/repository.js';
import type { SpecStore } from '../../../ports/specStore.js';
import type { PlannedWrite } from '../../../ports/transaction.js';
import { divergenceWarnings, settlingAdvice } from '../../changes/changeWarnings.js';
import { type ConflictedSpec, conflictedSpecs, type LeftDocument } from '../../changes/conflictedSpecs.js';
import type { FolderMove } from '../../changes/movedFoldersAndReferences.js';
import type { ChangedSpec } from '../../changes/plannedChange.js';
import { Service, type Warning } from '../../useCase.js';
import { mergeDocumentSides } from './mergeDocuments.js';

/** A spec that must move, because the other side of the merge created a spec with the same folder name. */
export interface SplitSpec extends FolderMove {
  readonly id: string;
}

/**
 * Warns of files left in a spec's former folder, because the spec got another folder or both sides moved it.
 * @param places former folders. @param to folder of the spec now.
 */
export function leftFiles(store: SpecStore, places: readonly string[], to: string): readonly Warning[] {
  const files = places.flatMap((path) => {
    const folder = { path, ref: '', name: '', sequence: null, archived: false };
    return store
      .files(folder)
      .map((name) => `${path}/${name}`)
      .filter((file) => file !== store.documentPath({ path }));
  });
  if (files.length === 0) return [];
  return [
    {
      code: 'FILES_STAY',
      message: `Files of a spec that is now in ${to} may have been left in ${firstOf(places)}: ${firstOf(files)}.`,
      hint: `Move the files of that spec to ${to}.`,
    },
  ];
}

/**
 * Warns of fields that branches set differently.
 * @param merged the specs whose fields `resolve` merged, with the paths of their documents.
 * @param conflicts the documents that still have conflict marks.
 */
export function diverged(
  id: StreamId,
  merged: readonly { readonly spec: ConflictedSpec; readonly path: string }[],
  conflicts: readonly { readonly path: string }[],
  store: Pick<SpecStore, 'parse'>,
  log: Pick<EventLog, 'records'>,
): readonly Warning[] {
  const records = log.records(id);
  const { spec } = foldSpec(records);
  if (spec.kind !== 'active') return [];
  const found = merged.find((one) => one.spec.id === id);
  const isMarked = conflicts.some(({ path }) => path === found?.path);
  // The title is in the text, so it is not merged while the text has conflict marks.
  const fields = divergences(records).filter(({ field }) => !isMarked || field !== 'title');
  return divergenceWarnings(spec.labels.ref, fields, {
    ...{ isMarked, isMerged: true },
    ...(found !== undefined && { current: store.parse(found.spec.ours).frontmatter }),
  });
}

/** Warns of fields that a command set on one side and a person edited by hand on the other: the hand edit wins. */
export function overruled(
  sides: Sides<JsonObject>,
  records: readonly LogRecord[],
  { folder, document }: ChangedSpec,
): readonly Warning[] {
  const { spec } = foldSpec(records);
  if (spec.kind === 'absent') return [];
  const both = changedByBoth(sides);
  return [...frontmatterDiff(spec.frontmatter, document.frontmatter)].flatMap(([field, value]) => {
    if (!both.has(field) || isSetField(field)) return [];
    const logged = valueAt(spec.frontmatter, field);
    const advice = settlingAdvice(folder.ref, field, logged, 'restore the value from the log');
    return [
      {
        code: 'EDITED_BY_HAND',
        message: `${folder.ref}: ${field} was changed by hand to ${JSON.stringify(value)}, which is kept; the other branch set ${JSON.stringify(logged)}.`,
        ...(advice !== undefined && { advice: [advice] }),
      },
    ];
  });
}

export function deletedAndEdited({ folder }: ChangedSpec): Warning {
  return {
    code: 'DELETED_AND_EDITED',
    message: `${folder.ref} was deleted on one branch and edited on the other; the edit is kept.`,
    advice: [
      {
        useCase: 'deleteSpec',
        request: { spec: folder.ref },
        needs: ['reason'],
        to: 'delete it anyway',
      },
    ],
  };
}

const AT_WORK = 'the conflict was already edited by hand';
const FILTERED = 'a git filter changed its text, or the conflict was already edited by hand';
const NOT_BY_FIELD = 'the frontmatter of the two sides cannot be merged';

/** A spec in conflict with its merged text. */
export interface MergedSpec {
  readonly spec: ConflictedSpec;
  /** Absent if the document was already fixed by hand. */
  readonly text?: string;
  readonly conflicts: number;
}

/** A merged spec with the path of its document. */
interface PlacedSpec extends MergedSpec {
  readonly path: string;
}

/** Plan for all documents in conflict. */
export interface Settlement {
  readonly placed: readonly PlacedSpec[];
  /** Specs for which no folder is free, because other specs have all possible folders. */
  readonly homeless: readonly MergedSpec[];
  readonly left: readonly LeftDocument[];
  /** Paths in conflict that no longer belong to a spec. */
  readonly dropped: readonly string[];
  /** Paths whose conflict this plan resolves. */
  readonly settled: readonly string[];
  /** Paths that stay in conflict after this plan. */
  readonly waiting: ReadonlySet<string>;
}

/** Decides the text and path of each document in conflict. */
export class ConflictedDocuments extends Service {
  /**
   * Returns the text and path of each document in conflict. If several specs need the same folder, the spec created first
   * gets it.
   */
  settlement(): Settlement {
    const met = conflictedSpecs(this.use.specStore, this.use.merges, this.use.config);
    const specs = [...met.specs].sort((a, b) => this.#compareAge(a.id, b.id));
    const involved = new Set(specs.flatMap(({ paths }) => paths));
    const ids = new Set(specs.map(({ id }) => id));
    const homes = new Map(specs.flatMap(({ id }) => this.#loggedHome(id).map((path) => [path, id])));
    const left = [...met.left];
    const claimed = new Set(left.map(({ path }) => path));
    // These paths stay in conflict in git's index, because the versions at these paths are not yet in any document.
    const waiting = new Set(claimed);
    const placed: PlacedSpec[] = [];
    const homeless: MergedSpec[] = [];
    for (const spec of specs) {
      const merged = this.#decided(spec, ids, claimed);
      const path =
        ('path' in merged ? merged.path : undefined) ?? this.#placeFor(spec, involved, claimed, homes);
      if ('why' in merged) {
        for (const kept of spec.paths) claimed.add(kept);
        for (const kept of [...spec.unmerged, ...spec.paths]) waiting.add(kept);
        const others = spec.paths.filter((kept) => left.every((one) => one.path !== kept));
        for (const kept of others) left.push({ path: kept, why: merged.why });
      } else if (path === undefined) homeless.push(merged);
      else {
        claimed.add(path);
        placed.push({ ...merged, path });
        if (merged.conflicts > 0) for (const kept of [...spec.unmerged, ...spec.paths]) waiting.add(kept);
      }
    }
    const settled = [...met.gone, ...specs.flatMap(({ unmerged, paths }) => [...unmerged, ...paths])];
    return {
      placed,
      homeless,
      left,
      dropped: [...involved].filter(
        (path) => !claimed.has(path) && this.use.fileSystem.stat(path) !== undefined,
      ),
      settled: [...new Set(settled)].filter((path) => !waiting.has(path)),
      waiting,
    };
  }

  /**
   * Returns the path of the document if a person has already resolved its conflicts by hand, else the merged text. Returns
   * the reason (`why`) if the document must be left to a person, for example if a hand edit left conflicts open.
   * @param ids ids of all specs in conflict: git may have put one spec in the file of another.
   */
  #decided(
    spec: ConflictedSpec,
    ids: ReadonlySet<unknown>,
    claimed: ReadonlySet<string>,
  ): (MergedSpec & { readonly path?: string }) | { readonly why: string } {
    const found = spec.paths.flatMap((path) => {
      const kind = this.use.fileSystem.stat(path)?.kind;
      return kind === undefined ? [] : [{ kind, path }];
    });
    if (found.some(({ kind }) => kind !== 'file')) return { why: 'the path is not a regular file' };
    const files = found.map(({ path }) => ({ path, text: this.use.fileSystem.readText(path) ?? '' }));
    const labels = files.map(({ text }) => conflictLabels(text)).find((one) => one !== undefined);
    const merged = mergeDocumentSides(this.use, spec, spec.isBaseKnown, spec.unmerged[0], labels);
    const mostOpen = Math.max(countConflictStarts(spec.ours), countConflictStarts(spec.theirs));
    const edited = files
      .filter(({ path, text }) => spec.unmerged.includes(path) && !this.#isLeft(path, text, merged?.text))
      .map(({ path, text }) => {
        const { frontmatter, problem } = this.use.specStore.parse(text);
        return {
          path,
          id: frontmatter['id'],
          isOpen: problem !== undefined || countConflictStarts(text) > mostOpen,
        };
      });
    const whole = edited.find(
      ({ path, id = path, isOpen }) => !isOpen && !claimed.has(path) && id === spec.id,
    );
    if (whole !== undefined) return { spec, conflicts: 0, path: whole.path };
    if (edited.some(({ id, isOpen }) => isOpen || !ids.has(id)))
      return { why: spec.paths.some((path) => this.use.merges.isFiltered(path)) ? FILTERED : AT_WORK };
    if (merged === undefined) return { why: NOT_BY_FIELD };
    const isReturned = files[0] !== undefined && hasReturns(files[0].text) && !merged.text.includes('\r\n');
    const text = isReturned ? merged.text.replaceAll('\n', '\r\n') : merged.text;
    return { spec, text, conflicts: merged.conflicts };
  }

  /** True if nobody has edited the text since git or an earlier `resolve` wrote it. */
  #isLeft(path: string, text: string, merged?: string): boolean {
    const found = withoutConflictLabels(text);
    if (merged !== undefined && withoutConflictLabels(merged) === found) return true;
    for (const left of this.use.merges.textsLeft(path))
      if (withoutConflictLabels(left) === found) return true;
    return false;
  }

  /**
   * Returns the path for the document: its path in the log, else the path of one of its versions. Undefined if other specs
   * have all of these paths.
   */
  #placeFor(
    spec: ConflictedSpec,
    involved: ReadonlySet<string>,
    claimed: ReadonlySet<string>,
    homes: ReadonlyMap<string, string>,
  ): string | undefined {
    const exists = (path: string) => this.use.fileSystem.stat(path) !== undefined;
    const own = this.#loggedHome(spec.id);
    // True if the log has another spec at this path.
    const isOthers = (path: string) => (homes.get(path) ?? spec.id) !== spec.id;
    // Prefer paths in the conflict, because a document at any other path requires moving its whole folder.
    const places = [
      ...own.filter((path) => involved.has(path)),
      ...spec.paths.filter((path) => exists(path) && !isOthers(path)),
      ...own,
      ...spec.paths,
    ];
    return places.find((path) => !claimed.has(path) && (involved.has(path) || !exists(path)));
  }

  /** Returns the path of the document according to the log, as a list; empty if the log has no such spec. */
  #loggedHome(id: string): readonly string[] {
    const { spec } = foldSpec(this.use.eventLog.records(id));
    return spec.kind === 'active'
      ? [this.use.specStore.documentPath(folderAt(this.use.config.specsDir, spec.labels))]
      : [];
  }

  homeOf({ id, paths }: ConflictedSpec): SpecFolder {
    const { spec } = foldSpec(this.use.eventLog.records(id));
    if (spec.kind === 'active') return folderAt(this.use.config.specsDir, spec.labels);
    const folder = this.folderAt(paths);
    if (folder !== undefined) return folder;
    throw new SpectoolError('MERGE_CONFLICT', `The spec ${id} has no known folder.`);
  }

  /**
   * Returns the folder of a spec whose folder does not exist any more: path and name from the document's path, the rest from
   * the log.
   */
  goneFolder({ spec, path }: PlacedSpec): SpecFolder {
    const place = parentOf(path);
    return { ...this.homeOf(spec), path: place, ref: place.slice(place.lastIndexOf('/') + 1) };
  }

  folderAt(paths: readonly string[]): SpecFolder | undefined {
    return this.use.specStore
      .folders()
      .find((folder) => paths.includes(this.use.specStore.documentPath(folder)));
  }

  /**
   * Returns the write of a text with conflict marks. The log gets no record of it, because the conflict is not resolved yet.
   */
  markedText(one: PlacedSpec): readonly PlannedWrite[] {
    const { spec, path, text, conflicts } = one;
    if (conflicts === 0 || text === undefined) return [];
    const was =
      this.use.fileSystem.stat(path) === undefined ? undefined : (this.use.fileSystem.readText(path) ?? '');
    if (was === text) return [];
    const file = path.slice(path.lastIndexOf('/') + 1);
    return [{ kind: 'text', spec: spec.id, path, file, text, ...(was !== undefined && { was }) }];
  }

  /**
   * Returns the files to stage if git lists one conflict at several paths, as after both sides moved a folder: the conflict
   * moves to the path with the marks, so that `git add` of this path resolves it.
   */
  gathered({ spec, path, conflicts }: PlacedSpec): readonly StagedText[] {
    const others = spec.unmerged.filter((one) => one !== path);
    if (conflicts === 0 || others.length === 0 || this.use.merges.isFiltered(path)) return [];
    const { base, ours, theirs } = spec;
    const sides = { ours, theirs, ...(base !== '' && { base }) };
    return [{ path, sides }, ...others.map((other) => ({ path: other }))];
  }

  /** Compares specs by their first record; specs without a log come last. */
  #compareAge(a: string, b: string): number {
    const [first, second] = [this.use.eventLog.records(a)[0], this.use.eventLog.records(b)[0]];
    return compareBeginnings(first, second) || (a < b ? -1 : 1);
  }
}

function hasReturns(text: string): boolean {
  return text.split('\r\n').length * 2 > text.split('\n').length;
}
