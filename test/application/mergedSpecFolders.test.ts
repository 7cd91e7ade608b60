import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ConflictingBranches, type Work } from '../support/conflictingBranches.js';
import { expectRefusalOf } from '../support/thrownError.js';

const branches = new ConflictingBranches();
const { tool, read, edit, unmerged, codes, meet } = branches;
const write = (path: string, content: string | Buffer) => {
  const file = join(branches.sandbox.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
};
const has = (path: string) => existsSync(join(branches.sandbox.root, path));
const add = (...paths: readonly string[]) => branches.sandbox.git('add', '-A', ...paths);

/** Returns the work of one side: it creates the spec 003-login, with files of its own and files that the other side has, too. */
const login =
  (who: string, more: Work = () => undefined): Work =>
  async (spectool) => {
    await spectool.createSpec.execute({ name: 'login', title: `Of ${who}`, noGit: true });
    write(`specs/003-login/${who}/notes.md`, `Of [${who}](../../003-login/README.md).\n`);
    write(`specs/003-login/${who}.png`, Buffer.from([0xff, 0]));
    write('specs/003-login/both.md', `Both, of ${who}.\n`);
    write('specs/003-login/same.md', 'Same.\n');
    await more(spectool);
  };

it('Two specs that two branches created in one folder are separated; references and the other files stay, and the files are named', async () => {
  await meet(
    login('theirs', async (spectool) => {
      await spectool.createSpec.execute({ name: 'x', dependsOn: ['login'], noGit: true });
      edit('specs/004-x/README.md', (text) => `${text}\nSee [it](../003-login/README.md).\n`);
    }),
    login('ours', async (spectool) => {
      await spectool.updateSpec.execute({ spec: 'a', addRelated: ['login'] });
      edit('specs/002-b/README.md', (text) => `${text}\nSee [it](../003-login/README.md).\n`);
    }),
  );
  const { conflicts, warnings } = await tool().resolveConflicts.execute();
  expect(conflicts).toEqual([]);
  expect(warnings.map(({ code }) => code)).toEqual(['FILES_STAY', 'OTHER_CONFLICTS']);
  expect(warnings[0]).toMatchObject({
    message: expect.stringMatching(/ left in specs\/003-login: .*both\.md/) as unknown,
    hint: 'Move the files of that spec to specs/005-login.',
  });
  expect(unmerged()).toEqual(['specs/003-login/both.md']);
  const titled = (folder: string) => /^# (.*)$/m.exec(read(`specs/${folder}/README.md`))?.[1];
  expect([titled('003-login'), titled('005-login')]).toEqual(['Of theirs', 'Of ours']);
  for (const file of ['theirs/notes.md', 'ours/notes.md', 'theirs.png', 'ours.png', 'both.md', 'same.md'])
    expect([has(`specs/003-login/${file}`), has(`specs/005-login/${file}`)]).toEqual([true, false]);
  expect(read('specs/004-x/README.md')).toMatch(/^depends_on: \[003-login\]$/m);
  expect(read('specs/004-x/README.md')).toContain('(../003-login/README.md)');
  expect(read('specs/001-a/README.md')).toMatch(/^related: \[003-login\]$/m);
  expect(read('specs/002-b/README.md')).toContain('(../003-login/README.md)');
  write('specs/003-login/both.md', 'Both.\n');
  add();
  branches.sandbox.git('commit', '-q', '--no-edit');
  expect(await codes()).toEqual([]);
  expect((await tool().resolveConflicts.execute()).resolved).toEqual([]);
  // The old number belongs to the other spec now, so the renumbering cannot be undone.
  await expectRefusalOf(() => tool().undoChange.execute(), 'NUMBER_TAKEN', {
    hint: expect.stringContaining('Renumber the other spec first') as unknown,
  });
});

describe('The folder of one spec that two branches moved to different places', () => {
  const beside = () => {
    write('specs/001-a/notes/design.md', 'Design.\n');
    write('specs/001-a/p.png', Buffer.from([0xff, 1]));
    branches.sandbox.commit('files');
  };
  const archived: Work = (spectool) => spectool.archiveSpecs.execute({ specs: ['a'] });
  const renumbered: Work = (spectool) => spectool.renumberSpec.execute({ spec: 'a', to: 7 });

  it.each([
    ['archived here', renumbered, archived],
    ['archived there', archived, renumbered],
  ] as const)(
    'has its document in one place, and the files that stay are named: %s',
    async (_how, theirs, ours) => {
      beside();
      await meet(theirs, ours);
      const { conflicts, warnings } = await tool().resolveConflicts.execute();
      expect(conflicts).toEqual([]);
      const documents = ['specs/001-a', 'specs/archived/001-a', 'specs/007-a', 'specs/archived/007-a'];
      expect(documents.filter((folder) => has(`${folder}/README.md`))).toEqual(['specs/archived/007-a']);
      const [stay] = warnings.filter(({ code }) => code === 'FILES_STAY');
      expect(stay?.message).toMatch(/^Files of a spec that is now in specs\/archived\/007-a .*p\.png\.$/);
    },
  );
});
