import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Act, Clone, FILE, OURS, THEIRS } from '../support/branchedClone.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const HOW: readonly (readonly [string, boolean])[] = [
  ['with', true],
  ['without', false],
];
type Way = (clone: Clone) => Promise<void>;
/** Runs a git command; if it stops, settles the conflicts and goes on with `onward`. */
const goingOn =
  (onward: readonly string[], ...args: readonly string[]): Way =>
  async (clone) => {
    if (!clone.tries(...args)) await clone.settled(...onward);
  };
const carried = (...args: readonly string[]) => goingOn([], ...args);
const REBASED = ['rebase', '--continue'];
const WAYS: readonly (readonly [string, Way])[] = [
  ['a merge', carried('merge', '-q', '--no-edit', 'theirs')],
  [
    'a squash',
    async (clone) => {
      clone.tries('merge', '-q', '--squash', 'theirs');
      await clone.settled();
    },
  ],
  ['a rebase', goingOn(REBASED, 'rebase', '-q', '--merge', 'theirs')],
  ['a rebase with the apply backend', goingOn(REBASED, 'rebase', '-q', '--apply', 'theirs')],
  ['a rebase of theirs onto ours', goingOn(REBASED, 'rebase', '-q', '--merge', 'ours', 'theirs')],
  ['several cherry-picks', goingOn(['cherry-pick', '--continue'], 'cherry-pick', 'theirs~1', 'theirs')],
  [
    'cherry-picks one by one',
    async (clone) => {
      for (const commit of ['theirs~1', 'theirs']) await carried('cherry-pick', commit)(clone);
    },
  ],
  [
    'an octopus merge',
    async (clone) => {
      clone.git('branch', 'other', 'ours~2');
      clone.git('checkout', '-q', 'other');
      clone.write('other.txt').commit('other');
      clone.git('checkout', '-q', 'ours');
      if (!clone.tries('merge', '-q', '--no-edit', 'other', 'theirs')) {
        clone.git('reset', '-q', '--hard');
        clone.git('merge', '-q', '--no-edit', 'other');
        await carried('merge', '-q', '--no-edit', 'theirs')(clone);
      }
    },
  ],
  [
    'two merges of the same branches',
    async (clone) => {
      clone.git('branch', 'ours-before', 'ours');
      await carried('merge', '-q', '--no-edit', 'theirs')(clone);
      await clone.tool('ours').updateSpec.execute({ spec: '1', addTags: ['m2'] });
      clone.commit('ours again');
      clone.git('checkout', '-q', 'theirs');
      await carried('merge', '-q', '--no-edit', 'ours-before')(clone);
      await clone.tool('theirs').updateSpec.execute({ spec: '1', addTags: ['t2'], status: 'in-progress' });
      clone.commit('theirs again');
      clone.git('checkout', '-q', 'ours');
      await carried('merge', '-q', '--no-edit', 'theirs')(clone);
    },
  ],
  [
    'a merge in another worktree',
    async (clone) => {
      const root = join(temporaryFolder(), 'tree');
      clone.git('checkout', '-q', '--detach');
      clone.git('worktree', 'add', '-q', root, 'ours');
      const tree = new Clone(root, []);
      await carried('merge', '-q', '--no-edit', 'theirs')(tree);
      clone.git('checkout', '-q', '--detach', 'ours');
    },
  ],
];

describe.each(HOW)('git %s the merge driver', (_how, isDriven) => {
  it.each(WAYS)('keeps the changes of both sides in document and log after %s', async (what, way) => {
    const clone = await Clone.begun(isDriven);
    await clone.parted();
    await way(clone);
    expect(clone.unmerged).toEqual([]);
    const { resolved, updated } = await clone.tool('ada').resolveConflicts.execute();
    if (isDriven) {
      expect({ resolved, updated }).toEqual({ resolved: [], updated: [] });
      // Git may stop in a single cherry-pick and an octopus merge, because the driver cannot know which commit is merged.
      if (!/one by one|octopus/.test(what)) expect(clone.stops).toBe(0);
    }
    expect(await clone.findings()).toEqual([]);
    const [spec] = (await clone.tool('ada').listSpecs.execute()).specs;
    expect(spec).toMatchObject({ title: 'B', status: 'in-progress', assignee: 'kim', reviewer: 'lee' });
    expect([...(spec?.tags ?? [])].filter((tag) => !/2$/.test(tag)).sort()).toEqual(['m', 't']);
    expect(existsSync(join(clone.root, '.git/index.lock'))).toBe(false);
  });
});

