import { firstOf } from '../../../domain/value/bounds.js';
import { foldersAbove } from '../../../domain/naming/projectPath.js';
import type { SpecFolder } from '../../../domain/naming/specFolder.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { MeetingVersions, Merges, StagedText } from '../../../ports/repository/merges.js';
import type { SpecStore } from '../../../ports/specStore.js';
import type { PlannedWrite } from '../../../ports/transaction.js';
import type { PlannedChange } from '../../changes/changeSpecs.js';
import { updateAllReferences, renamesBy, type FolderMove } from '../../changes/folderMoves.js';
import { textsIn } from '../../changes/updateLinks.js';
import type { Warning } from '../../warning.js';

type Side = 'ours' | 'theirs';

/** A spec that gets another folder, because both sides created a spec with the same folder name. */
export interface SplitSpec extends FolderMove {
  readonly id: string;
}

/** A spec that may contain references to a renamed spec. */
export interface ReferringSpec {
  readonly id: unknown;
  readonly folder: SpecFolder;
  /** Text that the document will have, if it changes. */
  readonly text?: string;
}

/** Planned writes for the files in the folder of a spec, and the files to stage in git afterwards. */
export interface FilesToGo {
  readonly writes: readonly PlannedWrite[];
  readonly staged: readonly StagedText[];
  readonly warnings: readonly Warning[];
}

/**
 * Separates folders that git merged into one: two specs with the same folder name, or one spec moved to different places.
 * Of two specs, the later one gets a folder with its document. References from one side follow the spec of that side; ambiguous
 * ones stay and are reported, as the other files of the folder do.
 */
export class MergedFolderSeparation {
  readonly #store: SpecStore;
  readonly #files: FileSystem;
  readonly #merges: Merges;

  constructor(store: SpecStore, files: FileSystem, merges: Merges) {
    this.#store = store;
    this.#files = files;
    this.#merges = merges;
  }

