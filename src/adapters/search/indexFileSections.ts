import type { OpenFile } from '../../ports/fileSystem.js';

/** The error for a damaged index. It is caught within `search`, which then rebuilds the index. */
export class DamagedIndex extends Error {}

/** The methods of a file that reading an index needs; bytes in memory can provide them too. */
export type Parts = Pick<OpenFile, 'size' | 'read'>;

const MAGIC = 0x31585053;
/** Format version. Increase it when text analysis, fields or the file layout change, so that older indexes are rebuilt. */
const VERSION = 11;
const HEADER = 16;
/** Number of bytes that are read first; the header of most files fits into them. */
const FIRST_BYTES = 1 << 15;

/**
 * Packs sections of bytes into one file: magic number, version, count, lengths and checksums, then the sections, each aligned to
 * eight bytes. Only the first `checked` sections get checksums in the header; the others contain their own, or are only compared
 * with other data.
 */
export function packSections(sections: readonly Uint8Array[], checked: number): Uint8Array {
  const start = aligned(HEADER + 8 * sections.length);
  const size = sections.reduce((at, { length }) => aligned(at + length), start);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = start;
  sections.forEach((section, i) => {
    view.setUint32(HEADER + 8 * i, section.length, true);
    bytes.set(section, at);
    const sum = i < checked ? checksum(bytes, at, at + section.length) : 0;
    view.setUint32(HEADER + 8 * i + 4, sum, true);
    at = aligned(at + section.length);
  });
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, sections.length, true);
  return bytes;
}

/** An opened index file: its first sections, read as a whole, and a function that reads parts of the others. */
export interface OpenSections {
  readonly whole: readonly Uint8Array[];
  /** Returns the bytes `[start, end)` of a section without checking them. @throws DamagedIndex if the section is shorter. */
  read(section: number, start: number, end: number): Uint8Array;
}

/**
 * Opens a file made by `packSections`. Reads the first `whole` of its `count` sections, and verifies the checksums of the first
 * `checked`.
 * @throws DamagedIndex if the file has another version, is truncated, or fails a checksum.
 */
export function openSections(file: Parts, count: number, whole: number, checked = whole): OpenSections {
  const first = exactly(file, 0, Math.min(file.size, FIRST_BYTES));
  if (first.length < HEADER + 8 * count) throw new DamagedIndex('not an index');
  const view = new DataView(first.buffer, first.byteOffset, first.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new DamagedIndex('not an index');
  if (view.getUint32(4, true) !== VERSION || view.getUint32(8, true) !== count)
    throw new DamagedIndex('another version');
  const starts = [aligned(HEADER + 8 * count)];
  const lengths: number[] = [];
  for (let i = 0; i < count; i++) {
    const length = view.getUint32(HEADER + 8 * i, true);
    lengths.push(length);
    starts.push(aligned((starts[i] ?? 0) + length));
  }
  if (starts.at(-1) !== file.size) throw new DamagedIndex('cut short');
  const headEnd = starts[whole] ?? 0;
  const head = headEnd <= first.length ? first : exactly(file, 0, headEnd);
  return {
    whole: lengths.slice(0, whole).map((length, i) => {
      const start = starts[i] ?? 0;
      const sum = view.getUint32(HEADER + 8 * i + 4, true);
      if (i < checked && checksum(head, start, start + length) !== sum) throw new DamagedIndex('changed');
      return head.subarray(start, start + length);
    }),
    read: (section, start, end) => {
      if (start > end || end > (lengths[section] ?? 0)) throw new DamagedIndex('beyond the end');
      return exactly(file, (starts[section] ?? 0) + start, end - start);
    },
  };
}

function exactly(file: Parts, start: number, length: number): Uint8Array {
  const bytes = file.read(start, length);
  if (bytes.length !== length) throw new DamagedIndex('cut short');
  return bytes;
}

/** Makes bytes in memory readable like a file, before they are written. */
export function partsOf(bytes: Uint8Array): Parts {
  return { size: bytes.length, read: (start, length) => bytes.slice(start, start + length) };
}

// A local constant, because looking up a global is slow in a separate JavaScript context, as under Jest.
const { imul } = Math;

/**
 * Returns the FNV-1a hash of the bytes `[start, end)`, computed over four-byte words where the bytes are aligned. It detects
 * damage, not forgery.
 */
export function checksum(bytes: Uint8Array, start = 0, end = bytes.length): number {
  if ((bytes.byteOffset + start) % 4 !== 0) return checksum(bytes.slice(start, end));
  let hash = 0x811c9dc5;
  const whole = (end - start) >> 2;
  // Read an Int32Array instead of assembling words from bytes, which is several times slower until the code is compiled. A
  // Uint32Array is not used, because V8 allocates an object for each large unsigned number.
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, whole);
  for (let i = 0; i < whole; i++) {
    hash = imul(hash ^ (words[i] as number), 0x01000193);
    hash ^= hash >>> 15;
  }
  for (let i = start + whole * 4; i < end; i++) hash = imul(hash ^ (bytes[i] as number), 0x01000193);
  return hash >>> 0;
}

export function numbersToBytes(numbers: ArrayLike<number>): Uint8Array {
  return new Uint8Array(Uint32Array.from(numbers).buffer);
}

/** Views bytes as 32-bit numbers. The bytes must begin at a multiple of four. */
export function bytesToNumbers(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
}

export function bytesToText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function aligned(size: number): number {
  return (size + 7) & ~7;
}