describe('versions of a document that cannot be merged by field', () => {
  const text = (lines: string) => Buffer.from(`---\n${lines}---\n\n# A\n\nOne.\n`);
  const cases: readonly (readonly [string, Buffer, Buffer, Buffer])[] = [
    [
      'of a side that is not UTF-8',
      text('a: 1\n'),
      Buffer.from('---\na: \xe4\n---\n\n# A\n', 'latin1'),
      text('a: 3\n'),
    ],
    ['of a side with broken frontmatter', text('a: 1\nb: 1\n'), text('a: [\nb: 1\n'), text('a: 1\nb: 2\n')],
    ['of a side without frontmatter', text('a: 1\n'), Buffer.from('# A\n\nTwo.\n'), text('a: 2\n')],
    ['of two specs', text('id: aaaa\n'), text('id: bbbb\n'), text('id: cccc\n')],
    ['with a field that both sides set by hand', text('a: 1\n'), text('a: 2\n'), text('a: 3\n')],
  ];

  it.each(cases)('are merged as git alone merges them: versions %s', async (_what, base, ours, theirs) => {
    const clone = await Clone.begun(true);
    const put = (bytes: Buffer, message: string) => {
      writeFileSync(join(clone.root, FILE), bytes);
      clone.commit(message);
    };
    put(base, 'base');
    clone.git('checkout', '-q', '-b', 'theirs');
    put(theirs, 'theirs');
    clone.git('checkout', '-q', 'main');
    put(ours, 'ours');
    for (const style of ['merge', 'diff3']) {
      clone.git('config', 'merge.conflictStyle', style);
      const merged = (...settings: readonly string[]) => {
        const isMerged = clone.tries(...settings, 'merge', '-q', '--no-commit', 'theirs');
        const bytes = readFileSync(join(clone.root, FILE));
        clone.git('reset', '-q', '--hard');
        // Removes the label of the base version, which may differ.
        return [isMerged, bytes.toString('latin1').replace(/^\|{7}.*$/m, '|||||||')];
      };
      expect(merged()).toEqual(
        merged('-c', 'merge.spectool.driver=git merge-file -q -L HEAD -L base -L theirs %A %O %B'),
      );
    }
  });

  it('are put between conflict marks when they are in another encoding than UTF-8', async () => {
    const clone = await Clone.begun(true);
    const put = (words: string) => {
      writeFileSync(join(clone.root, FILE), Buffer.from(`\uFEFF# ${words}\n`, 'utf16le'));
      clone.commit(words);
    };
    clone.git('checkout', '-q', '-b', 'theirs');
    put('theirs');
    clone.git('checkout', '-q', 'main');
    put('ours');
    expect(clone.tries('merge', '-q', 'theirs')).toBe(false);
    expect(clone.document).toMatch(/^<{7} HEAD\n[^]*^={7}\n[^]*^>{7} theirs\n/m);
  });
});

