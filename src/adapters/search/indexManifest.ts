import { bytesToNumbers, DamagedIndex, numbersToBytes, packSections, unpackSections } from './sections.js';

/** What the index knows of one spec. */
export interface IndexedSpec {
  /** Folder, relative to the root. */
  readonly path: string;
  /** Names, sizes, times and inodes of its files (see specStates), without tabs or line ends; equal means unchanged. */
  readonly fingerprint: string;
  /** Digest of the text when the fingerprint is too young to be trusted; empty otherwise. */
  readonly digest: string;
  /** In stems. */
  readonly length: number;
  /** The spec's view as JSON. */
  readonly view: string;
}

export interface ManifestSegment {
  /** Name of the term file. */
  readonly terms: string;
  readonly specs: readonly IndexedSpec[];
}

/** The list of all indexed specs: first the main segment's, then the ones changed since. */
export function encodeManifest(segments: readonly ManifestSegment[]): Uint8Array {
  const encoder = new TextEncoder();
  const specs = segments.flatMap((segment) => segment.specs);
  const head = JSON.stringify(segments.map(({ terms, specs: { length } }) => ({ terms, specs: length })));
  const rows = specs.map(({ path, fingerprint, digest }) => `${plain(path)}\t${fingerprint}\t${digest}`);
  const views = specs.map(({ view }) => encoder.encode(view));
  const starts = [0];
  for (const { length } of views) starts.push((starts.at(-1) ?? 0) + length);
  return packSections([
    encoder.encode(head),
    encoder.encode(rows.join('\n')),
    numbersToBytes(specs.map(({ length }) => length)),
    numbersToBytes(starts),
    Buffer.concat(views),
  ]);
}

/** @throws DamagedIndex */
export function decodeManifest(bytes: Uint8Array): readonly ManifestSegment[] {
  const [head, rowBytes, lengthBytes, startBytes, viewBytes] = unpackSections(bytes, 5);
  if (!head || !rowBytes || !lengthBytes || !startBytes || !viewBytes) throw new DamagedIndex('sections');
  const text = (part: Uint8Array) => Buffer.from(part.buffer, part.byteOffset, part.length).toString('utf8');
  const lengths = bytesToNumbers(lengthBytes);
  const starts = bytesToNumbers(startBytes);
  const rows = lengths.length === 0 ? [] : text(rowBytes).split('\n');
  const specs = rows.map((row, i) => {
    const [path = '', fingerprint = '', digest = ''] = row.split('\t');
    const view = viewBytes.subarray(starts[i], starts[i + 1]);
    return new StoredSpec(original(path), fingerprint, digest, lengths[i] ?? 0, view);
  });
  const segments = JSON.parse(text(head)) as { readonly terms: string; readonly specs: number }[];
  let at = 0;
  return segments.map(({ terms, specs: count }) => ({ terms, specs: specs.slice(at, (at += count)) }));
}

/** Its view is decoded only when it is asked for. */
class StoredSpec implements IndexedSpec {
  readonly path: string;
  readonly fingerprint: string;
  readonly digest: string;
  readonly length: number;
  readonly #view: Uint8Array;

  constructor(path: string, fingerprint: string, digest: string, length: number, view: Uint8Array) {
    this.path = path;
    this.fingerprint = fingerprint;
    this.digest = digest;
    this.length = length;
    this.#view = view;
  }

  get view(): string {
    return Buffer.from(this.#view.buffer, this.#view.byteOffset, this.#view.length).toString('utf8');
  }
}

const UNPLAIN = /[%\t\n\r]/g;

function plain(text: string): string {
  return text.replace(UNPLAIN, encodeURIComponent);
}

function original(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}
