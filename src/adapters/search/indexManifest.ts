import { bytesToNumbers, DamagedIndex, numbersToBytes, packSections, unpackSections } from './sections.js';

/** What the index knows of one spec. */
export interface IndexedSpec {
  /** Folder, relative to the root. */
  readonly path: string;
  /** Names, sizes, times and inodes of its Markdown files; equal means unchanged. */
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
  const rows = specs.map(({ path, fingerprint, digest }) =>
    [path, fingerprint, digest].map(plain).join('\t'),
  );
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
  const specs = rows.map((row, i): IndexedSpec => {
    const [path = '', fingerprint = '', digest = ''] = row.split('\t').map(original);
    return {
      path,
      fingerprint,
      digest,
      length: lengths[i] ?? 0,
      get view() {
        return text(viewBytes.subarray(starts[i], starts[i + 1]));
      },
    };
  });
  const segments = JSON.parse(text(head)) as { readonly terms: string; readonly specs: number }[];
  let at = 0;
  return segments.map(({ terms, specs: count }) => ({ terms, specs: specs.slice(at, (at += count)) }));
}

const UNPLAIN = /[%\t\n\r]/g;

function plain(text: string): string {
  return text.replace(UNPLAIN, encodeURIComponent);
}

function original(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}
