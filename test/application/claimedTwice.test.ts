import { expect, it } from '@jest/globals';
import type { LogRecord } from '../../src/domain/log/records/record.js';
import { encodeRecord, recordFileName } from '../../src/domain/log/records/recordOrderAndFormat.js';
import { LOG_FOLDER } from '../../src/domain/project/projectFolders.js';
import { recordWithTextDigest } from '../domain/recordWithTextDigest.js';
import { MemoryBranch } from '../support/memoryBranches.js';

it('validate reports a spec claimed on two branches, which of the claims has no effect, and what to do', async () => {
  const branch = await MemoryBranch.begun();
  const { files, validateProject, viewSpec } = branch.tool;
  const [made] = branch.logFiles.map((path) => JSON.parse(files.readText(path) ?? '') as LogRecord);
  if (made === undefined) throw new Error('nothing was recorded');
  const claims = ['kim', 'lee'].map((by, minute) =>
    recordWithTextDigest(
      [made],
      `2026-01-05T10:0${String(minute + 1)}:00.000Z`,
      [
        { type: 'FieldsChanged', data: { changes: { assignee: { from: null, to: by } } } },
        { type: 'SpecClaimed', data: { by, lease: '4h' } },
      ],
      { spec: made.spec, actor: by },
    ),
  );
  for (const claim of claims)
    files.write(`${LOG_FOLDER}/${made.spec}/${recordFileName(claim)}`, encodeRecord(claim));
  const { findings } = await validateProject.execute();
  expect(findings.filter(({ code }) => code === 'CLAIMED_TWICE')).toEqual([
    {
      severity: 'warning',
      code: 'CLAIMED_TWICE',
      spec: '001-a',
      file: `${LOG_FOLDER}/${made.spec}`,
      message: expect.stringMatching(/^The claim by @lee \(\w+\) has no effect: /) as unknown,
      fix: 'agree on who keeps the spec; the other actor claims another spec. The warning ends when the holder completes or releases the spec',
    },
  ]);
  expect((await viewSpec.execute({ spec: '1' })).warnings?.map(({ code }) => code)).toContain(
    'CLAIMED_TWICE',
  );
});
