/** Thrown inside this room only: the cache is then made anew. */
export class DamagedIndex extends Error {}

const MAGIC = 0x31585053;
/** Raised whenever analysis, fields or layout change. */
const VERSION = 1;
const HEADER = 16;

/** Sections of bytes in one: magic, version, checksum, count, lengths, then the sections, each on a multiple of eight. */
export function packSections(sections: readonly Uint8Array[]): Uint8Array {
  const start = aligned(HEADER + 4 * sections.length);
  const size = sections.reduce((at, { length }) => aligned(at + length), start);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = start;
  sections.forEach((section, i) => {
    view.setUint32(HEADER + 4 * i, section.length, true);
    bytes.set(section, at);
    at = aligned(at + section.length);
  });
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(12, sections.length, true);
  view.setUint32(8, checksum(bytes.subarray(12)), true);
  return bytes;
}

/**
 * The sections again.
 * @throws DamagedIndex when they are of another version, cut short or changed. `unchecked` sections at the end carry
 * their own checksums.
 */
export function unpackSections(
  bytes: Uint8Array,
  count: number,
  options: { readonly unchecked?: boolean } = {},
): readonly Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER + 4 * count || view.getUint32(0, true) !== MAGIC)
    throw new DamagedIndex('not an index');
  if (view.getUint32(4, true) !== VERSION || view.getUint32(12, true) !== count)
    throw new DamagedIndex('another version');
  if (options.unchecked !== true && view.getUint32(8, true) !== checksum(bytes.subarray(12))) {
    throw new DamagedIndex('changed');
  }
  const sections: Uint8Array[] = [];
  let at = aligned(HEADER + 4 * count);
  for (let i = 0; i < count; i++) {
    const length = view.getUint32(HEADER + 4 * i, true);
    if (at + length > bytes.length) throw new DamagedIndex('cut short');
    sections.push(bytes.subarray(at, at + length));
    at = aligned(at + length);
  }
  return sections;
}

/** FNV-1a over the bytes. */
export function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
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
