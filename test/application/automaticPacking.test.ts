import { beforeEach, describe, expect, it } from '@jest/globals';
import { NoRepository } from '../../src/adapters/memory/testDoubles.js';
import { FileEventLog } from '../../src/adapters/storage/log/fileEventLog.js';
import { NodeHasher } from '../../src/adapters/system/systemServices.js';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';
import { LOG_FOLDER } from '../../src/domain/project/projectFolders.js';
import { expectRefusalOf } from '../support/thrownError.js';

let tool: TestSpectool;
let continuation: string | undefined;
let stream: string;

class Repository extends NoRepository {
  override continuation() {
    return continuation;
  }
}

beforeEach(async () => {
  continuation = undefined;
  tool = createTestSpectool({ ports: new Repository().ports });
  await tool.initProject.execute({ agentTools: 'none' });
  stream = (await tool.createSpec.execute({ name: 'a' })).spec.id ?? '';
});

/** Adds as many records to the log of the spec as if it had been changed so often. */
function changed(times: number): void {
  const log = new FileEventLog(tool.files, new NodeHasher());
  let [last] = log.records(stream);
  for (let n = 1; n <= times; n++) {
    last = log.seal({
      spec: stream,
      lamport: (last?.lamport ?? 0) + 1,
      parents: last === undefined ? [] : [last.id],
      actor: 'ada',
      at: '2026-01-05T10:00:00.000Z',
      command: 'accept',
      nonce: String(n),
      events: [{ type: 'SpecAccepted', data: {} }],
    });
    log.stage(last).commit();
  }
}

const logFiles = () => tool.files.list(`${LOG_FOLDER}/${stream}`).length;
const notes = async () => {
  const { notes = [], ok } = await tool.validateProject.execute({ strict: true });
  const { warnings = [] } = await tool.showStatistics.execute();
  return { ok, codes: [...notes, ...warnings].map(({ code }) => code) };
};

it('a log of a few hundred files is left alone by an automatic run, and neither validate nor stats mention it', async () => {
  changed(300);
  const before = tool.files.list(`${LOG_FOLDER}/${stream}`);
  expect(await tool.compactLog.execute({ auto: true })).toEqual({ packed: [], skipped: 'does not pay' });
  expect(tool.files.list(`${LOG_FOLDER}/${stream}`)).toEqual(before);
  expect((await notes()).codes).toEqual([]);
});

describe('a log of thousands of files', () => {
  beforeEach(() => changed(2001));

  it('is packed by an automatic run; before, validate and stats have a note that changes no result', async () => {
    expect(await notes()).toEqual({ ok: true, codes: ['LOG_UNPACKED', 'LOG_UNPACKED'] });
    expect(await tool.compactLog.execute({ auto: true })).toEqual({ packed: [{ stream, files: 2002 }] });
    expect(logFiles()).toBe(1);
    expect(await notes()).toEqual({ ok: true, codes: [] });
    expect(await tool.compactLog.execute({ auto: true })).toEqual({ packed: [], skipped: 'does not pay' });
  });

  it('is left alone by an automatic run while git merges, without an error', async () => {
    continuation = 'git merge --continue';
    expect(await tool.compactLog.execute({ auto: true })).toEqual({ packed: [], skipped: 'git operation' });
    expect(logFiles()).toBe(2002);
  });
});

it('automatic packing of single specs is refused', async () => {
  await expectRefusalOf(() => tool.compactLog.execute({ auto: true, specs: ['a'] }), 'USAGE');
});
