import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LogRecord } from '../../src/domain/log/records/record.js';
import {
  decodeRecord,
  encodeRecord,
  recordFileName,
  sealRecord,
} from '../../src/domain/log/records/recordOrderAndFormat.js';
import { runOnDisk } from '../support/runInProcess.js';
import { ScratchProject } from '../support/scratchProject.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let project: ScratchProject;
const run = (line: string) => runOnDisk(project.root, line.split(' '));

beforeEach(async () => {
  project = ScratchProject.initialised();
  for (const path of ['.git/objects/x', '.git/refs/x', '.git/HEAD', '.git/index']) project.write(path, '');
  await run('create a');
  await run('create b');
  // From this change on, the cache contains the Lamport clocks of the log.
  await run('update 2 --priority high');
});

/**
 * Copies a changed copy of the last record into the log of the first spec, as rsync would: without git and without
 * touching the folder of the spec.
 */
function copyIn(change: (last: LogRecord) => Partial<LogRecord>): void {
  const log = join(project.root, '.spectool/log');
  const records = readdirSync(log).flatMap((stream) =>
    readdirSync(join(log, stream)).map((name) => {
      const { record } = decodeRecord(readFileSync(join(log, stream, name), 'utf8'));
      if (record === undefined) throw new Error(name);
      return record;
    }),
  );
  const last = records.find(({ events }) => events.some(({ data }) => data['ref'] === '001-a'));
  if (last === undefined) throw new Error('no record of the first spec');
  const { id: _id, ...draft } = { ...last, parents: [last.id], nonce: 'copied', ...change(last) };
  const copied = sealRecord(draft, sha256);
  writeFileSync(join(log, last.spec, recordFileName(copied)), encodeRecord(copied));
}

describe('A record copied into the log of a spec without git', () => {
  it('prevents changes of its spec when its version is newer', async () => {
    copyIn(() => ({ v: 99, events: [] }));

    expect((await run('update 1 --priority low')).stderr).toContain('[LOG_NEWER]');
    expect((await run('update 2 --priority low')).code).toBe(0);
  });

  it.each(['validate --fix', 'update 1 --priority low'])(
    'moves no folder when it names the folder of another spec and `%s` runs',
    async (line) => {
      const ref = { from: '001-a', to: '002-b' };
      copyIn(({ lamport }) => ({ lamport: lamport + 1, events: [{ type: 'SpecRenamed', data: { ref } }] }));

      expect((await run(line)).code).toBe(0);
      await run('update 1 --priority high');

      expect(JSON.parse((await run('list --json')).stdout)).toMatchObject({
        specs: [{ path: 'specs/001-a', priority: 'high' }, { path: 'specs/002-b' }],
      });
    },
  );

  it('comes before the next change of its spec, even if its Lamport clock is high', async () => {
    copyIn(() => ({
      lamport: 5000,
      events: [{ type: 'FieldsChanged', data: { changes: { priority: { from: null, to: 'high' } } } }],
    }));

    await run('update 1 --priority low');

    expect(JSON.parse((await run('view 1 --json')).stdout)).toMatchObject({ spec: { priority: 'low' } });
    expect((await run('validate')).stdout).not.toContain('DIVERGED');
  });

  it('does not reserve its new spec number: create uses that number, and validate --fix renumbers', async () => {
    copyIn(({ lamport }) => ({
      lamport: lamport + 10,
      events: [{ type: 'SpecRenumbered', data: { from: 1, to: 3, ref: { from: '001-a', to: '003-a' } } }],
    }));

    expect((await run('create c')).stdout).toContain('003-c');
    expect((await run('validate')).stdout).toMatch(
      /001-a.*FOLDER_MOVED The folder was moved; in the log it is 003-a, outside the archive\./,
    );
    await run('validate --fix');
    const { specs } = JSON.parse((await run('list --json')).stdout) as { specs: { ref: string }[] };
    expect(specs.map(({ ref }) => ref)).toEqual(['002-b', '003-a', '004-c']);
    expect((await run('create d')).stdout).toContain('005-d');
  });
});
