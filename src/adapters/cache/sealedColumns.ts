import { seal, unseal } from './sealedFile.js';

/** Times and numbers in a column of 64 bits, which needs no parsing, and everything else as JSON. Format: docs/cache.md. */
export interface Columns {
  readonly numbers: BigInt64Array;
  readonly content: unknown;
}

export function sealColumns({ numbers, content }: Columns): Uint8Array {
  const column = new BigInt64Array(1 + numbers.length);
  column[0] = BigInt(numbers.length);
  column.set(numbers, 1);
  return seal(Buffer.concat([new Uint8Array(column.buffer), asciiJson(content)]));
}

/** Undefined for anything {@link sealColumns} did not write. */
export function unsealColumns(bytes: Uint8Array): Columns | undefined {
  const sealed = unseal(bytes);
  if (sealed === undefined || sealed.length < 8) return undefined;
  const count = Number(new BigInt64Array(sealed.buffer, sealed.byteOffset, 1)[0]);
  const textAt = (1 + count) * 8;
  if (!Number.isSafeInteger(count) || count < 0 || textAt > sealed.length) return undefined;
  try {
    const content = parseAsciiJson(sealed.subarray(textAt));
    return { numbers: new BigInt64Array(sealed.buffer, sealed.byteOffset + 8, count), content };
  } catch {
    return undefined;
  }
}

const BEYOND_ASCII = /[\u0080-\uffff]/g;

/** JSON in ASCII alone: read several times as fast as UTF-8. */
function asciiJson(value: unknown): Uint8Array {
  const text = JSON.stringify(value);
  const escaped = text.replace(
    BEYOND_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Buffer.from(escaped, 'latin1');
}

/** @throws SyntaxError for anything but JSON. */
function parseAsciiJson(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
}
