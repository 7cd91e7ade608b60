import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Act, Clone, FILE, OURS, THEIRS } from '../support/branchedClone.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const HOW: readonly (readonly [string, boolean])[] = [
  ['with', true],
  ['without', false],
];

/** Merges the branch `theirs` into `ours`, by default with `git merge`; if git stops, resolves the conflicts and continues. */
async function merged(clone: Clone, ...command: readonly string[]): Promise<void> {
  const args = command.length > 0 ? command : ['merge', '-q', '--no-edit', 'theirs'];
  const next = args[0] === 'rebase' ? ['rebase', '--continue'] : [];
  if (!clone.tries(...args)) await clone.settled(...next);
  await clone.tool('ada').resolveConflicts.execute();
  expect(clone.unmerged).toEqual([]);
}

/** Expects that the merged document has the changes of both sides and that `validate` reports nothing. */
async function expectBoth(clone: Clone): Promise<void> {
  expect(await clone.findings()).toEqual([]);
  const { specs } = await clone.tool('ada').listSpecs.execute({ scope: 'all' });
  expect(specs).toMatchObject([
    { title: 'B', status: 'in-progress', assignee: 'kim', reviewer: 'lee', tags: expect.anything() },
  ]);
  expect([...(specs[0]?.tags ?? [])].sort()).toEqual(['m', 't']);
}

describe.each(HOW)('a git merge %s the merge driver', (_how, isDriven) => {
  it('keeps the changes of both sides when the project is in a subfolder of the repository', async () => {
    const top = new GitSandbox().write('other/README.md').commit('top');
    mkdirSync(join(top.root, "tools/it's an app"), { recursive: true });
    const clone = await Clone.begun(isDriven, [], join(top.root, "tools/it's an app"));
    await clone.parted();
    await merged(clone);
    await expectBoth(clone);
    if (isDriven) expect(clone.stops).toBe(0);
  });

  it('keeps the changes of both sides in a bare repository, where git does not run the driver', async () => {
    const clone = await Clone.begun(isDriven);
    const one =
      (fields: object): Act =>
      (tool) =>
        tool.updateSpec.execute({ spec: '1', ...fields });
    await clone.parted([one({ assignee: 'lee' })], [one({ addTags: ['m'] })]);
    clone.git('checkout', '-q', '-b', 'contested', 'start');
    await one({ addTags: ['c'] })(clone.tool('ada'), clone);
    clone.commit('contested').git('checkout', '-q', 'ours');
    const bare = new GitSandbox(join(temporaryFolder(), 'served.git'), []);
    mkdirSync(bare.root);
    bare.git('clone', '-q', '--bare', clone.root, '.');
    writeFileSync(join(bare.root, 'info/attributes'), readFileSync(join(clone.root, '.gitattributes')));
    if (isDriven) bare.git('config', 'merge.spectool.driver', clone.git('config', 'merge.spectool.driver'));
    // Servers merge pull requests with `git merge-tree`, which fails on a conflict.
    const merge = (branch: string) => bare.git('merge-tree', '--write-tree', 'ours', branch);
    expect(() => merge('contested')).toThrow('merge-tree');
    const commit = bare.git('commit-tree', '-p', 'ours', '-p', 'theirs', '-m', 'both', merge('theirs'));
    bare.git('update-ref', 'refs/heads/ours', commit);
    clone.git('pull', '-q', '--ff-only', bare.root, 'ours');
    expect(await clone.findings()).toEqual([]);
    expect(clone.document).toMatch(/^assignee: lee$[^]*^tags: \[x, m\]$/m);
  });

  it('leaves a conflict for a person to resolve when git has a clean and a smudge filter for the document', async () => {
    const clone = await Clone.begun(isDriven, [
      ['filter.shout.clean', 'sed s/LOUD/quiet/'],
      ['filter.shout.smudge', 'sed s/quiet/LOUD/'],
    ]);
    writeFileSync(join(clone.root, '.git/info/attributes'), '*.md filter=shout\n');
    clone.document = clone.document.replace('One.', 'It is LOUD.');
    clone.commit('filtered');
    await clone.parted();
    clone.tries('merge', '-q', '--no-edit', 'theirs');
    const before = clone.document;
    const { conflicts } = await clone.tool('ada').resolveConflicts.execute();
    expect(clone.document).toBe(before);
    expect(clone.document).toContain('It is LOUD.');
    if (!isDriven) {
      expect(conflicts).toMatchObject([{ path: FILE, reason: expect.stringContaining('a git filter') }]);
      return;
    }
    expect(conflicts).toEqual([]);
    await expectBoth(clone);
    expect(clone.git('show', `HEAD:${FILE}`)).toContain('It is quiet.');
  });
});

