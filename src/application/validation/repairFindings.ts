import { quoted } from '../../domain/value/text.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { SpecSummary } from '../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { foldSpec, hasOutlivedDeletion } from '../../domain/log/foldSpec.js';
import { placeState } from '../../domain/log/placeState.js';
import {
  folderAt,
  labelsOf,
  parentOf,
  type SpecFolder,
  foldersAbove,
} from '../../domain/naming/projectPath.js';
import { duplicateNumbers } from '../../domain/naming/specNumbers.js';
import { compareBeginnings, headsOf } from '../../domain/log/records/recordOrderAndFormat.js';
import { PROJECT_STREAM, type StreamId } from '../../domain/log/records/record.js';
import { keepsUpdated } from '../../domain/project/configuration.js';
import { isJsonObject, type JsonObject } from '../../domain/value/jsonValue.js';
import { CONFIG_FILE, trashPlace } from '../../domain/project/projectFolders.js';
import { planProjectRecord } from '../changes/projectSettingsRecord.js';
import { isEmptySpecsFolder, SetupChanges } from '../setup/setupChanges.js';
import { decide } from '../../domain/spec/specEvents.js';
import { type RecordDrafts, recordedEvents } from '../changes/plannedChange.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import type { UnreadPaths } from './unreadPaths.js';
import { hasId, reservedId, streamOf } from '../changes/specLogs.js';
import { Service, type Warning } from '../useCase.js';
import { renumber } from '../commands/renumberSpec.js';
import type { Finding } from '../../domain/findings/finding.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { NameNow } from '../specCatalog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import { linkTargetExists } from './checkText.js';
import { oldName } from './checkAcrossSpecs.js';

/**
 * Corrects findings of broken links with the list of all specs: drops a finding if the target was only archived or unarchived,
 * and names the spec if it was renamed.
 */
export function withoutMoved(
  findings: readonly Finding[],
  specs: readonly SpecView[],
  files: Pick<FileSystem, 'stat'>,
  now: NameNow,
): readonly Finding[] {
  const byPlace = new Map(specs.map(({ path }) => [unarchived(path), path]));
  return findings.flatMap((one): readonly Finding[] => {
    if (one.target === undefined) return [one];
    const { target, ...finding } = one;
    const former = target.split('/').find((part) => now(part) !== undefined);
    if (former !== undefined) return [oldName(finding, 'the link', former, now)];
    const wanted = unarchived(target);
    const place = [...foldersAbove(wanted), wanted].find((folder) => byPlace.has(folder)) ?? '';
    const moved = `${byPlace.get(place) ?? ''}${wanted.slice(place.length)}`;
    return place !== '' && linkTargetExists(files, moved) ? [] : [finding];
  });
}

function unarchived(path: string): string {
  return path.replace(/(?:\/archived)+(?=\/)/, '');
}

interface Warned {
  readonly warnings?: readonly Warning[];
}

/**
 * Repairs findings that need no decision by a person, such as copied ids, duplicate numbers, and documents older than the
 * log.
 */
export class RepairFindings extends Service {
  /**
   * Makes all repairs.
   * @param keep paths of specs that keep a duplicate number although another spec with the number is older.
   * @returns the repairs, one sentence each.
   */
  all(keep: readonly string[] = []): readonly string[] {
    const fixed: string[] = [];
    try {
      const { warnings = [] } = this.use.writeSession.change<Warned>('validate --fix', (drafts) => {
        for (const sentence of this.#repairs(drafts, keep)) fixed.push(sentence);
        return {};
      });
      return [...warnings.map(({ message }) => message), ...fixed];
    } catch (error) {
      throw error instanceof SpectoolError && fixed.length > 0 ? halfway(error, fixed) : error;
    }
  }

  /** Makes the repairs, each as a change of its own, and yields a sentence about each. */
  *#repairs(drafts: RecordDrafts, keep: readonly string[]): Generator<string> {
    yield* this.#copyInherited(drafts);
    if (isEmptySpecsFolder(this.use.fileSystem, this.use.config.specsDir)) return;
    yield* this.#nameAgain(drafts);
    const originals = yield* this.#partCopies(drafts);
    yield* this.#bringUp(drafts);
    yield* this.#partNumbers(drafts, [...keep, ...originals]);
    yield* this.#acknowledgeGone(drafts);
  }

