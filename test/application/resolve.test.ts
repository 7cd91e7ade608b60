import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../src/adapters/memory/fixedActor.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { GitSandbox } from '../support/gitSandbox.js';

/** Two branches merged by real git, and what `resolve` makes of the conflicts. */
let base: GitSandbox;
let sandbox: GitSandbox;
const A = 'specs/001-a/README.md';
const B = 'specs/002-b/README.md';
const tool = () => createSpectool({ cwd: sandbox.root, ports: { actors: new FixedActor() } });
type Work = (spectool: ReturnType<typeof tool>) => unknown;

beforeAll(async () => {
  base = sandbox = new GitSandbox();
  await tool().initProject.execute({ agentTools: 'none' });
  for (const name of ['a', 'b'])
    await tool().createSpec.execute({ name, body: `# ${name.toUpperCase()}\n\nOne.\n\nTwo.\n` });
  sandbox.commit('base');
});
beforeEach(() => {
  sandbox = base.copy();
});

const read = (file: string) => readFileSync(join(sandbox.root, file), 'utf8');
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(join(sandbox.root, file), change(read(file)));
const unmerged = () =>
  sandbox
    .git('diff', '--name-only', '--diff-filter=U')
    .split('\n')
    .filter((path) => path !== '');
const codes = async () =>
  (await tool().validateProject.execute()).findings.flatMap(({ severity, code }) =>
    severity === 'error' ? [code] : [],
  );

async function meet(theirs: Work, ours: Work, command = ['merge', '-q', '--no-edit', 'theirs']) {
  sandbox.git('checkout', '-q', '-b', 'theirs');
  await theirs(tool());
  sandbox.commit('theirs');
  sandbox.git('checkout', '-q', 'main');
  await ours(tool());
  sandbox.commit('ours');
  expect(() => sandbox.git(...command)).toThrow();
}
const updated =
  (values: { assignee?: string; addTags?: string[] }, ...specs: readonly string[]): Work =>
  async (spectool) => {
    for (const spec of specs) await spectool.updateSpec.execute({ spec, ...values });
  };
const THEIRS = { assignee: 'lee', addTags: ['t'] };
const OURS = { assignee: 'kim', addTags: ['m'] };

