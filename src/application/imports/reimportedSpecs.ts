import type { LinkUpdate, ImportedPlaces } from '../../domain/document/updateLinks.js';
import { blankLines } from '../../domain/document/decodeText.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import { replacedLines } from '../../domain/document/sections/sectionEdits.js';
import { commitsSince } from '../../domain/import/fileHistory.js';
import type { HistoryStep } from '../../domain/import/importedHistory.js';
import type { KnownSpec } from '../../domain/import/planImport.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { frontmatterDigest } from '../../domain/log/frontmatterHash.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { textChanges, textDigest, textHash } from '../../domain/log/textHash.js';
import { folderAt, labelsOf, type SpecFolder } from '../../domain/naming/specFolder.js';
import { membersOf } from '../../domain/fields/membersOfSetField.js';
import type { SourceTree } from '../../ports/importSource.js';
import type { JudgedDocument } from './importedSpecs.js';
import { ownPlaces } from './importedPaths.js';
import type { SpecInPlace } from './specsInPlace.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { Hasher } from '../../ports/system.js';
import type { ImportedSpecs } from './importedSpecs.js';
import type { Configuration } from '../../domain/project/configuration.js';

/** Side on which a document changed since its last import. `changed`: in the source. `kept`: in the spec. `both`: in both. */
export type ReimportedState = 'unchanged' | 'changed' | 'kept' | 'both';

/** A spec imported before, with its document and the source document, each compared with the last import. */
export interface ReimportedSpec {
  readonly state: ReimportedState;
  readonly id: string;
  /** Current folder of the spec. */
  readonly folder: SpecFolder;
  /** Folder of the spec after the update. */
  readonly home: SpecFolder;
  readonly seen: string;
  readonly document: SpecDocument;
  readonly records: readonly LogRecord[];
  /** Record of the last import of this spec. */
  readonly last: LogRecord;
}

/** Data needed to rewrite links in imported documents. */
interface LinkTargets {
  readonly tree: SourceTree;
  readonly places: ImportedPlaces;
  readonly follow: LinkUpdate;
}

/** Updates imported specs from their source documents. Changes made in the specs are kept. */
export class ReimportedSpecs {
  constructor(
    private readonly specStore: SpecStore,
    private readonly eventLog: EventLog,
    private readonly hasher: Hasher,
    private readonly importedSpecs: ImportedSpecs,
    private readonly config: Configuration,
  ) {}

  /**
   * Compares a source document with its spec. Returns undefined if the log has no import of the spec; such a spec stays
   * unchanged.
   */
  compare(plan: JudgedDocument, { folder, id }: KnownSpec): ReimportedSpec | undefined {
    const { eventLog, specStore, importedSpecs, config } = this;
    const records = eventLog.records(id);
    const last = records.findLast(({ events }) => events.some(({ type }) => type === 'SpecTakenOver'));
    if (last === undefined) return undefined;
    const seen = importedSpecs.seen(plan.document);
    const isThere = takenOver(last)?.['seen'] === seen;
    const document = specStore.open(folder);
    const isArchived = plan.document.isArchived === true || plan.meaning.isArchived === true;
    // A spec that was archived or unarchived in this project keeps its place.
    const isInPlace = folder.archived === isArchived || folder.archived === wasArchived(records, last);
    const isHere = isInPlace && this.#isAsTaken(document, last);
    const unchanged = hasMoreTies(plan, document) ? 'changed' : 'unchanged';
    const state = isThere ? (isHere ? unchanged : 'kept') : isHere ? 'changed' : 'both';
    const home =
      state === 'changed' ? folderAt(config.specsDir, { ...labelsOf(folder), archived: isArchived }) : folder;
    return { state, id, folder, home, seen, document, records, last };
  }

