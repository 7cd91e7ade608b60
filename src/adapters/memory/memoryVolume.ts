import { systemError } from '../../domain/errors/fileFailure.js';

interface Times {
  readonly inode: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}
export interface FileNode extends Times {
  readonly kind: 'file';
  readonly bytes: Uint8Array;
}
export interface LinkNode extends Times {
  readonly kind: 'link';
  readonly target: string;
}
export interface DirectoryNode extends Times {
  readonly kind: 'directory';
  readonly entries: Map<string, Node>;
}
export type Node = FileNode | LinkNode | DirectoryNode;

/** The result of resolving a path. */
export interface Location {
  /** Components of the path from `/` on, with links resolved. The last components need not exist. */
  readonly place: readonly string[];
  readonly node: Node | undefined;
}

const MAX_LINKS = 40;
/**
 * 2026-01-01 in nanoseconds since 1970, the time of the first change. Each change is one millisecond later than the change
 * before, so that changes can be ordered.
 */
const FIRST_NS = 1_767_225_600_000_000_000n;
const TICK_NS = 1_000_000n;

/** A disk in memory: a tree of folders, files and symbolic links below `/`. */
export class MemoryVolume {
  #changes = 0n;
  readonly #names: () => Map<string, Node>;
  readonly #root: DirectoryNode;

  /**
   * @param names makes the map of entries for a new folder. A test can pass one that treats names as equal that differ in case or
   * Unicode form, like some disks.
   */
  constructor(names: () => Map<string, Node> = () => new Map<string, Node>()) {
    this.#names = names;
    this.#root = { kind: 'directory', entries: names(), ...this.#stamp() };
  }

  file(bytes: Uint8Array): FileNode {
    return { kind: 'file', bytes, ...this.#stamp() };
  }

  linkTo(target: string): LinkNode {
    return { kind: 'link', target, ...this.#stamp() };
  }

  /** Resolves a path. Follows every link in it, but a link at the end only with `follow`. @throws ELOOP after 40 links. */
  locate(path: string, follow: boolean): Location {
    let todo = path.split('/');
    let place: string[] = [];
    let node: Node | undefined = this.#root;
    let links = 0;
    for (let part = todo.shift(); part !== undefined; part = todo.shift()) {
      if (part === '' || part === '.') continue;
      if (part === '..') {
        place.pop();
        node = this.#at(place);
        continue;
      }
      const child: Node | undefined = node?.kind === 'directory' ? node.entries.get(part) : undefined;
      if (child?.kind === 'link' && (follow || todo.length > 0)) {
        links += 1;
        if (links > MAX_LINKS) throw systemError('ELOOP');
        if (child.target.startsWith('/')) {
          place = [];
          node = this.#root;
        }
        todo = [...child.target.split('/'), ...todo];
        continue;
      }
      place.push(part);
      node = child;
    }
    return { place, node };
  }

  /** Stores a file, folder or link under a path; creates missing parent folders. */
  put(place: readonly string[], node: Node): void {
    const name = place.at(-1);
    if (name === undefined) throw systemError('EISDIR');
    const parent = this.makeFolder(place.slice(0, -1));
    parent.entries.set(name, node);
    this.#touch(parent);
  }

  drop(place: readonly string[]): void {
    const parent = this.#at(place.slice(0, -1));
    if (parent?.kind !== 'directory') return;
    parent.entries.delete(place.at(-1) ?? '');
    this.#touch(parent);
  }

  /** Creates a folder and its missing parent folders. @throws ENOTDIR if one of them is a file. */
  makeFolder(place: readonly string[]): DirectoryNode {
    let folder = this.#root;
    for (const part of place) {
      let next = folder.entries.get(part);
      if (next === undefined) {
        next = { kind: 'directory', entries: this.#names(), ...this.#stamp() };
        folder.entries.set(part, next);
        this.#touch(folder);
      }
      if (next.kind !== 'directory') throw systemError('ENOTDIR');
      folder = next;
    }
    return folder;
  }

  #at(place: readonly string[]): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const part of place) node = node?.kind === 'directory' ? node.entries.get(part) : undefined;
    return node;
  }

  /** Sets a folder's modification time, because adding or removing an entry modifies the folder. */
  #touch(folder: DirectoryNode): void {
    const { mtimeNs, ctimeNs } = this.#stamp();
    Object.assign(folder, { mtimeNs, ctimeNs });
  }

  #stamp(): Times {
    this.#changes += 1n;
    const now = FIRST_NS + this.#changes * TICK_NS;
    return { inode: this.#changes, mtimeNs: now, ctimeNs: now };
  }
}
