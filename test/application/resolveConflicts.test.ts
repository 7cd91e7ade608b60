import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  A,
  B,
  ConflictingBranches,
  OURS,
  THEIRS,
  updated,
  type Work,
} from '../support/conflictingBranches.js';

/** Two branches that real git merges, and whose conflicts the tests resolve. */
const branches = new ConflictingBranches();
const { tool, read, edit, unmerged, codes, meet } = branches;

/** Expects that `resolve` leaves the document to the person who began to edit it, unchanged and in conflict. */
async function expectLeftToPerson(): Promise<void> {
  const before = read(A);
  const [{ path, reason } = {}] = (await tool().resolveConflicts.execute()).conflicts;
  expect([path, reason]).toEqual([A, expect.stringContaining('already edited')]);
  expect([read(A), unmerged()]).toEqual([before, [A]]);
}

describe('resolve', () => {
  it('merges only documents of specs', async () => {
    const others = ['README.md', 'specs/README.md', 'specs/group/README.md', 'specs/001-a/notes/README.md'];
    others.push('specs/001-a/notes/009-x/README.md', 'specs/group/about/README.md');
    const all = (text: string) => others.forEach((file) => branches.sandbox.write(file, text));
    branches.sandbox.write(
      'specs/group/010-g/README.md',
      '---\nstatus: planned\ncreated: 2026-01-01\n---\n\n# G\n',
    );
    all('---\nid: page\n---\n\nBase.\n');
    branches.sandbox.commit('pages');
    await meet(
      async (spectool) => {
        all('---\nid: page\n---\n\nTheirs.\n');
        await updated(THEIRS, '1')(spectool);
      },
      async (spectool) => {
        all('---\nid: page\n---\n\nOurs.\n');
        branches.sandbox.git('rm', '-q', '-f', 'specs/group/about/README.md');
        await updated(OURS, '1')(spectool);
      },
    );
    rmSync(join(branches.sandbox.root, 'specs/group/about/README.md'), { force: true });
    const before = others.map((file) => branches.sandbox.git('ls-files', '-s', file));
    const texts = others.slice(0, -1).map(read);
    const { resolved, warnings } = await tool().resolveConflicts.execute();
    expect(resolved).toEqual([A]);
    const [told] = warnings.filter(({ code }) => code === 'OTHER_CONFLICTS');
    expect(told?.message).toMatch(/: README\.md, .* and 1 more\.$/);
    expect(others.map((file) => branches.sandbox.git('ls-files', '-s', file))).toEqual(before);
    expect(others.slice(0, -1).map(read)).toEqual(texts);
    expect(unmerged()).toEqual([...others].sort());
  });

  const met = (ours: string, theirs: string, marks = 7) =>
    `${'<'.repeat(marks)} ours\n${ours}${'='.repeat(marks)}\n${theirs}${'>'.repeat(marks)} theirs\n`;

  it('keeps conflict marks that are an example in a text, and still reports a real conflict', async () => {
    const example = `\`\`\`\n${met('c\n', 'd\n')}\`\`\`\n`;
    branches.sandbox.write(A, `${read(A)}\n${met('a\n', 'b\n')}${example}`);
    expect((await tool().resolveConflicts.execute()).conflicts).toMatchObject([{ path: A }]);
    expect(read(A)).toContain(example);
    expect(await codes()).toContain('MERGE_CONFLICT');
  });

  it('leaves a document with an unreadable side in conflict, and merges the other documents', async () => {
    await meet(
      async (spectool) => {
        await updated(THEIRS, '2')(spectool);
        edit(A, (text) => text.replace(/^---\n[^]*?\n---/, '---\nid: "one\ntags: {\n---\n\nTheirs'));
      },
      updated(OURS, '1', '2'),
    );
    const [before, stages] = [read(A), branches.sandbox.git('ls-files', '-s', A)];
    const { conflicts, resolved, next } = await tool().resolveConflicts.execute();
    expect(resolved).toEqual([B]);
    expect(conflicts).toMatchObject([{ path: A, reason: expect.stringMatching(/./) as unknown }]);
    expect([read(A), branches.sandbox.git('ls-files', '-s', A)]).toEqual([before, stages]);
    expect(unmerged()).toEqual([A]);
    expect(next).toEqual([expect.stringContaining('git add '), 'git merge --continue']);
    expect(read(B)).toMatch(/tags: \[(?:m, t|t, m)\]/);
  });

  it('writes conflict marks for a field that both sides edited by hand, merges the rest, and records the solution', async () => {
    const reviewed =
      (name: string, values: Parameters<typeof updated>[0]): Work =>
      async (spectool) => {
        await updated(values, '1')(spectool);
        edit(A, (text) => text.replace('---\n', `---\nreviewer: ${name}\n`));
      };
    await meet(reviewed('lee', THEIRS), reviewed('kim', OURS));
    const first = await tool().resolveConflicts.execute();
    expect(first).toMatchObject({ resolved: [], conflicts: [{ path: A, conflicts: 1 }] });
    const decision = expect.stringMatching(
      /set assignee to different values: .*"(?:kim|lee)" \([a-z, ]*kept\)/,
    );
    expect(first.warnings).toMatchObject([{ code: 'DIVERGED', message: decision as unknown }]);
    const marks = '<<<<<<< HEAD\nreviewer: kim\n=======\nreviewer: lee\n>>>>>>> theirs\n';
    expect(read(A)).toContain(marks);
    expect(read(A).replace(marks, '')).not.toMatch(/^[<=>]{7}/m);
    expect(await tool().resolveConflicts.execute()).toEqual(first);
    edit(A, (text) => text.replace(marks, 'reviewer: lee\n'));
    expect(await tool().resolveConflicts.execute()).toMatchObject({ resolved: [A], conflicts: [] });
    expect([unmerged(), await codes()]).toEqual([[], []]);
    expect(read(A)).toMatch(/^---\nreviewer: lee\n/);
    expect(read(A)).toMatch(/^tags: \[(?:m, t|t, m)\]$/m);
    const { events } = await tool().showHistory.execute({ spec: '1' });
    expect(JSON.stringify(events)).toContain('"to":"lee"');
  });

  it('keeps a hand edit of one side over a value that a command set on the other, and names both', async () => {
    await meet(
      () => edit(A, (text) => text.replace('created:', 'assignee: lee\ncreated:')),
      updated({ assignee: 'kim' }, '1'),
    );
    const { resolved, conflicts, warnings } = await tool().resolveConflicts.execute();
    expect([resolved, conflicts]).toEqual([[A], []]);
    expect(read(A)).toMatch(/^assignee: lee$/m);
    expect(warnings).toMatchObject([
      {
        code: 'EDITED_BY_HAND',
        message: '001-a: assignee was changed by hand to "lee", which is kept; the other branch set "kim".',
        advice: [{ request: { spec: '001-a', assignee: 'kim' } }],
      },
    ]);
  });

  it('writes a conflict into only one folder when both sides moved the spec, and keeps the solution written there', async () => {
    const written = (words: string) => edit(A, (text) => text.replace('One.', words));
    await meet(
      async (spectool) => {
        written('Theirs.');
        await spectool.archiveSpecs.execute({ specs: ['1'] });
      },
      async (spectool) => {
        written('Ours.');
        await spectool.renumberSpec.execute({ spec: '1', to: 7 });
      },
    );
    expect(unmerged()).toHaveLength(3);
    const { conflicts, next, warnings } = await tool().resolveConflicts.execute();
    const path = conflicts[0]?.path ?? '';
    expect([conflicts, unmerged()]).toEqual([[{ path, conflicts: 1 }], [path]]);
    expect(next).toEqual([`git add ${path}`, 'git merge --continue']);
    expect(warnings.map(({ code }) => code)).not.toContain('OTHER_CONFLICTS');
    expect((await tool().resolveConflicts.execute()).conflicts).toEqual(conflicts);
    const chosen = 'Ours, and theirs.';
    edit(path, (text) => text.replace(/^<{7}[^]*^>{7}.*$/m, chosen));
    branches.sandbox.git('add', path);
    expect((await tool().resolveConflicts.execute()).conflicts).toEqual([]);
    expect([unmerged(), await codes()]).toEqual([[], []]);
    const { specs } = await tool().listSpecs.execute({ scope: 'all' });
    expect(specs.map(({ ref }) => ref).sort()).toEqual(['002-b', '007-a']);
    const home = specs.find(({ ref }) => ref === '007-a')?.path ?? '';
    expect(read(`${home}/README.md`)).toContain(chosen);
  });

  it('keeps text that a person began to write between conflict marks', async () => {
    await meet(
      () => edit(A, (text) => text.replace('One.', 'Theirs.')),
      () => edit(A, (text) => text.replace('One.', 'Ours.')),
    );
    edit(A, (text) => text.replace('Ours.', 'Ours, and what I just thought of.'));
    await expectLeftToPerson();
  });

  it.each(['Ours', 'Theirs'])('keeps a conflict for which a person has chosen one side: %s', async (side) => {
    const filled = (text: string) => text.replace('One.', `One.\n${'\nText.\n'.repeat(8)}\nTwo.`);
    edit(A, filled);
    branches.sandbox.commit();
    const written = (whose: string) => () =>
      edit(A, (text) => text.replace('One.', `${whose} one.`).replace('Two.', `${whose} two.`));
    await meet(written('Theirs'), written('Ours'));
    const place = /<{7}[^\n]*\n(Ours one\.\n)={7}\n(Theirs one\.\n)>{7}[^\n]*\n/;
    edit(A, (text) => text.replace(place, side === 'Ours' ? '$1' : '$2'));
    expect(read(A)).toContain(`${side} one.`);
    await expectLeftToPerson();
  });

  const taskOf = (side: string) => (text: string) =>
    text.replace('One.', `${side} one.`).replace('- base', `- base\n- ${side}`);
  const meetInTwoPlaces = async () => {
    edit(A, (text) => text.replace('Two.', 'Two.\n\n## Tasks\n\n- base'));
    branches.sandbox.commit('tasks');
    await meet(
      () => edit(A, taskOf('theirs')),
      () => edit(A, taskOf('ours')),
    );
  };

  it.each<[string, (text: string) => string]>([
    [
      'a side was chosen where no decision was needed',
      (text) => text.replace(/<{7} [^\n]*\n(- ours\n)={7}[^]*?>{7} [^\n]*\n/, '$1'),
    ],
    ['a line outside the marks was removed', (text) => text.replace('Two.\n', '')],
    ['marks and frontmatter were removed', (text) => text.replace(/^(?:[<=>]{7}|---).*\n/gm, '')],
    [
      'marks were removed and the id changed',
      (text) => text.replace(/^[<=>]{7}.*\n/gm, '').replace('id: ', 'id: x'),
    ],
  ])('keeps a document in conflict unchanged when %s', async (_what, change) => {
    await meetInTwoPlaces();
    const left = read(A);
    edit(A, change);
    expect(read(A)).not.toBe(left);
    await expectLeftToPerson();
  });

  it.each(['ours', 'theirs'])('accepts a document of which a person chose the version "%s"', async (side) => {
    await meetInTwoPlaces();
    branches.sandbox.git('checkout', '-q', `--${side}`, A);
    const chosen = read(A);
    expect(chosen).toContain(`- ${side}`);
    expect(await tool().resolveConflicts.execute()).toMatchObject({ resolved: [A], conflicts: [] });
    expect([read(A), unmerged()]).toEqual([chosen, []]);
  });

  it.each(['merge', 'diff3'])('knows conflict marks in style %s, even without AUTO_MERGE', async (style) => {
    await meetInTwoPlaces();
    branches.sandbox.git('checkout', '-q', `--conflict=${style}`, A);
    rmSync(join(branches.sandbox.root, '.git/AUTO_MERGE'), { force: true });
    expect((await tool().resolveConflicts.execute()).conflicts).toEqual([{ path: A, conflicts: 1 }]);
    expect(read(A)).toContain('- base\n- ours\n- theirs\n');
  });

  it('leaves a conflict in fenced code to a person, even when it runs again', async () => {
    edit(A, (text) => text.replace('One.', '```\nbase\n```\n'));
    branches.sandbox.commit('code');
    const written =
      (side: string, values: Parameters<typeof updated>[0]): Work =>
      async (spectool) => {
        edit(A, (text) => text.replace('base', side));
        await updated(values, '1')(spectool);
      };
    await meet(written('theirs', THEIRS), written('ours', OURS));
    const first = await tool().resolveConflicts.execute();
    expect(first.conflicts).toEqual([{ path: A, conflicts: 1 }]);
    expect(await tool().resolveConflicts.execute()).toEqual(first);
    edit(A, (text) => text.replace('Two.', 'Three.'));
    await expectLeftToPerson();
  });

  it('stages the same content as git would, and keeps the line ends of the working tree', async () => {
    branches.sandbox.git('config', 'core.autocrlf', 'true');
    branches.sandbox.git('rm', '-q', '--cached', '-r', '.');
    branches.sandbox.git('reset', '-q', '--hard');
    await meet(updated(THEIRS, '1'), updated(OURS, '1'));
    expect(read(A)).toMatch(/<<<<<<< HEAD\r\n/);
    expect((await tool().resolveConflicts.execute()).resolved).toEqual([A]);
    expect(branches.sandbox.git('cat-file', 'blob', `:${A}`)).not.toContain('\r');
    expect(read(A).split('\r\n')).toHaveLength(read(A).split('\n').length);
    expect(branches.sandbox.git('status', '--porcelain', A)).toMatch(/^M {2}/);
    expect(branches.sandbox.git('diff', '--name-only')).toBe('');
  });

  it('writes all documents while the git index is locked, reports that, and stages them in the next run', async () => {
    const made = (tag: string) => (spectool: ReturnType<typeof tool>) =>
      spectool.createSpec.execute({
        name: 'same',
        tags: [tag],
        noGit: true,
        body: `# ${tag}\n\nText of ${tag}.\n`,
      });
    await meet(made('theirs'), made('ours'));
    const lock = join(branches.sandbox.root, '.git/index.lock');
    writeFileSync(lock, '');
    const refused = await tool().resolveConflicts.execute();
    expect(refused.unstaged).toHaveLength(2);
    const [warning] = refused.warnings.filter(({ code }) => code === 'NOT_STAGED');
    expect(warning?.message).toContain('specs/003-same/README.md');
    expect(warning).toMatchObject({ advice: [{ useCase: 'resolveConflicts' }] });
    const specs = async () =>
      (await tool().listSpecs.execute()).specs.map(({ ref, tags }) => `${ref} ${tags.join()}`);
    const whole = await specs();
    expect(whole.map((one) => one.slice(0, 8))).toEqual(['001-a ', '002-b ', '003-same', '004-same']);
    rmSync(lock);
    expect(await tool().resolveConflicts.execute()).toMatchObject({ unstaged: [], conflicts: [] });
    expect([await specs(), unmerged(), await codes()]).toEqual([whole, [], []]);
    for (const folder of ['003-same', '004-same'])
      expect(branches.sandbox.git('show', `:specs/${folder}/README.md`)).toBe(
        read(`specs/${folder}/README.md`).trimEnd(),
      );
  });

  it('merges no criteria when only conflict marks are left, because a removed tick could return', async () => {
    edit(A, (text) => text.replace('Two.\n', 'Two.\n\n- [ ] a\n- [x] b\n'));
    branches.sandbox.commit('boxes');
    await meet(
      () => edit(A, (text) => text.replace('[x] b', '[ ] b')),
      () => edit(A, (text) => text.replace('[ ] a', '[x] a')),
    );
    branches.sandbox.git('add', A);
    const before = read(A);
    expect(await tool().resolveConflicts.execute()).toMatchObject({ conflicts: [{ path: A, conflicts: 1 }] });
    expect(
      read(A)
        .split('\n')
        .filter((line) => line.startsWith('- [')),
    ).toEqual(before.split('\n').filter((line) => line.startsWith('- [')));
  });

  it('writes conflict marks only for the section that both sides rewrote, and gives the same result again', async () => {
    const rewritten = (name: string, box: string) => () => {
      edit(A, (text) => text.replace('One.', name).replace(`[ ] ${box}`, `[x] ${box}`));
    };
    edit(A, (text) => text.replace('Two.\n', 'Two.\n\n## Success Criteria\n\n- [ ] a\n- [ ] b\n'));
    branches.sandbox.commit('criteria');
    await meet(rewritten('Theirs.', 'b'), rewritten('Ours.', 'a'));
    const first = await tool().resolveConflicts.execute();
    expect(first.conflicts).toEqual([{ path: A, conflicts: 1 }]);
    const text = read(A);
    expect(text).toContain('<<<<<<< HEAD\nOurs.\n=======\nTheirs.\n>>>>>>> theirs\n');
    expect(text).toContain('- [x] a\n- [x] b\n');
    expect(await tool().resolveConflicts.execute()).toEqual(first);
    expect(read(A)).toBe(text);
  });
});
