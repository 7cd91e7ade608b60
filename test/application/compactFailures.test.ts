import { expect, it } from '@jest/globals';
import { NoRepository } from '../../src/adapters/memory/testDoubles.js';
import { fileFailure, systemError } from '../../src/domain/errors/spectoolError.js';
import { LOG_FOLDER } from '../../src/domain/project/projectFolders.js';
import { expectRefusalOf, refusalOf } from '../support/thrownError.js';
import { ScratchProject } from '../support/scratchProject.js';
import { onDisk, spectoolOver } from '../support/spectoolOnDisk.js';

/** Creates two specs with five changes each. Record files for which `isKept` returns true cannot be removed. */
async function worked(isKept: (path: string, stream: string) => boolean) {
  const project = ScratchProject.initialised();
  let stream = '';
  const files = onDisk(project.root);
  const remove = files.remove.bind(files);
  files.remove = (path) => {
    if (isKept(path, stream)) throw fileFailure('WRITE_FAILED', path, systemError('EPERM'));
    remove(path);
  };
  const tool = spectoolOver(files);
  for (const name of ['a', 'b']) {
    const { spec } = await tool.createSpec.execute({ name });
    for (let i = 0; i < 4; i++) await tool.addNote.execute({ spec: name, text: String(i) });
    stream = spec.id ?? '';
  }
  const log = () => [...project.files()].filter(([path]) => path.startsWith(LOG_FOLDER));
  return { tool, log };
}

it('compact leaves a log unchanged when one of its record files cannot be removed', async () => {
  let left = 3;
  const { tool, log } = await worked(
    (path) => /\.json$/.test(path) && path.startsWith(LOG_FOLDER) && --left < 0,
  );
  const before = log();
  const refusal = await refusalOf(() => tool.compactLog.execute({ specs: ['a'] }));
  expect(refusal).toMatchObject({ code: 'WRITE_FAILED', details: { cause: 'EPERM' } });
  expect(log()).toEqual(before);
});

it('compact fails at a log that it cannot pack', async () => {
  const { tool } = await worked((path, stream) => path.startsWith(`${LOG_FOLDER}/${stream}/`));
  await expectRefusalOf(() => tool.compactLog.execute(), 'WRITE_FAILED');
});

it('compact packs nothing while a merge in git is unfinished', async () => {
  class Merging extends NoRepository {
    override continuation() {
      return 'git merge --continue';
    }
  }
  const project = ScratchProject.initialised();
  const tool = spectoolOver(onDisk(project.root), new Merging().ports);
  await tool.createSpec.execute({ name: 'a' });
  for (let i = 0; i < 4; i++) await tool.addNote.execute({ spec: 'a', text: String(i) });
  const before = project.files();
  await expectRefusalOf(() => tool.compactLog.execute(), 'MERGE_CONFLICT', {
    hint: 'Finish the git operation first (`git merge --continue`), or abort it.',
  });
  expect(project.files()).toEqual(before);
});