describe('documents merged with the merge driver', () => {
  it('are merged by field even with git merge -X ours', async () => {
    const clone = await Clone.begun(true);
    await clone.parted();
    clone.git('merge', '-q', '--no-edit', '-X', 'ours', 'theirs');
    expect(await clone.findings()).toEqual([]);
    const [spec] = (await clone.tool('ada').listSpecs.execute()).specs;
    expect(spec).toMatchObject({ title: 'B', status: 'in-progress', assignee: 'kim', reviewer: 'lee' });
  });

  const merged = async (clone: Clone, theirs: readonly Act[], ours: readonly Act[]): Promise<void> => {
    await clone.parted(theirs, ours);
    if (!clone.tries('merge', '-q', '--no-edit', 'theirs')) await clone.settled();
    expect(await clone.findings()).toEqual([]);
  };

  it('keep the changes of both sides with core.autocrlf', async () => {
    const clone = await Clone.begun(true, [['core.autocrlf', 'true']]);
    await merged(clone, THEIRS, OURS);
    expect(clone.stops).toBe(0);
  });
});

describe.each(HOW)('git %s the merge driver', (_how, isDriven) => {
  it.each<[string, readonly string[], Way]>([
    ['a revert', ['x'], carried('revert', '--no-edit', 'HEAD~1')],
    ['several reverts', ['x'], carried('revert', '--no-edit', 'HEAD', 'HEAD~1')],
    [
      'a stash',
      ['x', 'm', 'since', 'stashed'],
      async (clone) => {
        await clone.tool('ada').updateSpec.execute({ spec: '1', addTags: ['stashed'] });
        clone.git('stash', '-q', '-u');
        await clone.tool('ada').updateSpec.execute({ spec: '1', addTags: ['since'] });
        clone.commit('since');
        if (!clone.tries('stash', 'pop')) await clone.settled();
      },
    ],
    [
      'a checkout that takes changes along',
      ['x', 'taken'],
      async (clone) => {
        await clone.tool('ada').updateSpec.execute({ spec: '1', addTags: ['taken'] });
        clone.tries('checkout', '-q', '-m', 'start');
        await clone.settled();
      },
    ],
    [
      'a revert of a merge',
      ['x', 'm'],
      async (clone) => {
        clone.git('checkout', '-q', '-b', 'theirs', 'start');
        await clone.work('theirs', THEIRS);
        clone.git('checkout', '-q', 'ours');
        await carried('merge', '-q', '--no-edit', 'theirs')(clone);
        await carried('revert', '--no-edit', '-m', '1', 'HEAD')(clone);
      },
    ],
  ])('leaves the same fields in document and log after %s', async (_what, tags, way) => {
    const clone = await Clone.begun(isDriven);
    clone.git('checkout', '-q', '-b', 'start');
    await clone.work('ours', OURS);
    await way(clone);
    expect(clone.unmerged).toEqual([]);
    await clone.tool('ada').resolveConflicts.execute();
    expect(await clone.findings()).toEqual([]);
    const [spec] = (await clone.tool('ada').listSpecs.execute()).specs;
    expect([...(spec?.tags ?? [])].sort()).toEqual([...tags].sort());
  });
});

