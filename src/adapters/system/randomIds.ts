import { randomBytes, randomInt } from 'node:crypto';
import type { IdGenerator } from '../../ports/idGenerator.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SYMBOLS = `${LETTERS}0123456789`;
const LENGTH = 16;

/** Ids from the system's source of chance: 82 bits, so that clones never meet. */
export class RandomIds implements IdGenerator {
  /** A letter first, so that YAML never takes an id for a number and no one takes it for a sequence number. */
  specId(): string {
    const rest = Array.from({ length: LENGTH - 1 }, () => pick(SYMBOLS));
    return pick(LETTERS) + rest.join('');
  }

  nonce(): string {
    return randomBytes(8).toString('hex');
  }
}

function pick(symbols: string): string {
  return symbols.charAt(randomInt(symbols.length));
}
