import { isProjectPath } from '../../../domain/naming/projectPath.js';
import type { FileStat, FileSystem, OpenFile, StagedFile } from '../../../ports/fileSystem.js';

/** What only this working tree can make of a text: what was brought from elsewhere does not have it. */
export type Seal = (text: string) => string;

/** Ignored by git; files whose place a new text took, while somebody may still be writing to them. */
export const REPLACED_FOLDER = '.spectool/replaced';
/** Who opened a file to append has written by then. */
const KEPT_MS = 60_000;
/** Written so short a time before, a file may be written again without its time telling: one tick of the clock of files, or two seconds where ticks are coarse. */
const FINE_MS = 50;
const COARSE_MS = 2_000;
const NAME = /^(\d{1,15})-(\d{1,15})-(\d{1,20})-[a-z0-9]+\.json$/;

/** A file that was replaced, under its second name, with the text that was known of it. */
export interface ReplacedFile {
  readonly spec: string;
  readonly path: string;
  /** Below the spec's folder. */
  readonly file: string;
  /** What the new text was planned on: anything else in the file came afterwards. */
  readonly base: string;
  /** What the file holds now. */
  readonly text: string;
  /** Where `base` is kept, to be moved on once the text is brought home. */
  readonly note: string;
}

type Note = Pick<ReplacedFile, 'spec' | 'path' | 'file' | 'base'>;

/** A file that has one name only, by its descriptor. */
interface HeldFile {
  readonly opened: OpenFile;
  readonly note: Note;
  base: string;
}

/**
 * Keeps hold of files that are replaced: a rename takes the name from a file, not from the programs that have it open. What they
 * append goes on into the old file, which is looked at for a minute under a second name.
 */
export class ReplacedFiles {
  readonly #files: FileSystem;
  readonly #now: () => number;
  readonly #seal: () => Seal | undefined;
  /** Where a file cannot have two names: its descriptor, until this process ends. */
  readonly #open: HeldFile[] = [];

  /**
   * @param now milliseconds, as the file system counts them.
   * @param seal of this working tree, where it can keep one: notes that somebody else brought are passed over.
   */
  constructor(
    files: FileSystem,
    now: () => number = Date.now,
    seal: () => Seal | undefined = () => undefined,
  ) {
    this.#files = files;
    this.#now = now;
    this.#seal = seal;
  }

  /**
   * Puts the staged text in the place of the file at its path, and keeps the old file.
   * @param stat of the file before `note.base` was read from it, so that whatever is written later shows.
   * @returns false when another file stands there by now: an editor saved its own, which is left.
   */
  replace(staged: StagedFile, note: Note, stat: FileStat): boolean {
    this.#makeFolder();
    const chance = Math.random().toString(36).slice(2, 10);
    const name = `${String(this.#now())}-${String(Buffer.byteLength(note.base))}-${String(stat.mtimeNs)}-${chance}`;
    const place = `${REPLACED_FOLDER}/${name}.json`;
    this.#files.write(place, encode(note, this.#seal()), { durable: false });
    const opened = this.#files.open(note.path);
    try {
      if (this.#files.stat(note.path)?.inode !== stat.inode) {
        opened?.close();
        this.#files.remove(place);
        return false;
      }
      if (staged.commit(fileOf(place))) opened?.close();
      else {
        this.#files.remove(place);
        if (opened !== undefined) this.#open.push({ opened, note, base: note.base });
      }
      return true;
    } catch (error) {
      opened?.close();
      this.#files.remove(place);
      throw error;
    }
  }

