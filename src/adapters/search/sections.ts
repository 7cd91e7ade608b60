/** Thrown inside this room only: the cache is then made anew. */
export class DamagedIndex extends Error {}

const MAGIC = 0x31585053;
/** Raised whenever analysis, fields or layout change. */
const VERSION = 5;
const HEADER = 16;

/** Sections of bytes in one: magic, version, count, lengths and checksums, then the sections, each on a multiple of eight. */
export function packSections(sections: readonly Uint8Array[]): Uint8Array {
  const start = aligned(HEADER + 8 * sections.length);
  const size = sections.reduce((at, { length }) => aligned(at + length), start);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = start;
  sections.forEach((section, i) => {
    view.setUint32(HEADER + 8 * i, section.length, true);
    view.setUint32(HEADER + 8 * i + 4, checksum(section), true);
    bytes.set(section, at);
    at = aligned(at + section.length);
  });
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, sections.length, true);
  return bytes;
}

/**
 * The sections again; the last `unchecked` ones carry checksums of their own.
 * @throws DamagedIndex when they are of another version, cut short or changed.
 */
export function unpackSections(bytes: Uint8Array, count: number, unchecked = 0): readonly Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER + 8 * count || view.getUint32(0, true) !== MAGIC)
    throw new DamagedIndex('not an index');
  if (view.getUint32(4, true) !== VERSION || view.getUint32(8, true) !== count)
    throw new DamagedIndex('another version');
  const sections: Uint8Array[] = [];
  let at = aligned(HEADER + 8 * count);
  for (let i = 0; i < count; i++) {
    const length = view.getUint32(HEADER + 8 * i, true);
    if (at + length > bytes.length) throw new DamagedIndex('cut short');
    const section = bytes.subarray(at, at + length);
    if (i < count - unchecked && checksum(section) !== view.getUint32(HEADER + 8 * i + 4, true))
      throw new DamagedIndex('changed');
    sections.push(section);
    at = aligned(at + length);
  }
  return sections;
}

/** FNV-1a, over words of four bytes where it can be: told apart are damages, not attacks. */
export function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  const whole = bytes.length & ~3;
  // An index into words is several times as fast as putting them together, before the code is warm.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, whole >> 2);
  for (let i = 0; i < words.length; i++) {
    hash = Math.imul(hash ^ (words[i] as number), 0x01000193);
    hash ^= hash >>> 15;
  }
  for (let i = whole; i < bytes.length; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  return hash >>> 0;
}

export function numbersToBytes(numbers: ArrayLike<number>): Uint8Array {
  return new Uint8Array(Uint32Array.from(numbers).buffer);
}

export function bytesToNumbers(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 2);
}

function aligned(size: number): number {
  return (size + 7) & ~7;
}