const MOVES: readonly (readonly [string, Act, string])[] = [
  ['renamed', (_, clone) => Promise.resolve(clone.git('mv', 'specs/001-a', 'specs/001-z')), 'specs/001-z'],
  ['archived', (tool) => tool.archiveSpecs.execute({ specs: ['1'] }), 'specs/archived/001-a'],
  ['renumbered', (tool) => tool.renumberSpec.execute({ spec: '1', to: 7 }), 'specs/007-a'],
  ['deleted', (tool) => tool.deleteSpec.execute({ spec: '1', reason: 'made twice' }), 'specs/001-a'],
];
const COMMANDS: readonly (readonly string[])[] = [
  ['merge', '-q', '--no-edit', 'theirs'],
  ['rebase', '-q', '--merge', 'theirs'],
  ['rebase', '-q', '--apply', 'theirs'],
];

describe.each(HOW)('a git merge of a moved or deleted spec, %s the merge driver,', (_how, isDriven) => {
  it.each(
    MOVES.flatMap(([what, move, place]) => COMMANDS.map((command) => [what, command, move, place] as const)),
  )(
    'keeps the changes of the other side when one side has %s the spec: git %j',
    async (_what, command, move, place) => {
      const clone = await Clone.begun(isDriven);
      await clone.parted([move]);
      await merged(clone, ...command);
      const { specs } = await clone.tool('ada').listSpecs.execute({ scope: 'all' });
      const both = { status: 'in-progress', priority: 'low', assignee: 'kim', tags: ['x', 'm'] };
      expect(specs).toMatchObject([{ path: place, ...both }]);
      expect(
        (await clone.findings()).filter((one) => !/^FOLDER_MOVED|^DELETED_AND_EDITED/.test(one)),
      ).toEqual([]);
    },
  );

  it.each(COMMANDS)('removes what one side deleted and the other left: git %s %s %s', async (...command) => {
    const clone = await Clone.begun(isDriven);
    await clone.tool('ada').createSpec.execute({ name: 'other' });
    clone.commit('another');
    await clone.parted(
      [(tool) => tool.deleteSpec.execute({ spec: '1', reason: 'made twice' })],
      [(tool) => tool.updateSpec.execute({ spec: '2', priority: 'low' })],
    );
    await merged(clone, ...command);
    const { specs } = await clone.tool('ada').listSpecs.execute({ scope: 'all' });
    expect(specs.map(({ ref }) => ref)).toEqual(['002-other']);
    expect(await clone.findings()).toEqual([]);
  });
});

it('a git merge with the merge driver keeps an edit in its spec when git takes a similar new spec for a rename', async () => {
  const clone = await Clone.begun(true);
  await clone.parted(
    [(tool) => tool.updateSpec.execute({ spec: '1', assignee: 'lee' })],
    [
      async (tool) => {
        await tool.deleteSpec.execute({ spec: '1', reason: 'made twice' });
        await tool.createSpec.execute({
          name: 'b',
          tags: ['x'],
          body: '# A\n\n## Problem\n\nOne.\n\nTwo.\n\nThree.\n',
        });
      },
    ],
  );
  await merged(clone);
  const { specs } = await clone.tool('ada').listSpecs.execute();
  expect(specs.map(({ ref, assignee }) => [ref, assignee])).toEqual([
    ['001-a', 'lee'],
    ['002-b', undefined],
  ]);
  expect((await clone.findings()).filter((one) => !one.startsWith('DELETED_AND_EDITED'))).toEqual([]);
});