  /** Writes the settings that the project inherited in earlier versions into its own file. */
  *#copyInherited(drafts: RecordDrafts): Generator<string> {
    const edited = this.use.configurationStore.withoutExtends();
    if (edited === undefined) return;
    const changes = new SetupChanges(this.use.fileSystem);
    changes.own(CONFIG_FILE, edited.text);
    const change = { type: 'ChangeSettings', data: { given: edited.given } } as const;
    planProjectRecord(
      this.use.eventLog,
      drafts,
      [change],
      changes,
      this.use.configurationStore.load().config,
    );
    changes.commit(this.use.transaction);
    yield `${CONFIG_FILE} now contains the settings that it inherited; \`extends\` was removed.`;
  }

  /**
   * Restores an `id` that was removed by hand, if the log of the folder's spec is known. A document without frontmatter gets
   * all fields from the log.
   */
  *#nameAgain(drafts: RecordDrafts): Generator<string> {
    const unnamed = this.use.specLogFinder.unnamed();
    for (const folder of this.use.specStore.folders()) {
      const [spec, ...others] = unnamed.get(folder.path) ?? [];
      if (spec === undefined || others.length > 0) continue;
      const document = this.use.specStore.open(folder);
      const text = this.#named(document, spec);
      const path = this.use.specStore.documentPath(folder);
      const file = path.slice(folder.path.length + 1);
      this.use.changeSpecs.commit(drafts, [{ kind: 'text', spec, path, file, text, was: document.text }]);
      yield `The \`id\` of ${folder.path} was restored: in the log, this folder belongs to the spec ${spec}.`;
    }
  }

  #named(document: SpecDocument, id: StreamId): string {
    const { spec } = foldSpec(this.use.eventLog.records(id));
    const isBare = Object.keys(document.frontmatter).length === 0;
    const { updated, ...known } = spec.kind === 'active' && isBare ? spec.frontmatter : {};
    const dated = updated !== undefined && keepsUpdated(this.use.config.frontmatter) ? { updated } : {};
    const frontmatter = { ...known, ...dated, id };
    const whole =
      document.problem === undefined ? document : this.use.specStore.parse(withBlock(document.text));
    return this.use.specStore.edit(whole, new Map(Object.entries(frontmatter))).text;
  }

  /**
   * Gives a new id to each copy of a spec; the original keeps its id. The original is the only document that contains the
   * id, else the document in the folder recorded in the log, else the first document (the original may be deleted).
   * @returns the paths of the originals, which keep their numbers.
   */
  *#partCopies(drafts: RecordDrafts): Generator<string, readonly string[]> {
    const byId = new Map<StreamId, SpecSummary[]>();
    for (const summary of this.use.specStore.summaries()) {
      const { folder, frontmatter, problem } = summary;
      if (problem !== undefined) continue;
      const id = streamOf(folder.ref, frontmatter, this.use.hasher);
      byId.set(id, [...(byId.get(id) ?? []), summary]);
    }
    const taken = new Set([...this.use.eventLog.streams(), ...byId.keys()]);
    const copies: { folder: SpecFolder; id: StreamId; original: SpecFolder }[] = [];
    for (const [id, holders] of byId) {
      if (holders.length === 1) continue;
      const records = this.use.eventLog.records(id);
      const { spec } = foldSpec(records);
      const home = spec.kind === 'active' ? folderAt(this.use.config.specsDir, spec.labels).path : '';
      const named = holders.filter(({ frontmatter }) => hasId(frontmatter));
      const [first] = named.length > 0 ? named : holders;
      const atHome = holders.find(({ folder }) => folder.path === home);
      const back = holders.find((one) => atHome !== undefined && this.#isBack(one.folder, atHome.folder));
      if (back !== undefined && atHome !== undefined && holders.length === 2) {
        const [from, to] = [back.folder.path, trashPlace(back.folder.ref, drafts.at)];
        this.use.changeSpecs.commit(drafts, [{ kind: 'move', from, to, groups: [parentOf(from)] }]);
        yield `${from}, which git brought back, was moved to ${to}: the spec is in ${home} now. To restore the former folder, undo the change that moved it (see the history of the spec).`;
        continue;
      }
      const original = named.length === 1 ? first : (atHome ?? first);
      const isMoved = (folder: SpecFolder) =>
        spec.kind === 'absent' || placeState(labelsOf(folder), spec, records) === 'moved';
      if (!holders.some(({ folder }) => isMoved(folder)))
        throw new SpectoolError(
          'ID_COPIED',
          `${holders.map(({ folder }) => folder.path).join(' and ')} are the same spec: a merge kept both folders that the spec was moved to.`,
          { hint: 'Remove the folder that you do not want.' },
        );
      if (original === undefined) continue;
      for (const { folder, frontmatter } of holders.filter((holder) => holder !== original)) {
        const own = this.#ownId(folder, frontmatter, taken);
        taken.add(own);
        copies.push({ folder, id: own, original: original.folder });
      }
    }
    if (copies.length > 0) this.use.changeSpecs.part(drafts, copies);
    for (const { folder, original } of copies)
      yield `${folder.path} is now a separate spec, no longer a copy of ${original.path}.`;
    return copies.map(({ original }) => original.path);
  }

  /** True if git restored the spec's former folder unchanged, while the move of the spec to `home` is not committed. */
  #isBack(folder: SpecFolder, home: SpecFolder): boolean {
    if (folder.path === home.path) return false;
    const isNew = this.use.commits.untracked(home.path).includes(this.use.specStore.documentPath(home));
    return isNew && this.use.commits.filesNotInHead(folder.path)?.length === 0;
  }

  /**
   * Returns an id for a copy, which is the same in every clone. Specs with the same name and date, as in several groups, get
   * different ids by their path.
   */
  #ownId(folder: SpecFolder, frontmatter: JsonObject, taken: ReadonlySet<StreamId>): StreamId {
    const { id: _id, ...bare } = frontmatter;
    const own = streamOf(folder.ref, bare, this.use.hasher);
    return taken.has(own) ? streamOf(folder.path, bare, this.use.hasher) : own;
  }

  /**
   * Renumbers all specs with a duplicate number except the oldest, and updates references. @param keep paths of specs that
   * keep their number.
   */
  *#partNumbers(drafts: RecordDrafts, keep: readonly string[]): Generator<string> {
    const duplicates = duplicateNumbers(this.use.specStore.folders(), this.use.config.structure);
    const later = duplicates.flatMap(([, holders]) => {
      const byAge = this.#byAge(holders);
      const chosen = holders.filter(({ path }) => keep.includes(path));
      const first = chosen.length === 1 ? chosen[0] : byAge[0];
      return byAge.filter(
        (holder) => holder !== first && this.use.specStore.open(holder).problem === undefined,
      );
    });
    if (later.length === 0) return;
    const { own, left } = renumber(this.use, drafts, later);
    for (const [i, changed] of own.entries()) {
      const { ref } = changed.folder;
      yield `${later[i]?.path ?? ''} was renumbered; its folder name is now ${ref}.`;
      yield* besides(ref, changeWarnings(changed));
    }
    for (const { message, hint = '' } of left) yield `${message} ${hint}`;
  }

  /** Sorts folders by the first record of their spec. Specs without a log come last, active ones first, then by name. */
  #byAge(folders: readonly SpecFolder[]): readonly SpecFolder[] {
    return folders
      .map((folder) => {
        const { frontmatter } = this.use.specStore.open(folder);
        return {
          folder,
          first: this.use.eventLog.records(streamOf(folder.ref, frontmatter, this.use.hasher))[0],
        };
      })
      .sort((a, b) => compareBeginnings(a.first, b.first) || comparePlaces(a.folder, b.folder))
      .map(({ folder }) => folder);
  }

  *#bringUp(drafts: RecordDrafts): Generator<string> {
    for (const folder of this.use.specStore.folders()) {
      const before = this.use.specStore.open(folder);
      if (before.problem !== undefined || reservedId(before.frontmatter) !== undefined) continue;
      const [changed] = this.use.changeSpecs.apply(drafts, [{ folder, commands: () => [] }]);
      if (changed === undefined) continue;
      const { path, ref } = changed.folder;
      if (changed.document.text === before.text && path === folder.path) continue;
      yield `${path} was brought up to date from the log.`;
      yield* besides(ref, changeWarnings(changed));
    }
  }

  /**
   * Records a deletion for each spec whose folder was removed by hand. Stops if a document is unreadable, because it may
   * belong to one of these specs.
   */
  *#acknowledgeGone(drafts: RecordDrafts): Generator<string> {
    const summaries = this.use.specStore.summaries();
    if (summaries.some(({ problem }) => problem !== undefined)) return;
    const unnamed = new Set([...this.use.specLogFinder.unnamed().values()].flat());
    const present = new Set(
      summaries.map(({ folder, frontmatter }) => streamOf(folder.ref, frontmatter, this.use.hasher)),
    );
    const isMissed = (stream: StreamId) =>
      stream !== PROJECT_STREAM && !present.has(stream) && !unnamed.has(stream);
    let missed: ReturnType<UnreadPaths['missed']> | undefined;
    for (const stream of this.use.eventLog.streams().filter(isMissed)) {
      const records = this.use.eventLog.records(stream);
      const folded = foldSpec(records);
      const { spec } = folded;
      if (spec.kind === 'absent' || spec.deleted !== undefined) continue;
      // A spec that one branch edited and another deleted is kept; its folder can be restored from git.
      if (hasOutlivedDeletion(folded)) continue;
      if ((missed ??= this.use.unreadPlaces.missed())(spec) !== undefined) continue;
      const events = decide(
        { type: 'Delete', data: { reason: 'its folder was removed by hand', unsaved: [] } },
        spec,
      );
      const record = this.use.eventLog.seal(drafts.change(stream, headsOf(records), recordedEvents(events)));
      this.use.changeSpecs.commit(drafts, [{ kind: 'record', record }]);
      yield `${spec.labels.ref} (${quoted(spec.title)}) is recorded as deleted: its folder was removed by hand.`;
    }
  }
}

function comparePlaces(a: SpecFolder, b: SpecFolder): number {
  if (a.archived !== b.archived) return a.archived ? 1 : -1;
  return a.ref < b.ref || (a.ref === b.ref && a.path < b.path) ? -1 : 1;
}

/** Adds to an error the repairs made before it. */
function halfway(
  { code, message, hint, advice, details }: SpectoolError,
  fixed: readonly string[],
): SpectoolError {
  return new SpectoolError(code, `${message} Repairs made before the error:`, {
    advice,
    ...(hint !== undefined && { hint }),
    details: { ...(isJsonObject(details) && details), fixed },
  });
}

/** Returns the messages about values that a repair overwrote or recorded as hand edits. */
function besides(ref: string, warnings: readonly Warning[]): readonly string[] {
  return warnings
    .filter(({ code }) => code === 'ROLLED_FORWARD' || code === 'EDITED_BY_HAND')
    .map(({ message }) => `${ref}: ${message}`);
}

/** Adds empty frontmatter to a text, after the byte order mark if there is one. */
function withBlock(text: string): string {
  const [mark = ''] = /^\uFEFF?/.exec(text) ?? [];
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  return `${mark}---${end}---${end}${text.slice(mark.length)}`;
}
