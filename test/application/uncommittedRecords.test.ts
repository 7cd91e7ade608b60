import { expect, it } from '@jest/globals';
import { NoRepository } from '../../src/adapters/memory/testDoubles.js';
import { LOG_FOLDER } from '../../src/domain/project/projectFolders.js';
import { MemoryProject } from '../support/memoryProject.js';

const HASH = 'a'.repeat(40);

/** A repository whose last commit, made at `committedAt`, has the documents but not these records. */
class Repository extends NoRepository {
  committedAt = 0;
  records: readonly string[] = [];
  asked = 0;

  override filesNotInHead(): never {
    return this.records as never;
  }

  override commitNamed(): never {
    this.asked += 1;
    return HASH as never;
  }

  override commits() {
    const commit = { hash: HASH, author: '', authoredAt: 0, message: '', files: [] };
    return { commits: [{ ...commit, committedAt: this.committedAt }] };
  }
}

it('records count as left out of the last commit only if they are as old as that commit', async () => {
  const repository = new Repository();
  const project = new MemoryProject({ commits: repository, commitLog: repository });
  await project.spectool.createSpec.execute({ name: 'a' });
  const found = async () =>
    (await project.spectool.validateProject.execute({ codes: ['RECORDS_NOT_COMMITTED'] })).findings.length;
  expect([await found(), repository.asked]).toEqual([0, 0]);

  const [stream] = project.files.list(LOG_FOLDER).filter(({ name }) => name !== 'project');
  const folder = `${LOG_FOLDER}/${stream?.name ?? ''}`;
  const record = `${folder}/${project.files.list(folder)[0]?.name ?? ''}`;
  repository.records = [record];
  const writtenAt = Number((project.files.stat(record)?.mtimeNs ?? 0n) / 1_000_000n);
  repository.committedAt = writtenAt - 60_000;
  expect(await found()).toBe(0);
  repository.committedAt = writtenAt + 60_000;
  expect(await found()).toBe(1);
});