/** Unusual forms of frontmatter, each with a function that changes ordinary frontmatter to that form. */
const ODD: readonly (readonly [string, (head: string) => string])[] = [
  ['no block', () => ''],
  ['an empty block', () => '---\n---\n'],
  ['an unclosed block', (head) => head.replace(/---\n$/, '')],
  [
    'a flow map',
    (head) =>
      `---\n{${head
        .split('\n')
        .filter((line) => /:/.test(line))
        .join(', ')}}\n---\n`,
  ],
  ['comments', (head) => head.replace(/^(status: .*)$/m, '# above\n$1 # beside\n# below')],
  ['anchors', (head) => head.replace(/^tags: (.*)$/m, 'tags: &t $1\nareas: *t')],
  ['a repeated key', (head) => head.replace(/^(status: .*)$/m, '$1\nstatus: complete')],
  ['tabs between key and value', (head) => head.replace(/^status: /m, 'status:\t\t')],
  ['tabs as indentation', (head) => head.replace(/^tags: .*$/m, 'tags:\n\t- x')],
  ['a document end', (head) => head.replace(/---\n$/, '...\n')],
  [
    'values over several lines',
    (head) => head.replace(/^(id: .*)$/m, '$1\nnote: |\n  one\n\n  two\nother: >-\n  a\n  b'),
  ],
  ['Windows line endings', (head) => head.replaceAll('\n', '\r\n')],
  ['a byte order mark', (head) => `\uFEFF${head}`],
];

function reshaped(shape: (head: string) => string, written?: Set<string>): Act {
  return (_tool, clone) => {
    for (const line of clone.document.split('\n')) written?.add(line);
    const end = clone.document.indexOf('---\n', 4) + 4;
    clone.document = shape(clone.document.slice(0, end)) + clone.document.slice(end);
    return Promise.resolve();
  };
}

describe.each(HOW)('a git merge of unusual frontmatter, %s the merge driver,', (_how, isDriven) => {
  /**
   * Merges two branches in both directions and expects the same result: a document of which each line is from one of the sides and
   * which has no new finding, or a conflict that git lists.
   */
  async function expectOneDocument(
    theirs: readonly Act[],
    ours: readonly Act[],
    written = new Set<string>(),
  ): Promise<void> {
    const clone = await Clone.begun(isDriven);
    await clone.parted(theirs, ours);
    const known = new Set<string>();
    for (const side of ['start', 'theirs', 'ours']) {
      clone.git('checkout', '-q', '-f', side);
      for (const line of clone.document.split('\n')) written.add(line);
      for (const finding of await clone.findings()) known.add(finding);
    }
    const results: (string | readonly string[])[] = [];
    for (const [into, from] of [
      ['ours', 'theirs'],
      ['theirs', 'ours'],
    ] as const) {
      clone.git('checkout', '-q', '-f', into);
      const before = clone.git('rev-parse', 'HEAD');
      clone.tries('merge', '-q', '--no-edit', from);
      const { conflicts } = await clone.tool('ada').resolveConflicts.execute();
      expect(conflicts.map(({ path }) => path)).toEqual(clone.unmerged);
      if (conflicts.length > 0) results.push(conflicts.map(({ path }) => path));
      else {
        results.push(clone.document);
        // EDITED_BY_HAND may be new: it is not reported for a side without an id, but for the merged document, which has one.
        const isNew = (finding: string) => !known.has(finding) && !finding.startsWith('EDITED_BY_HAND');
        expect((await clone.findings()).filter(isNew)).toEqual([]);
        const isOwn = (line: string) => written.has(line) || /^(?:tags: \[| {2}- )/.test(line);
        expect(clone.document.split('\n').filter((line) => !isOwn(line))).toEqual([]);
      }
      clone.git('reset', '-q', '--hard', before);
      clone.git('clean', '-q', '-fd');
    }
    expect(results[1]).toEqual(results[0]);
  }

  it.each(ODD)('gives the same document in both directions when one side has %s', async (_what, shape) => {
    await expectOneDocument([reshaped(shape)], OURS);
  });

  it.each(ODD)('gives the same document in both directions when both sides have %s', async (_what, shape) => {
    // `written` collects the lines of each side before its frontmatter is changed, which the merged document may have too.
    const written = new Set<string>();
    await expectOneDocument(
      [...THEIRS, reshaped(shape, written)],
      [...OURS, reshaped(shape, written)],
      written,
    );
  });
});
