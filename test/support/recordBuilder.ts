import { createHash } from 'node:crypto';
import type { LogRecord, RecordedEvent } from '../../src/domain/log/records/record.js';
import { foldSpec } from '../../src/domain/log/foldSpec.js';
import { orderRecords, sealRecord } from '../../src/domain/log/records/recordOrderAndFormat.js';
import type { ActiveSpec } from '../../src/domain/spec/spec.js';
import type { SpecEvent } from '../../src/domain/spec/specEvents.js';
import { frontmatterDigest } from '../../src/domain/log/digests.js';
import type { JsonObject } from '../../src/domain/value/jsonValue.js';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns a record of one spec that follows the records `parents`; `leadsTo` is the frontmatter after the record. */
export function aRecord(
  lamport: number,
  parents: readonly LogRecord[],
  events: readonly SpecEvent[],
  more: { readonly leadsTo?: JsonObject; readonly actor?: string; readonly text?: string } = {},
): LogRecord {
  return sealRecord(
    {
      spec: 'abcdefghij123456',
      lamport,
      parents: parents.map(({ id }) => id),
      actor: more.actor ?? 'kim',
      at: `2026-01-05T10:00:${String(lamport % 60).padStart(2, '0')}.000Z`,
      command: 'test',
      nonce: String(lamport),
      ...(more.leadsTo && { digest: frontmatterDigest(more.leadsTo, sha256) }),
      ...(more.text !== undefined && { text: more.text }),
      events: events as unknown as readonly RecordedEvent[],
    },
    sha256,
  );
}

/** Returns the spec that the records tell of; without such a spec the test fails. */
export function specOf(records: readonly LogRecord[]): ActiveSpec {
  const { spec } = foldSpec(orderRecords(records));
  if (spec.kind === 'absent') throw new Error('the records tell of no spec');
  return spec;
}