  /**
   * Returns the changes that update references in other specs, by path of the spec's folder. A reference that only one side
   * has means the spec of that side.
   */
  following(
    parted: readonly SplitSpec[],
    others: readonly ReferringSpec[],
  ): {
    readonly changes: ReadonlyMap<string, Pick<PlannedChange, 'commands' | 'editText'>>;
    readonly warnings: readonly Warning[];
  } {
    const changes = new Map<string, Pick<PlannedChange, 'commands' | 'editText'>>();
    if (parted.length === 0) return { changes, warnings: [] };
    const isNamed = (text: string) => parted.some((move) => names(this.#store, text, move));
    const referring = others.flatMap((other) => {
      const texts = this.#textsOf(other).filter(({ text }) => isNamed(text));
      return texts.length === 0 ? [] : [{ ...other, texts }];
    });
    const homes = parted.map(({ folder }) => this.#store.documentPath(folder));
    const paths = referring.flatMap(({ texts }) => texts.map(({ path }) => path));
    const versions = this.#merges.versionsThatMeet([...new Set([...homes, ...paths])]);
    const unclear = new Map<SplitSpec, string[]>();
    for (const { folder, id, texts } of referring) {
      const movesOf = new Map<string, readonly FolderMove[]>();
      for (const { path, text } of texts) {
        const isOwn = (version: string) =>
          path !== this.#store.documentPath(folder) || this.#idOf(version) === id;
        const sides = sidesOf(versions.get(path), isOwn);
        const moves = parted.filter((move) => {
          if (!names(this.#store, text, move)) return false;
          const side = this.#sideOf(move, versions);
          const [own, other] = [sides[side ?? 'ours'], sides[side === 'ours' ? 'theirs' : 'ours']];
          const [isInOwn, isInOther] = [own, other].map(
            (one) => one !== undefined && names(this.#store, one, move),
          );
          if (side !== undefined && isInOwn !== isInOther) return isInOwn;
          unclear.set(move, [...(unclear.get(move) ?? []), folder.ref]);
          return false;
        });
        if (moves.length > 0) movesOf.set(path, moves);
      }
      if (movesOf.size === 0) continue;
      const inDocument = renamesBy(movesOf.get(this.#store.documentPath(folder)) ?? []);
      changes.set(folder.path, {
        commands: ({ frontmatter }) => inDocument(frontmatter),
        editText: (text, { from }) => updateAllReferences(text, movesOf.get(from) ?? []),
      });
    }
    return { changes, warnings: [...unclear].map(([move, refs]) => ambiguous(move, [...new Set(refs)])) };
  }

  /** Names the other files in the folder of a renamed spec, which stay. @param to new folder of the spec. */
  beside({ folder }: SplitSpec, to: SpecFolder): FilesToGo {
    const paths = this.#filesIn(folder.path).map((name) => `${folder.path}/${name}`);
    return {
      writes: [],
      staged: [],
      warnings: paths.length === 0 ? [] : [left(paths, folder.path, to.path)],
    };
  }

  /**
   * Moves the files of a spec into one folder, if both sides moved the spec and git left its files in both folders. The files
   * stay in conflict until they are in that folder.
   * @param places folders of the spec's versions.
   * @param emptied the folders of `places` that have no document now.
   * @param before current folder of the spec.
   */
  gathered(
    places: readonly string[],
    emptied: readonly string[],
    { before, to }: { readonly before: string; readonly to: string },
    remove: (path: string) => PlannedWrite,
  ): FilesToGo {
    const writes: PlannedWrite[] = [];
    const staying: string[] = [];
    for (const place of emptied) {
      for (const name of this.#filesIn(place)) {
        const path = `${place}/${name}`;
        const there = this.#files.read(`${before}/${name}`);
        if (there === undefined)
          writes.push({
            kind: 'move',
            from: path,
            to: `${to}/${name}`,
            groups: foldersAbove(path).slice(1).reverse(),
          });
        else if (Buffer.from(there).equals(this.#files.read(path) ?? new Uint8Array()))
          writes.push(remove(path));
        else staying.push(path);
      }
    }
    const going = new Set(writes.flatMap((write) => (write.kind === 'move' ? [write.from] : [])));
    const isGone = (path: string) =>
      going.has(path) ||
      (before !== to && path.startsWith(`${before}/`)) ||
      this.#files.stat(path) === undefined;
    const staged = this.#merges
      .conflictedPaths()
      .filter((path) => places.some((place) => path.startsWith(`${place}/`)) && isGone(path))
      .map((path) => ({ path }));
    return { writes, staged, warnings: staying.length === 0 ? [] : [left(staying, emptied.join(', '), to)] };
  }

  /** Names of the files in a folder, without its document. */
  #filesIn(path: string): readonly string[] {
    const document = this.#store.documentPath({ path }).slice(path.length + 1);
    const folder = { path, ref: '', name: '', sequence: null, archived: false };
    return this.#store.files(folder).filter((name) => name !== document);
  }

  #textsOf({
    folder,
    text: given,
  }: ReferringSpec): readonly { readonly path: string; readonly text: string }[] {
    const document = this.#store.documentPath(folder);
    const texts = textsIn(this.#store, folder);
    if (given === undefined) return texts;
    return [{ path: document, text: given }, ...texts.filter(({ path }) => path !== document)];
  }

  /** Returns the side of the merge on which the renamed spec had this folder. */
  #sideOf({ id, folder }: SplitSpec, versions: ReadonlyMap<string, MeetingVersions>): Side | undefined {
    const version = versions.get(this.#store.documentPath(folder));
    const sides = (['ours', 'theirs'] as const).filter((side) => this.#idOf(version?.[side] ?? '') === id);
    return sides.length === 1 ? sides[0] : undefined;
  }

  #idOf(text: string): unknown {
    return this.#store.parse(text).frontmatter['id'];
  }
}

/** True if the text refers to the folder in its frontmatter or by a link. */
function names(store: SpecStore, text: string, move: FolderMove): boolean {
  if (!text.includes(move.from)) return false;
  return (
    updateAllReferences(text, [move]) !== text || renamesBy([move])(store.parse(text).frontmatter).length > 0
  );
}

function sidesOf(
  { ours, theirs }: MeetingVersions = {},
  isOwn: (text: string) => boolean,
): { readonly [side in Side]: string | undefined } {
  const known = (text: string | null | undefined) =>
    typeof text === 'string' && isOwn(text) ? text : undefined;
  return { ours: known(ours), theirs: known(theirs) };
}

function ambiguous({ from, to }: FolderMove, refs: readonly string[]): Warning {
  return {
    code: 'REFERENCE_AMBIGUOUS',
    message: `${firstOf(refs)} ${refs.length === 1 ? 'refers' : 'refer'} to ${from}, which was the name of ${to} on the other branch; the reference was not changed.`,
    hint: `If the reference means ${to}, change the reference to that name.`,
  };
}

function left(files: readonly string[], home: string, to: string): Warning {
  return {
    code: 'FILES_STAY',
    message: `Some files in ${home} may belong to either of two specs and were left in that folder: ${firstOf(files)}.`,
    hint: `Move the files of the other spec to ${to}.`,
  };
}
