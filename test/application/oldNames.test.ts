import { describe, expect, it } from '@jest/globals';
import { namesNow } from '../../src/domain/naming/references.js';
import { MemoryBranch } from '../support/memoryBranches.js';

const OTHER = 'specs/003-mail/README.md';

/**
 * Returns a branch after a merge without a conflict: `a` was renamed, or got another number, on one side, and the other side
 * refers to it by its former name.
 */
async function merged(rename: (branch: MemoryBranch) => Promise<unknown>) {
  const branch = await MemoryBranch.begun();
  const { tool } = branch;
  await tool.createSpec.execute({ name: 'pay' });
  await tool.createSpec.execute({
    name: 'mail',
    body: '# Mail\n\n## Problem\n\nSee [a](../001-a/README.md).\n',
  });
  await tool.updateSpec.execute({ spec: '3', addDependencies: ['1'], addRelated: ['1'] });
  const before = tool.files.readText(OTHER) ?? '';
  const known = new Set(branch.logFiles);
  await rename(branch);
  // The side that renamed did not have these references.
  tool.files.write(OTHER, before);
  for (const path of branch.logFiles)
    if (!known.has(path) && (tool.files.readText(path) ?? '').includes('"DependenciesChanged"'))
      tool.files.remove(path);
  for (const path of branch.logFiles)
    if (!known.has(path) && (tool.files.readText(path) ?? '').includes('"followed":true'))
      tool.files.remove(path);
  return { branch, tool, text: () => tool.files.readText(OTHER) ?? '' };
}

const byName = (branch: MemoryBranch) => branch.tool.renumberSpec.execute({ spec: '1', name: 'account' });
const byNumber = (branch: MemoryBranch) => branch.tool.renumberSpec.execute({ spec: '1', to: 7 });

const byHand = async ({ tool }: MemoryBranch) => tool.files.move('specs/001-a', 'specs/001-account');

describe.each([
  ['moved by hand', byHand, '001-account'],
  ['renamed', byName, '001-account'],
  ['given another number', byNumber, '007-a'],
] as const)('References to a spec that was %s on another branch', (_what, rename, ref) => {
  it('are followed where they are read, and validate names the new name, but never advises to remove them', async () => {
    const { tool } = await merged(rename);
    const { findings } = await tool.validateProject.execute();
    const own = findings.filter(({ code }) => /OLD_NAME|DEPENDENCY|LINK/.test(code));
    expect(own.map(({ code }) => code)).toEqual(['OLD_NAME', 'OLD_NAME', 'OLD_NAME']);
    for (const { message } of own) expect(message).toContain(`001-a, which was renamed to ${ref}`);
    expect(JSON.stringify(findings)).not.toContain('removeDependencies');
    const [graph, { spec }] = [
      await tool.showDependencies.execute({ spec: '3' }),
      await tool.viewSpec.execute({ spec: '3' }),
    ];
    expect(JSON.stringify(graph)).not.toContain('missing');
    expect(spec.dependsOn).toEqual([ref]);
  });

  it.each<[string, (branch: MemoryBranch) => Promise<unknown>]>([
    ['validate --fix', (branch) => branch.tool.validateProject.execute({ fix: true })],
    ['resolve', (branch) => branch.tool.resolveConflicts.execute()],
    ['the next change', (branch) => branch.tool.updateSpec.execute({ spec: '3', priority: 'high' })],
  ])('are written by %s', async (_how, write) => {
    const { branch, tool, text } = await merged(rename);
    await write(branch);
    expect(text()).toContain(`depends_on: [${ref}]`);
    expect(text()).toContain(`related: [${ref}]`);
    expect(text()).toContain(`(../${ref}/README.md)`);
    const { findings } = await tool.validateProject.execute();
    expect(findings.filter(({ code }) => /OLD_NAME|DEPENDENCY|LINK/.test(code))).toEqual([]);
  });
});

it('A link of a spec to itself follows its name, too', async () => {
  const branch = await MemoryBranch.begun();
  await branch.tool.createSpec.execute({ name: 'pay', body: 'See [pay](../002-pay/README.md#x).\n' });
  branch.tool.files.move('specs/002-pay', 'specs/002-bill');
  await branch.tool.updateSpec.execute({ spec: '2', priority: 'high' });
  expect(branch.tool.files.readText('specs/002-bill/README.md')).toContain('(../002-bill/README.md#x)');
});

it('A renaming names what an edit by hand took away from a spec that refers to the renamed one', async () => {
  const { tool } = await MemoryBranch.begun();
  await tool.createSpec.execute({ name: 'pay', body: 'See [a](../001-a/README.md).\n' });
  await tool.addNote.execute({ spec: '2', text: 'The bank waits.' });
  const [path] = ['specs/002-pay/README.md'];
  tool.files.write(path, (tool.files.readText(path) ?? '').replace(/^.*The bank waits.*\n/m, ''));
  const { warnings } = await tool.renumberSpec.execute({ spec: '1', name: 'account' });
  expect(warnings.map(({ code, message }) => [code, message])).toEqual([
    ['RECORDS_NOT_IN_TEXT', expect.stringContaining('the note "The bank waits."')],
  ]);
});

describe('A former name', () => {
  const folder = (sequence: number, name: string) => {
    const ref = `${String(sequence).padStart(3, '0')}-${name}`;
    return { sequence, name, ref, archived: false, path: `specs/${ref}` };
  };
  const [a, b] = [folder(1, 'account'), folder(7, 'bill')];

  it('means the spec that had it, by folder name, name or number', () => {
    const now = namesNow([a, b], () => [
      { folder: a, names: [{ sequence: null, ref: '001-user' }] },
      { folder: b, names: [{ sequence: 2, ref: '002-bill' }] },
    ]);
    expect(['001-user', 'user', '002-bill', '2', '002'].map((name) => now(name)?.ref)).toEqual([
      '001-account',
      '001-account',
      '007-bill',
      '007-bill',
      '007-bill',
    ]);
    expect(now('003-other')).toBeUndefined();
  });

  it('means nothing if a spec has it now, or two specs had it', () => {
    const names = [{ sequence: 2, ref: '002-pay' }];
    const now = namesNow([a, b, folder(2, 'new')], () => [
      { folder: a, names },
      { folder: b, names },
    ]);
    expect(now('002-pay')).toBeUndefined();
    expect(now('2')).toBeUndefined();
  });
});

it('Validate does not advise to remove the reference to a spec that the log has as deleted', async () => {
  const { tool } = await merged(byName);
  await tool.deleteSpec.execute({ spec: '1', reason: 'not needed', force: true });
  const { findings } = await tool.validateProject.execute();
  const missing = findings.find(({ code }) => code === 'DEPENDENCY_MISSING');
  expect(missing).toMatchObject({ fix: expect.stringContaining('undo its deletion') });
  expect(missing?.advice ?? []).toEqual([]);
});
