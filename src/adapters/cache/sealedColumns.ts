import { seal, unseal } from './sealedFile.js';

/** Times and numbers in a column of 64 bits, which needs no parsing, and everything else as JSON. Format: docs/cache.md. */
export interface Columns {
  readonly numbers: BigInt64Array;
  readonly content: unknown;
}

/** The same, of which the JSON is text still. */
export interface WrittenColumns {
  readonly numbers: BigInt64Array;
  /** JSON in ASCII. */
  readonly text: string;
}

export function sealColumns({ numbers, content }: Columns): Uint8Array {
  return sealWritten({ numbers, text: asciiJson(content) });
}

export function sealWritten({ numbers, text }: WrittenColumns): Uint8Array {
  const column = new BigInt64Array(1 + numbers.length);
  column[0] = BigInt(numbers.length);
  column.set(numbers, 1);
  return seal(Buffer.concat([new Uint8Array(column.buffer), Buffer.from(text, 'latin1')]));
}

/** Undefined for anything {@link sealColumns} did not write. */
export function unsealColumns(bytes: Uint8Array): Columns | undefined {
  const written = unsealWritten(bytes);
  if (written === undefined) return undefined;
  try {
    return { numbers: written.numbers, content: JSON.parse(written.text) as unknown };
  } catch {
    return undefined;
  }
}

/** As {@link unsealColumns}; whether the text is JSON is not looked at. */
export function unsealWritten(bytes: Uint8Array): WrittenColumns | undefined {
  const sealed = unseal(bytes);
  if (sealed === undefined || sealed.length < 8) return undefined;
  const count = Number(new BigInt64Array(sealed.buffer, sealed.byteOffset, 1)[0]);
  const textAt = (1 + count) * 8;
  if (!Number.isSafeInteger(count) || count < 0 || textAt > sealed.length) return undefined;
  const numbers = new BigInt64Array(sealed.buffer, sealed.byteOffset + 8, count);
  const text = Buffer.from(sealed.buffer, sealed.byteOffset + textAt, sealed.length - textAt);
  return { numbers, text: text.toString('latin1') };
}

const BEYOND_ASCII = /[\u0080-\uffff]/g;

/** JSON in ASCII alone: read several times as fast as UTF-8. */
export function asciiJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