  /** True when the file at a path has its second name already: who gave it was killed before another took its place. */
  keeps(path: string): boolean {
    const inode = this.#files.stat(path)?.inode;
    return this.#names().some(
      (name) => this.#files.stat(fileOf(`${REPLACED_FOLDER}/${name}`))?.inode === inode,
    );
  }

  /** Files that hold more, or something else, than what was known of them; those that lie still for long are let go. */
  changed(): readonly ReplacedFile[] {
    return [...this.#kept(), ...this.#held()];
  }

  /** The note to write once what `text` says is in the document: later additions are told from it. */
  broughtHome({
    spec,
    path,
    file,
    text,
    note,
  }: ReplacedFile): { readonly path: string; readonly text: string } | undefined {
    if (note === '') {
      const held = this.#open.find((one) => one.note.path === path && text.startsWith(one.base));
      if (held !== undefined) held.base = text;
      return undefined;
    }
    return { path: note, text: encode({ spec, path, file, base: text }, this.#seal()) };
  }

  #kept(): readonly ReplacedFile[] {
    const newest = new Set<bigint>();
    const found = this.#names().flatMap((name) => {
      const [, at, size, mtime] = NAME.exec(name) ?? [];
      const note = `${REPLACED_FOLDER}/${name}`;
      const stat = this.#files.stat(fileOf(note));
      // One file twice: a writer was killed before another took its place, and the next one replaced it. That one knew it best.
      if (stat !== undefined && newest.has(stat.inode)) {
        this.#drop(note);
        return [];
      }
      if (stat !== undefined) newest.add(stat.inode);
      const isOld = this.#now() - Number(at) > KEPT_MS;
      const isSame = stat?.size === Number(size) && String(stat.mtimeNs) === mtime;
      const isStill = isSame && wasQuiet(stat.mtimeNs, Number(at));
      if (stat === undefined || isStill) {
        if (isOld || stat === undefined) this.#drop(note);
        return [];
      }
      const known = decode(this.#files.readText(note), this.#seal());
      const text = this.#files.readText(fileOf(note));
      const isHome = known !== undefined && this.#files.stat(known.path)?.inode === stat.inode;
      if (known === undefined || text === undefined || text === known.base || isHome) {
        if (isOld || known === undefined || isHome) this.#drop(note);
        return [];
      }
      return [{ ...known, text, note }];
    });
    return found.reverse();
  }

  /** Of the notes, the newest first. */
  #names(): readonly string[] {
    const names = this.#files.list(REPLACED_FOLDER).map(({ name }) => name);
    return names.filter((name) => NAME.test(name)).sort((a, b) => parseInt(b) - parseInt(a));
  }

  #held(): readonly ReplacedFile[] {
    return this.#open.flatMap(({ opened, note, base }) => {
      const bytes = opened.read(0, opened.size + 16_000_000);
      const text = Buffer.from(bytes).toString('utf8');
      return text === base ? [] : [{ ...note, base, text, note: '' }];
    });
  }

  #drop(note: string): void {
    this.#files.remove(fileOf(note));
    this.#files.remove(note);
  }

  #makeFolder(): void {
    const ignore = `${REPLACED_FOLDER}/.gitignore`;
    if (this.#files.stat(ignore) === undefined) this.#files.write(ignore, '*\n', { durable: false });
  }
}

/** True when the time of a file proves that nothing was written to it since. */
function wasQuiet(mtimeNs: bigint, at: number): boolean {
  const margin = mtimeNs % 1_000_000n === 0n ? COARSE_MS : FINE_MS;
  return at - Number(mtimeNs / 1_000_000n) > margin;
}

function fileOf(note: string): string {
  return note.replace(/\.json$/, '.file');
}

function encode({ spec, path, file, base }: Note, seal: Seal | undefined): string {
  const note = { spec, path, file, base };
  return JSON.stringify(seal === undefined ? note : { ...note, seal: seal(JSON.stringify(note)) });
}

/** Somebody else may have put it there: anything of another shape, or without the seal, is none of ours. */
function decode(text: string | undefined, seal: Seal | undefined): Note | undefined {
  try {
    const {
      spec,
      path,
      file,
      base,
      seal: sealed,
    } = JSON.parse(text ?? '') as Readonly<Record<string, unknown>>;
    if (typeof spec !== 'string' || typeof base !== 'string') return undefined;
    if (typeof path !== 'string' || typeof file !== 'string' || !path.endsWith(`/${file}`)) return undefined;
    if (!isProjectPath(path) || !isProjectPath(file)) return undefined;
    const note = { spec, path, file, base };
    return seal === undefined || sealed === seal(JSON.stringify(note)) ? note : undefined;
  } catch {
    return undefined;
  }
}