  /**
   * Returns the updated spec. Its records have the actors and times of the source's history, so that everyone who imports it
   * writes the same records. Without such a history, the records have the actor and time of the import.
   * @param now time and actor of the import.
   */
  bring(
    plan: JudgedDocument,
    { id, folder, home, seen, document, records, last }: ReimportedSpec,
    now: Pick<HistoryStep, 'at' | 'actor'>,
    { tree, places, follow }: LinkTargets,
  ): SpecInPlace {
    const { importedSpecs, specStore } = this;
    const { spec } = foldSpec(records);
    if (spec.kind === 'absent') throw new TypeError('the imported spec is missing from its log');
    const judged: JudgedDocument = { ...plan, folder: home };
    const { text } = importedSpecs.body(judged, tree, ownPlaces(judged, tree, places));
    const body = blankLines(document.text.slice(document.bodyStart)) + text;
    const { moments, commit, end } = since(plan, last, now);
    const taken = { seen, ...(commit !== undefined && { commit }), again: true } as const;
    const file = specStore.documentPath(folder).slice(folder.path.length);
    // Rewrite the links of the old text before comparing it with the new text, so that rewritten links are not recorded as a
    // change. An undo of the import rewrites them back anyway.
    const was = follow(document.text.slice(document.bodyStart), {
      from: folder.path + file,
      to: home.path + file,
    });
    const [old, is] = [textHash(was), textHash(body)];
    const wanted = importedSpecs.spec(id, plan, body, [], taken);
    const made = importedSpecs.followed(id, judged, { spec, records, document }, body, moments, end, {
      frontmatter: wanted.frontmatter,
      isArchived: home.archived,
      ...(was !== body && { typed: replacedLines(was, body) }),
      sections: old && is ? textChanges(old, is) : [],
      taken,
    });
    return { ...made, folder, home };
  }

  #isAsTaken({ frontmatter, text: whole, bodyStart }: SpecDocument, record: LogRecord): boolean {
    const sha256 = (content: string) => this.hasher.sha256(content);
    const { updated: _kept, ...fields } = frontmatter;
    const digests = [frontmatter, fields].map((one) => frontmatterDigest(one, sha256));
    return (
      record.digest !== undefined &&
      digests.includes(record.digest) &&
      record.text === textDigest(whole.slice(bodyStart), sha256)
    );
  }
}

/** True if a reference that was left out before is available now. */
function hasMoreTies({ fields }: JudgedDocument, { frontmatter }: SpecDocument): boolean {
  return ['depends_on', 'part_of', 'related'].some((key) => {
    const has = membersOf(frontmatter, key);
    return membersOf(fields, key).some((ref) => !has.includes(ref));
  });
}

function takenOver({ events }: LogRecord): LogRecord['events'][number]['data'] | undefined {
  return events.find(({ type }) => type === 'SpecTakenOver')?.data;
}

/** Returns the history since the last import; without commits, only the current state. */
function since(plan: JudgedDocument, last: LogRecord, now: Pick<HistoryStep, 'at' | 'actor'>) {
  const before = takenOver(last)?.['commit'];
  const taken = last.at ?? '';
  const commits =
    commitsSince(plan.commits, typeof before === 'string' ? before : undefined) ??
    plan.commits.filter(({ at }) => at > taken);
  const hashes = new Set(commits.map(({ hash }) => hash));
  const moments = plan.moments.filter(({ at, commit }) =>
    commit === undefined ? plan.isKnownPast && at > taken : hashes.has(commit),
  );
  const { at, actor } = commits.at(-1) ?? moments.at(-1) ?? now;
  return {
    moments,
    commit: plan.commits.at(-1)?.hash,
    end: { at, ...(actor !== undefined && { actor }) },
  };
}

/** True if the spec was archived at its last import. */
function wasArchived(records: readonly LogRecord[], last: LogRecord): boolean {
  const { spec } = foldSpec(records.slice(0, records.indexOf(last) + 1));
  return spec.kind === 'active' && spec.labels.archived;
}
