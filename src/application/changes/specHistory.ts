import type { SpecDocument } from '../../domain/document/specDocument.js';
import {
  type DocumentState,
  type PlaceState,
  placeState,
  samePlace,
  standingDocument,
} from '../../domain/log/documentState.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { Judge } from '../../domain/log/reconcile.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { headsOf } from '../../domain/log/records/recordOrder.js';
import { textChanges, textDigest, textPrint } from '../../domain/log/textPrint.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { folderAt, labelsOf, type SpecFolder } from '../../domain/naming/specFolder.js';
import { type Changes, valueAt } from '../../domain/fields/change.js';
import type { SpecCommand } from '../../domain/spec/commands.js';
import { frontmatterDiff } from '../../domain/fields/frontmatterDiff.js';
import { ABSENT, type ActiveSpec, type Spec } from '../../domain/spec/spec.js';
import type { JsonObject } from '../../domain/value/json.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Hasher } from '../../ports/system.js';
import type { Clone } from '../../ports/repository/clone.js';
import type { Merges } from '../../ports/repository/merges.js';
import type { SpecStore } from '../../ports/specStore.js';
import { refuseLeftOut } from '../worktrees/refuseLeftOut.js';
import { refuseNewer } from './refuseNewer.js';
import { refuseReservedId, streamOf } from './specIdentities.js';
import type { Configuration } from '../../domain/project/configuration.js';

/** A spec ready for a change: what the log tells, and what has to be recorded before anything else. */
export interface SpecHistory {
  readonly id: string;
  readonly records: readonly LogRecord[];
  readonly spec: Spec;
  /** Frontmatter found in the document, `id` included. */
  readonly seen: JsonObject;
  /** What was found, not done: an import, a hand edit, a move. Recorded as observations. */
  readonly observations: readonly SpecCommand[];
  readonly document: DocumentState;
  /** Fields of the document that lag behind the log, also beside what a hand wrote. */
  readonly lagging: Changes;
  readonly place: PlaceState;
  /** Digest of the text as the log knows it; absent where it does not, as in logs of the first format and after a merge. */
  readonly text?: string;
  /** Git changes the text as it checks the document out, so that an edit cannot be told. */
  readonly isFiltered: boolean;
}

/** Compares a spec's document and folder with its log. */
export class SpecHistories {
  constructor(
    private readonly log: EventLog,
    private readonly hasher: Hasher,
    private readonly clone: Clone,
    private readonly merges: Merges,
    private readonly store: SpecStore,
    private readonly files: Pick<FileSystem, 'stat'>,
    private readonly config: Configuration,
  ) {}

  /**
   * @param title the title the document shows.
   * @param known its log, from whoever has just read them.
   */
  open(
    folder: SpecFolder,
    document: SpecDocument,
    title: string,
    judge: Judge = 'document',
    known?: readonly LogRecord[],
  ): SpecHistory {
    const sha256 = (text: string) => this.hasher.sha256(text);
    refuseReservedId(this.store.documentPath(folder), document.frontmatter);
    const id = streamOf(folder.ref, document.frontmatter, this.hasher);
    const seen: JsonObject = { ...document.frontmatter, id };
    const records = known ?? this.log.records(id);
    const { spec } = foldSpec(records);
    const labels = labelsOf(folder);
    refuseNewer(records, `The log of ${folder.ref}`);
    if (spec.kind === 'absent') {
      if (typeof document.frontmatter['id'] === 'string')
        refuseLeftOut(this.clone, `${LOG_FOLDER}/${id}`, `The log of ${folder.ref}`);
      const observations: SpecCommand[] = [
        { type: 'ImportSpec', data: { ...labels, title, frontmatter: seen } },
      ];
      return {
        id,
        records,
        spec: ABSENT,
        seen,
        observations,
        document: 'current',
        lagging: {},
        place: 'current',
        isFiltered: false,
      };
    }
    const { state, meant } = standingDocument(seen, spec, records, sha256, judge);
    const lagging = state === 'current' ? {} : changesBetween(seen, meant);
    const told = placeState(labels, spec, records);
    const place = this.#isShutOut(told, judge, spec) ? 'moved' : told;
    const body = document.text.slice(document.bodyStart);
    const print = textDigest(body, sha256);
    const text = knownText(headsOf(records), print);
    const isOther = text !== undefined && text !== print;
    const isFiltered = isOther && this.merges.isFiltered(this.store.documentPath(folder));
    const observations: SpecCommand[] = [
      ...(isOther && !isFiltered
        ? [{ type: 'ObserveText', data: { sections: changedSections(records, text, body) } } as const]
        : []),
      ...(state === 'edited'
        ? ([{ type: 'ObserveFrontmatter', data: { frontmatter: meant } }] as const)
        : []),
      ...(place === 'moved' ? ([{ type: 'ObservePlace', data: labels }] as const) : []),
    ];
    return {
      id,
      records,
      spec,
      seen,
      observations,
      document: state,
      lagging,
      place,
      isFiltered,
      ...(text !== undefined && { text }),
    };
  }

  /** Where the log would have its folder another spec is at home: it stays where it stands, and that is recorded. */
  #isShutOut(place: PlaceState, judge: Judge, { labels }: ActiveSpec): boolean {
    // What a merge moves it moves together.
    if (place !== 'interrupted' || judge === 'log') return false;
    const home = folderAt(this.config.specsDir, labels).path;
    // Mostly nothing is there: then the tree need not be looked at.
    if (this.files.stat(home) === undefined) return false;
    const other = this.store.folders().find(({ path }) => path === home);
    if (other === undefined) return false;
    const { frontmatter } = this.store.open(other);
    const { spec } = foldSpec(this.log.records(streamOf(other.ref, frontmatter, this.hasher)));
    return spec.kind === 'absent' || samePlace(spec.labels, other);
  }
}

function changesBetween(before: JsonObject, after: JsonObject): Changes {
  const changed = [...frontmatterDiff(before, after)].filter(([key]) => key !== 'updated');
  return Object.fromEntries(changed.map(([key, to]) => [key, { from: valueAt(before, key), to }]));
}

/** After a merge the text is what git made of it: an edit by hand can be told only where the branches agree, or one of them has it. */
function knownText(heads: readonly LogRecord[], seen: string): string | undefined {
  const recorded = new Set(heads.map(({ text }) => text));
  if (recorded.has(seen)) return seen;
  return recorded.size === 1 ? heads[0]?.text : undefined;
}

function changedSections(records: readonly LogRecord[], known: string, body: string) {
  const before = records.findLast(({ text, lines }) => text === known && lines !== undefined)?.lines;
  const after = textPrint(body);
  return before === undefined || after === undefined ? [] : textChanges(before, after);
}
