import { existsSync } from 'node:fs';
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

const branches = new ConflictingBranches();
const { tool, read, edit, unmerged, codes, meet } = branches;

describe('resolve', () => {
  const HEAD = '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# A\n\n';

  const met = (ours: string, theirs: string, marks = 7) =>
    `${'<'.repeat(marks)} ours\n${ours}${'='.repeat(marks)}\n${theirs}${'>'.repeat(marks)} theirs\n`;

  it.each([
    ['nested conflicts', HEAD + met(met('a\n', 'b\n'), met('c\n', 'd\n'))],
    ['nested conflicts with longer marks', HEAD + met(met('a\n', 'b\n', 9), met('c\n', 'd\n', 9))],
    ['two ids', `---\n${met('id: abcdefghijklmnop\n', 'id: ponmlkjihgfedcba\n')}${HEAD.slice(4)}`],
    ['a frontmatter in JavaScript', met(`---js\nprocess.exit()\n${HEAD.slice(4)}`, HEAD)],
    ['a megabyte in a line', HEAD + met(`${'x'.repeat(1e6)}\n`, `${'y'.repeat(1e6)}\n`)],
    ['NUL characters', HEAD + met('a\0\n', 'b\0\n')],
    ['text in both directions', HEAD + met('\u202ea\n', '\u2066b\n')],
    ['mixed line ends', HEAD + met('a\r\n', 'b\n').replace('ours\n', 'ours\r\n')],
    [
      'thousands of conflicts',
      HEAD + Array.from({ length: 3000 }, (_, i) => met(`a${i}\n`, `b${i}\n`)).join(''),
    ],
    ['only beginning marks', HEAD + '<<<<<<< ours\n'.repeat(3000)],
    [
      'fences that grow',
      HEAD + Array.from({ length: 2000 }, (_, i) => '`'.repeat(3 + i)).join('\n') + met('a\n', 'b\n'),
    ],
    ['conflict marks in fenced code', `${HEAD}\`\`\`\n${met('a\n', 'b\n')}\`\`\`\n`],
    [
      'an example of a conflict in fenced code',
      `${HEAD}${met('a\n', 'b\n')}\`\`\`\n${met('c\n', 'd\n')}\`\`\`\n`,
    ],
    ['an empty text', ''],
  ])('loses no word of a document with %s, and changes no other document', async (_what, text) => {
    const before = [branches.sandbox.git('ls-files', '-s', 'specs'), read(B)];
    branches.sandbox.write(A, text);
    await tool().resolveConflicts.execute();
    expect([branches.sandbox.git('ls-files', '-s', 'specs'), read(B)]).toEqual(before);
    const words = (one: string) =>
      new Set(one.split(/[\s<>=|]+/).filter((word) => /^[a-dx-y]\d*$/.test(word)));
    const kept = words(read(A));
    expect([...words(text)].filter((word) => !kept.has(word))).toEqual([]);
    expect((await tool().listSpecs.execute()).specs).toHaveLength(2);
  });

  it.each(['filter=x', 'ident', 'working-tree-encoding=UTF-8'])(
    'writes a document with the git attribute %s, runs no filter, and leaves staging to a person',
    async (attribute) => {
      await meet(updated(THEIRS, '1', '2'), updated(OURS, '1', '2'));
      const mark = join(branches.sandbox.root, '.git/filtered');
      branches.sandbox.git('config', 'filter.x.clean', `touch '${mark}'; cat`);
      branches.sandbox.write('.git/info/attributes', `${A} ${attribute}\n`);
      const answer = await tool().resolveConflicts.execute();
      expect(answer).toMatchObject({ resolved: [A, B], unstaged: [A], conflicts: [] });
      expect(answer.next.slice(-1)).toEqual(['git merge --continue']);
      expect(answer.next[0]).toMatch(/^git add specs/);
      expect([existsSync(mark), unmerged()]).toEqual([false, [A]]);
      expect(read(A)).not.toContain('<<<<');
    },
  );

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
  )('keeps a spec that was %s, and prints a warning', async (_what, theirs, ours) => {
    await meet(theirs, ours);
    const { resolved, warnings } = await tool().resolveConflicts.execute();
    expect(resolved).toEqual([A]);
    expect(warnings.map(({ code }) => code)).toContain('DELETED_AND_EDITED');
    expect([unmerged(), await codes()]).toEqual([[], []]);
    const standing = read(A);
    expect(branches.sandbox.git('show', `:${A}`)).toBe(standing.trimEnd());
    const again = await tool().resolveConflicts.execute();
    expect(again).toMatchObject({ resolved: [], updated: [] });
    expect(read(A)).toBe(standing);
    expect((await tool().listSpecs.execute()).specs.map(({ ref }) => ref)).toEqual(['001-a', '002-b']);
  });

  it.each<[string, string, string]>([
    ['ticks of neighbouring criteria', '- [x] a\n- [ ] b\n', '- [ ] a\n- [x] b\n'],
    ['criteria', '- [ ] a\n- [ ] b\n- [ ] c\n', '- [ ] a\n- [ ] b\n- [ ] d\n'],
    ['a tick and a criterion', '- [ ] a\n- [x] b\n', '- [ ] a\n- [ ] b\n- [ ] d\n'],
    ['notes', '- [ ] a\n- [ ] b\n\n## Notes\n\n- c\n', '- [ ] a\n- [ ] b\n\n## Notes\n\n- d\n'],
    ['sections', '- [ ] a\n- [ ] b\n\n## Plan\n\nc\n', '- [ ] a\n- [ ] b\n\n## Risks\n\nd\n'],
  ])('keeps %s of both sides, which git cannot merge', async (_what, ours, theirs) => {
    const start = '- [ ] a\n- [ ] b\n';
    edit(A, (text) => text.replace('Two.\n', `Two.\n\n## Success Criteria\n\n${start}`));
    branches.sandbox.commit('criteria');
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
    branches.sandbox.git('-c', 'core.editor=true', 'merge', '--continue');
    expect(await tool().resolveConflicts.execute()).toMatchObject({ resolved: [], updated: [] });
  });
});
