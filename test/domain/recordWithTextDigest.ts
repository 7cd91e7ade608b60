import { sha256 } from '../support/recordBuilder.js';
import type { LogRecord, NewRecord, RecordedEvent } from '../../src/domain/log/records/record.js';
import { sealRecord } from '../../src/domain/log/records/recordOrderAndFormat.js';
import type { SpecEvent } from '../../src/domain/spec/specEvents.js';

let made = 0;

/** Returns a record of the current format, which contains the digest of a text. */
export function recordWithTextDigest(
  parents: readonly LogRecord[],
  at: string | undefined,
  events: readonly SpecEvent[],
  more: Partial<NewRecord> = {},
): LogRecord {
  made += 1;
  return sealRecord(
    {
      spec: 'abcdefghij123456',
      lamport: Math.max(0, ...parents.map(({ lamport }) => lamport)) + 1,
      parents: parents.map(({ id }) => id),
      ...(at !== undefined && { at, actor: 'kim', nonce: String(made) }),
      command: 'test',
      text: 'a'.repeat(32),
      events: events as unknown as readonly RecordedEvent[],
      ...more,
    },
    sha256,
  );
}