describe('resolve', () => {
  it('settles documents of specs and nothing else', async () => {
    const others = ['README.md', 'specs/README.md', 'specs/group/README.md', 'specs/001-a/notes/README.md'];
    others.push('specs/001-a/notes/009-x/README.md', 'specs/group/about/README.md');
    const all = (text: string) => others.forEach((file) => sandbox.write(file, text));
    sandbox.write('specs/group/010-g/README.md', '---\nstatus: planned\ncreated: 2026-01-01\n---\n\n# G\n');
    all('---\nid: page\n---\n\nBase.\n');
    sandbox.commit('pages');
    await meet(
      async (spectool) => {
        all('---\nid: page\n---\n\nTheirs.\n');
        await updated(THEIRS, '1')(spectool);
      },
      async (spectool) => {
        all('---\nid: page\n---\n\nOurs.\n');
        sandbox.git('rm', '-q', '-f', 'specs/group/about/README.md');
        await updated(OURS, '1')(spectool);
      },
    );
    rmSync(join(sandbox.root, 'specs/group/about/README.md'), { force: true });
    const before = others.map((file) => sandbox.git('ls-files', '-s', file));
    const texts = others.slice(0, -1).map(read);
    const { resolved, warnings } = await tool().resolveConflicts.execute();
    expect(resolved).toEqual([A]);
    const [told] = warnings.filter(({ code }) => code === 'OTHER_CONFLICTS');
    expect(told?.message).toMatch(/: README\.md, .* and 1 more\.$/);
    expect(others.map((file) => sandbox.git('ls-files', '-s', file))).toEqual(before);
    expect(others.slice(0, -1).map(read)).toEqual(texts);
    expect(unmerged()).toEqual([...others].sort());
  });

  const HEAD = '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# A\n\n';
  const met = (ours: string, theirs: string, marks = 7) =>
    `${'<'.repeat(marks)} ours\n${ours}${'='.repeat(marks)}\n${theirs}${'>'.repeat(marks)} theirs\n`;

  it('leaves marks that are an example as they are, and does not take what it leaves for whole', async () => {
    const example = `\`\`\`\n${met('c\n', 'd\n')}\`\`\`\n`;
    sandbox.write(A, `${read(A)}\n${met('a\n', 'b\n')}${example}`);
    expect((await tool().resolveConflicts.execute()).conflicts).toMatchObject([{ path: A }]);
    expect(read(A)).toContain(example);
    expect(await codes()).toContain('MERGE_CONFLICT');
  });

  it.each([
    ['conflicts in conflicts', HEAD + met(met('a\n', 'b\n'), met('c\n', 'd\n'))],
    ['longer marks in conflicts', HEAD + met(met('a\n', 'b\n', 9), met('c\n', 'd\n', 9))],
    ['two identities', `---\n${met('id: abcdefghijklmnop\n', 'id: ponmlkjihgfedcba\n')}${HEAD.slice(4)}`],
    ['a block of a script', met(`---js\nprocess.exit()\n${HEAD.slice(4)}`, HEAD)],
    ['a megabyte in a line', HEAD + met(`${'x'.repeat(1e6)}\n`, `${'y'.repeat(1e6)}\n`)],
    ['NULs', HEAD + met('a\0\n', 'b\0\n')],
    ['text in both directions', HEAD + met('\u202ea\n', '\u2066b\n')],
    ['line ends of both kinds', HEAD + met('a\r\n', 'b\n').replace('ours\n', 'ours\r\n')],
    ['thousands of them', HEAD + Array.from({ length: 3000 }, (_, i) => met(`a${i}\n`, `b${i}\n`)).join('')],
    ['beginnings alone', HEAD + '<<<<<<< ours\n'.repeat(3000)],
    [
      'fences that grow',
      HEAD + Array.from({ length: 2000 }, (_, i) => '`'.repeat(3 + i)).join('\n') + met('a\n', 'b\n'),
    ],
    ['a fence around them', `${HEAD}\`\`\`\n${met('a\n', 'b\n')}\`\`\`\n`],
    ['an example of them in a fence', `${HEAD}${met('a\n', 'b\n')}\`\`\`\n${met('c\n', 'd\n')}\`\`\`\n`],
    ['nothing', ''],
  ])(
    'loses no word of a document with %s, in the tree or in git, and touches no other',
    async (_what, text) => {
      const before = [sandbox.git('ls-files', '-s', 'specs'), read(B)];
      sandbox.write(A, text);
      await tool().resolveConflicts.execute();
      expect([sandbox.git('ls-files', '-s', 'specs'), read(B)]).toEqual(before);
      const words = (one: string) =>
        new Set(one.split(/[\s<>=|]+/).filter((word) => /^[a-dx-y]\d*$/.test(word)));
      const kept = words(read(A));
      expect([...words(text)].filter((word) => !kept.has(word))).toEqual([]);
      expect((await tool().listSpecs.execute()).specs).toHaveLength(2);
    },
  );

  it('leaves the one document of which a side cannot be read, and mends the others', async () => {
    await meet(
      async (spectool) => {
        await updated(THEIRS, '2')(spectool);
        edit(A, (text) => text.replace(/^---\n[^]*?\n---/, '---\nid: "one\ntags: {\n---\n\nTheirs'));
      },
      updated(OURS, '1', '2'),
    );
    const [before, stages] = [read(A), sandbox.git('ls-files', '-s', A)];
    const { conflicts, resolved, next } = await tool().resolveConflicts.execute();
    expect(resolved).toEqual([B]);
    expect(conflicts).toMatchObject([{ path: A, reason: expect.stringMatching(/./) as unknown }]);
    expect([read(A), sandbox.git('ls-files', '-s', A)]).toEqual([before, stages]);
    expect(unmerged()).toEqual([A]);
    expect(next).toEqual([expect.stringContaining('git add '), 'git merge --continue']);
    expect(read(B)).toMatch(/tags: \[(?:m, t|t, m)\]/);
  });

  it('marks a field that two hands wrote, merges everything else, and records what a person chose', async () => {
    const reviewed =
      (name: string, values: Parameters<typeof updated>[0]): Work =>
      async (spectool) => {
        await updated(values, '1')(spectool);
        edit(A, (text) => text.replace('---\n', `---\nreviewer: ${name}\n`));
      };
    await meet(reviewed('lee', THEIRS), reviewed('kim', OURS));
    const first = await tool().resolveConflicts.execute();
    expect(first).toMatchObject({ resolved: [], conflicts: [{ path: A, conflicts: 1 }] });
    const marks = '<<<<<<< ours\nreviewer: kim\n=======\nreviewer: lee\n>>>>>>> theirs\n';
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

  it('lets what a hand wrote stand over what the tool set, and names both', async () => {
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
        message: '001-a: assignee was changed by hand to "lee", which stands; the other branch set "kim".',
        advice: [{ request: { spec: '001-a', assignee: 'kim' } }],
      },
    ]);
  });

  it('holds a conflict of a spec that both sides moved in one place, and leaves what was chosen there', async () => {
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
    sandbox.git('add', path);
    expect((await tool().resolveConflicts.execute()).conflicts).toEqual([]);
    expect([unmerged(), await codes()]).toEqual([[], []]);
    const { specs } = await tool().listSpecs.execute({ scope: 'all' });
    expect(specs.map(({ ref }) => ref).sort()).toEqual(['002-b', '007-a']);
    const home = specs.find(({ ref }) => ref === '007-a')?.path ?? '';
    expect(read(`${home}/README.md`)).toContain(chosen);
  });

  it('keeps what somebody has begun to write between the marks', async () => {
    await meet(
      () => edit(A, (text) => text.replace('One.', 'Theirs.')),
      () => edit(A, (text) => text.replace('One.', 'Ours.')),
    );
    edit(A, (text) => text.replace('Ours.', 'Ours, and what I just thought of.'));
    const before = read(A);
    const { conflicts } = await tool().resolveConflicts.execute();
    expect(conflicts).toMatchObject([{ path: A, reason: expect.stringContaining('begun') as unknown }]);
    expect([read(A), unmerged()]).toEqual([before, [A]]);
  });

  it('says the same again while a conflict of the text is left, whose sides stay with git', async () => {
    await meet(
      async (spectool) => {
        edit(A, (text) => text.replace('One.', 'Theirs.'));
        await updated(THEIRS, '1')(spectool);
      },
      async (spectool) => {
        edit(A, (text) => text.replace('One.', 'Ours.'));
        await updated(OURS, '1')(spectool);
      },
    );
    const stages = sandbox.git('ls-files', '-s', A);
    const first = await tool().resolveConflicts.execute();
    const text = read(A);
    expect(first.conflicts).toEqual([{ path: A, conflicts: 1 }]);
    expect(await tool().resolveConflicts.execute()).toEqual(first);
    expect([read(A), sandbox.git('ls-files', '-s', A)]).toEqual([text, stages]);
  });

  it('gives git what git gives away, and the working tree the line ends it had', async () => {
    sandbox.git('config', 'core.autocrlf', 'true');
    sandbox.git('rm', '-q', '--cached', '-r', '.');
    sandbox.git('reset', '-q', '--hard');
    await meet(updated(THEIRS, '1'), updated(OURS, '1'));
    expect(read(A)).toMatch(/<<<<<<< HEAD\r\n/);
    expect((await tool().resolveConflicts.execute()).resolved).toEqual([A]);
    expect(sandbox.git('cat-file', 'blob', `:${A}`)).not.toContain('\r');
    expect(read(A).split('\r\n')).toHaveLength(read(A).split('\n').length);
    expect(sandbox.git('status', '--porcelain', A)).toMatch(/^M {2}/);
    expect(sandbox.git('diff', '--name-only')).toBe('');
  });

  it.each(['filter=x', 'ident', 'working-tree-encoding=UTF-8'])(
    'writes a document with %s, runs no filter, and leaves the staging to a person',
    async (attribute) => {
      await meet(updated(THEIRS, '1', '2'), updated(OURS, '1', '2'));
      const mark = join(sandbox.root, '.git/filtered');
      sandbox.git('config', 'filter.x.clean', `touch '${mark}'; cat`);
      sandbox.write('.git/info/attributes', `${A} ${attribute}\n`);
      const answer = await tool().resolveConflicts.execute();
      expect(answer).toMatchObject({ resolved: [A, B], unstaged: [A], conflicts: [] });
      expect(answer.next.slice(-1)).toEqual(['git merge --continue']);
      expect(answer.next[0]).toMatch(/^git add specs/);
      expect([existsSync(mark), unmerged()]).toEqual([false, [A]]);
      expect(read(A)).not.toContain('<<<<');
    },
  );

  it('is whole when git holds its index, says so, and is finished by the next', async () => {
    const made = (tag: string) => (spectool: ReturnType<typeof tool>) =>
      spectool.createSpec.execute({
        name: 'same',
        tags: [tag],
        noGit: true,
        body: `# ${tag}\n\nText of ${tag}.\n`,
      });
    await meet(made('theirs'), made('ours'));
    const lock = join(sandbox.root, '.git/index.lock');
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
      expect(sandbox.git('show', `:specs/${folder}/README.md`)).toBe(
        read(`specs/${folder}/README.md`).trimEnd(),
      );
  });

  const deleted: Work = (spectool) => spectool.deleteSpec.execute({ spec: '1', reason: 'made twice' });
  const edits: readonly (readonly [string, Work])[] = [
    ['edited', updated(OURS, '1')],
    ['written to by hand', () => edit(A, (text) => text.replace('One.', 'One, and more.'))],
  ];
  it.each(
    edits.flatMap(([how, act]) => [
      [`deleted by them and ${how} by us`, deleted, act] as const,
      [`${how} by them and deleted by us`, act, deleted] as const,
    ]),
  )('keeps a spec %s, and says so', async (_what, theirs, ours) => {
    await meet(theirs, ours);
    const { resolved, warnings } = await tool().resolveConflicts.execute();
    expect(resolved).toEqual([A]);
    expect(warnings.map(({ code }) => code)).toContain('DELETED_AND_EDITED');
    expect([unmerged(), await codes()]).toEqual([[], []]);
    const standing = read(A);
    expect(sandbox.git('show', `:${A}`)).toBe(standing.trimEnd());
    const again = await tool().resolveConflicts.execute();
    expect(again).toMatchObject({ resolved: [], updated: [] });
    expect(read(A)).toBe(standing);
    expect((await tool().listSpecs.execute()).specs.map(({ ref }) => ref)).toEqual(['001-a', '002-b']);
  });

  it.each([
    ['theirs', 'ours'],
    ['ours', 'theirs'],
  ])('brings back what %s deleted and %s edited, though git took a new spec for it', async (deleting) => {
    const text = read(A);
    const away: Work = async (spectool) => {
      await deleted(spectool);
      await spectool.createSpec.execute({ name: 'new', body: '# New\n\nOne.\n\nTwo.\n', noGit: true });
    };
    const act: Work = async (spectool) => {
      await spectool.createSpec.execute({ name: 'new', body: '# Another\n\nOne.\n\nTwo.\n', noGit: true });
      await updated(OURS, '1')(spectool);
    };
    await (deleting === 'theirs' ? meet(away, act) : meet(act, away));
    expect(existsSync(join(sandbox.root, A))).toBe(false);
    const { resolved, conflicts, warnings } = await tool().resolveConflicts.execute();
    expect([conflicts, [...resolved].sort()]).toEqual([
      [],
      [A, 'specs/003-new/README.md', 'specs/004-new/README.md'],
    ]);
    expect(warnings.map(({ code }) => code)).toContain('DELETED_AND_EDITED');
    expect(read(A).split('\n---\n')[1]).toBe(text.split('\n---\n')[1]);
    expect(read(A)).toContain('assignee: kim');
    sandbox.git('add', '-A');
    expect([unmerged(), await codes()]).toEqual([[], []]);
    expect((await tool().listSpecs.execute()).specs.map(({ title }) => title).sort()).toEqual([
      'A',
      'Another',
      'B',
      'New',
    ]);
  });

  it.each<[string, string, string]>([
    ['ticks of neighbouring boxes', '- [x] a\n- [ ] b\n', '- [ ] a\n- [x] b\n'],
    ['criteria', '- [ ] a\n- [ ] b\n- [ ] c\n', '- [ ] a\n- [ ] b\n- [ ] d\n'],
    ['a tick and a criterion', '- [ ] a\n- [x] b\n', '- [ ] a\n- [ ] b\n- [ ] d\n'],
    ['notes', '- [ ] a\n- [ ] b\n\n## Notes\n\n- c\n', '- [ ] a\n- [ ] b\n\n## Notes\n\n- d\n'],
    ['sections', '- [ ] a\n- [ ] b\n\n## Plan\n\nc\n', '- [ ] a\n- [ ] b\n\n## Risks\n\nd\n'],
  ])('keeps %s of both sides, which git cannot merge', async (_what, ours, theirs) => {
    const start = '- [ ] a\n- [ ] b\n';
    edit(A, (text) => text.replace('Two.\n', `Two.\n\n## Success Criteria\n\n${start}`));
    sandbox.commit('criteria');
    await meet(
      () => edit(A, (text) => text.replace(start, theirs)),
      () => edit(A, (text) => text.replace(start, ours)),
    );
    expect(await tool().resolveConflicts.execute()).toMatchObject({ resolved: [A], conflicts: [] });
    expect([unmerged(), await codes()]).toEqual([[], []]);
    const lines = (text: string) => text.split('\n').filter((line) => line !== '');
    const expected = new Set([...lines(ours), ...lines(theirs)].map((line) => line.replace('[x]', '[ ]')));
    const standing = read(A).slice(read(A).indexOf('- ['));
    expect(new Set(lines(standing).map((line) => line.replace('[x]', '[ ]')))).toEqual(expected);
    expect(standing.match(/\[x\]/g)).toEqual(`${ours}${theirs}`.match(/\[x\]/g));
    sandbox.git('-c', 'core.editor=true', 'merge', '--continue');
    expect(await tool().resolveConflicts.execute()).toMatchObject({ resolved: [], updated: [] });
  });

  it('unites no boxes where only the marks are left of the versions that met: a tick taken back would come back', async () => {
    edit(A, (text) => text.replace('Two.\n', 'Two.\n\n- [ ] a\n- [x] b\n'));
    sandbox.commit('boxes');
    await meet(
      () => edit(A, (text) => text.replace('[x] b', '[ ] b')),
      () => edit(A, (text) => text.replace('[ ] a', '[x] a')),
    );
    sandbox.git('add', A);
    const before = read(A);
    expect(await tool().resolveConflicts.execute()).toMatchObject({ conflicts: [{ path: A, conflicts: 1 }] });
    expect(
      read(A)
        .split('\n')
        .filter((line) => line.startsWith('- [')),
    ).toEqual(before.split('\n').filter((line) => line.startsWith('- [')));
  });

  it('marks the section that both rewrote and nothing else, and says the same again', async () => {
    const rewritten = (name: string, box: string) => () => {
      edit(A, (text) => text.replace('One.', name).replace(`[ ] ${box}`, `[x] ${box}`));
    };
    edit(A, (text) => text.replace('Two.\n', 'Two.\n\n## Success Criteria\n\n- [ ] a\n- [ ] b\n'));
    sandbox.commit('criteria');
    await meet(rewritten('Theirs.', 'b'), rewritten('Ours.', 'a'));
    const first = await tool().resolveConflicts.execute();
    expect(first.conflicts).toEqual([{ path: A, conflicts: 1 }]);
    const text = read(A);
    expect(text).toContain('<<<<<<< ours\nOurs.\n=======\nTheirs.\n>>>>>>> theirs\n');
    expect(text).toContain('- [x] a\n- [x] b\n');
    expect(await tool().resolveConflicts.execute()).toEqual(first);
    expect(read(A)).toBe(text);
  });

  it.each([
    ['merge', ['merge', '-q', '--no-edit', 'theirs'], 'git merge --continue'],
    ['rebase', ['rebase', '-q', 'theirs'], 'git rebase --continue'],
    ['cherry-pick', ['cherry-pick', 'theirs'], 'git cherry-pick --continue'],
    ['squash', ['merge', '-q', '--squash', 'theirs'], 'git commit'],
  ])('ends with what goes on after a %s', async (_what, command, next) => {
    await meet(updated(THEIRS, '1'), updated(OURS, '1'), command);
    expect((await tool().resolveConflicts.execute()).next.at(-1)).toBe(next);
  });
});
