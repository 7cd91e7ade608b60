import type { Node } from '../../src/adapters/memory/memoryFileSystem.js';

/**
 * The entries of a folder on a file system that ignores case and Unicode normalization, and keeps the first spelling of a name.
 * @param stored returns the form in which a new name is stored: unchanged (APFS, NTFS) or decomposed (HFS+).
 */
export class CaseInsensitiveNames extends Map<string, Node> {
  readonly #spelling = new Map<string, string>();
  readonly #stored: (name: string) => string;

  constructor(stored: (name: string) => string) {
    super();
    this.#stored = stored;
  }

  #nameOf(name: string): string {
    return this.#spelling.get(folded(name)) ?? this.#stored(name);
  }

  override get(name: string): Node | undefined {
    return super.get(this.#nameOf(name));
  }

  override has(name: string): boolean {
    return super.has(this.#nameOf(name));
  }

  override set(name: string, node: Node): this {
    const kept = this.#nameOf(name);
    this.#spelling.set(folded(name), kept);
    return super.set(kept, node);
  }

  override delete(name: string): boolean {
    const kept = this.#nameOf(name);
    this.#spelling.delete(folded(name));
    return super.delete(kept);
  }
}

function folded(name: string): string {
  return name.normalize('NFD').toLowerCase();
}