describe.each(HOW)('a git revert after a merge, %s the merge driver,', (_how, isDriven) => {
  const update =
    (request: object): Act =>
    (spectool) =>
      spectool.updateSpec.execute({ spec: '1', ...request });
  /**
   * Returns a clone in which `theirs` was merged into `ours`. The git tag `before` marks the last commit of `ours` before the
   * merge, `merged` the merge itself.
   */
  const met = async (ours: readonly Act[], theirs: readonly Act[]): Promise<Clone> => {
    const clone = await Clone.begun(isDriven);
    clone.git('checkout', '-q', '-b', 'start');
    await clone.work('start', [update({ priority: 'medium' })]);
    await clone.work('ours', ours);
    clone.git('tag', 'before');
    clone.git('checkout', '-q', 'start');
    await clone.work('theirs', theirs);
    clone.git('checkout', '-q', 'ours');
    await carried('merge', '-q', '--no-edit', 'theirs')(clone);
    clone.git('tag', 'merged');
    return clone;
  };
  const shown = ({ document }: Clone) =>
    document
      .split('\n')
      .filter((line) => /^(?:priority|tags|assignee):/.test(line))
      .sort();
  /** Expects that the fields are the same after `validate --fix`, `resolve` and `update`. @returns the lines of the fields. */
  const stands = async (clone: Clone): Promise<readonly string[]> => {
    const [spec] = (await clone.tool('ada').listSpecs.execute()).specs;
    const fixed = new Clone(clone.copy().root, []);
    await fixed.tool('ada').validateProject.execute({ fix: true });
    const resolved = new Clone(clone.copy().root, []);
    await resolved.tool('ada').resolveConflicts.execute();
    await clone.tool('ada').updateSpec.execute({ spec: '1', reviewer: 'ada' });
    const [after] = (await clone.tool('ada').listSpecs.execute()).specs;
    for (const field of ['priority', 'tags', 'assignee'] as const)
      expect([field, spec?.[field]]).toEqual([field, after?.[field]]);
    expect(shown(fixed)).toEqual(shown(clone));
    expect(shown(resolved)).toEqual(shown(clone));
    return shown(clone);
  };
  const OF_OURS = ['assignee: kim', 'priority: low', 'tags: [t, m]'];
  const OF_BOTH = ['assignee: kim', 'priority: high', 'tags: [t, m, b]'];

  it.each<[string, readonly string[], Way]>([
    ['of their commit', OF_OURS, carried('revert', '--no-edit', 'theirs')],
    [
      'of our commit',
      ['assignee: kim', 'priority: high', 'tags: [t, b]'],
      carried('revert', '--no-edit', 'before~1'),
    ],
    ['of the merge', OF_OURS, carried('revert', '--no-edit', '-m', '1', 'merged')],
    [
      'of the merge that leaves their side',
      ['priority: high', 'tags: [t, b]'],
      carried('revert', '--no-edit', '-m', '2', 'merged'),
    ],
    [
      'of their and our commits',
      ['assignee: kim', 'priority: medium', 'tags: [x]'],
      goingOn(['revert', '--continue'], 'revert', '--no-edit', 'theirs', 'before~1'),
    ],
    [
      'of their commit and another commit',
      OF_OURS,
      async (clone) => {
        clone.write('other.txt').commit('other');
        await goingOn(['revert', '--continue'], 'revert', '--no-edit', 'HEAD', 'theirs')(clone);
        // Git does not stop: its files say which of several commits it reverts, and the merge driver finds the commit there.
        if (isDriven) expect(clone.stops).toBe(0);
      },
    ],
    [
      'of a revert',
      OF_BOTH,
      async (clone) => {
        await carried('revert', '--no-edit', 'theirs')(clone);
        await carried('revert', '--no-edit', 'HEAD')(clone);
      },
    ],
  ])('leaves the fields of the records that remain, for a revert %s', async (_what, expected, way) => {
    const clone = await met(
      [update({ priority: 'low', addTags: ['t', 'm'], removeTags: ['x'] }), update({ assignee: 'kim' })],
      [update({ priority: 'high', addTags: ['t', 'b'], removeTags: ['x'] })],
    );
    await way(clone);
    expect((await clone.findings()).filter((finding) => !finding.startsWith('DOCUMENT_BEHIND'))).toEqual([]);
    expect(await stands(clone)).toEqual(expected);
  });

  it('that restores an earlier value of a field keeps that value', async () => {
    const clone = await met([update({ priority: 'low' })], [update({ priority: 'high' })]);
    await carried('revert', '--no-edit', 'theirs')(clone);
    expect(await stands(clone)).toEqual(['priority: medium', 'tags: [x]']);
  });

  it('that could also be a hand edit keeps its value, and `validate` reports the value in the log', async () => {
    const clone = await met(
      [update({ priority: 'low' }), update({ assignee: 'kim' })],
      [update({ priority: 'high' })],
    );
    await carried('revert', '--no-edit', 'theirs')(clone);
    const { findings } = await clone.tool('ada').validateProject.execute();
    const found = findings.find(({ code }) => code === 'EDITED_BY_HAND');
    expect(found?.message).toContain('priority is "medium", but "low" in the log');
    expect(await stands(clone)).toEqual(['assignee: kim', 'priority: medium', 'tags: [x]']);
  });
});
