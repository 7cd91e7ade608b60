import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../src/adapters/memory/fixedClockAndActor.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { GitSandbox } from '../support/gitSandbox.js';

let whole: GitSandbox;
const toolAt = (box: GitSandbox) =>
  createSpectool({ cwd: box.root, ports: { actors: new FixedActor('ada') } });

beforeAll(async () => {
  whole = new GitSandbox();
  await toolAt(whole).initProject.execute({ agentTools: 'none' });
  for (const name of ['alpha', 'beta', 'gamma']) await toolAt(whole).createSpec.execute({ name });
  await toolAt(whole).updateSpec.execute({ spec: '2', addDependencies: ['1'] });
  await toolAt(whole).archiveSpecs.execute({ specs: ['3'], outcome: 'superseded', by: '1', reason: 'a' });
  whole.commit();
});

/** Returns a sparse checkout that leaves out the given folders. */
function without(...folders: readonly string[]): GitSandbox {
  const box = whole.copy();
  // Refresh the git index first, because git does not remove files that could have changed.
  box.git('status');
  box.git('sparse-checkout', 'set', '--no-cone', '/*', ...folders.map((path) => `!/${path}`));
  return box;
}

describe('Specs that a sparse checkout leaves out', () => {
  it('are reported by lists and validate, with the command that checks them out', async () => {
    const tool = toolAt(without('specs/001-alpha', 'specs/archived'));
    const told = {
      code: 'NOT_READ',
      message: expect.stringMatching(
        /^2 paths are not read \(specs\/001-alpha, specs\/archived\/.*: git leaves/,
      ),
      hint: expect.stringContaining('`git sparse-checkout add specs/001-alpha`'),
    };
    for (const { warnings } of [
      await tool.listSpecs.execute(),
      await tool.showBoard.execute(),
      await tool.searchSpecs.execute({ query: 'beta' }),
    ])
      expect(warnings).toContainEqual(told);
    const { findings } = await tool.validateProject.execute();
    expect(findings).toMatchObject([
      // The finding is an error because another spec depends on the missing one.
      { severity: 'error', code: 'NOT_READ', file: 'specs/001-alpha', fix: told.hint },
      { severity: 'warning', code: 'NOT_READ', file: expect.stringMatching(/^specs\/archived/) },
    ]);
  });

  it('are not recorded as deleted', async () => {
    const box = without('specs/001-alpha');
    expect(await toolAt(box).validateProject.execute({ fix: true })).toMatchObject({ fixed: [] });
    expect(box.git('status', '--porcelain')).toBe('');
  });

  it.each([
    [
      'marked by hand',
      (box: GitSandbox) => {
        box.git('update-index', '--skip-worktree', 'specs/001-alpha/README.md');
        rmSync(join(box.root, 'specs/001-alpha'), { recursive: true });
      },
    ],
    ...(['--index-version=4', '--split-index'] as const).map(
      (kind) =>
        [
          `marked by hand in an index of ${kind}`,
          (box: GitSandbox) => {
            box.git('update-index', kind);
            box.git('update-index', '--skip-worktree', 'specs/001-alpha/README.md');
            rmSync(join(box.root, 'specs/001-alpha'), { recursive: true });
          },
        ] as const,
    ),
    [
      'of a sparse checkout that is switched off',
      (box: GitSandbox) => {
        box.git('sparse-checkout', 'set', '--no-cone', '/*', '!/specs/001-alpha');
        for (const scope of ['--local', '--worktree'])
          box.git('config', scope, 'core.sparseCheckout', 'false');
      },
    ],
  ])('are reported when flags in the git index leave them out: %s', async (_what, leaveOut) => {
    const box = whole.copy();
    box.git('status');
    leaveOut(box);
    const { warnings } = await toolAt(box).listSpecs.execute();
    expect(warnings).toEqual([
      {
        code: 'NOT_READ',
        message: 'specs/001-alpha is not read: git leaves it out of the working tree.',
        hint: expect.stringContaining('`git sparse-checkout disable`'),
      },
    ]);
    expect(await toolAt(box).validateProject.execute({ fix: true })).toMatchObject({ fixed: [] });
    box.git('sparse-checkout', 'disable');
    expect(await toolAt(box).listSpecs.execute()).toMatchObject({ total: 2, warnings: [] });
  });

  it('are reported by folder when their document has an older file name', async () => {
    const box = whole.copy();
    box.git('mv', 'specs/001-alpha/README.md', 'specs/001-alpha/SPEC.adoc');
    box.write('specs/001-alpha/notes/2026-01-05-more.md').commit();
    box.git('sparse-checkout', 'set', '--no-cone', '/*', '!/specs/001-alpha');
    const { fixed, findings } = await toolAt(box).validateProject.execute({ fix: true });
    expect(fixed).toEqual([]);
    expect(findings).toMatchObject([{ code: 'NOT_READ', file: 'specs/001-alpha' }]);
  });

  it('are not recorded as deleted when the specs folder is a link', async () => {
    const box = whole.copy();
    box.git('mv', 'specs', 'kept');
    symlinkSync('kept', join(box.root, 'specs'));
    box.commit().git('sparse-checkout', 'set', '--no-cone', '/*', '!/kept/001-alpha');
    const { fixed, findings } = await toolAt(box).validateProject.execute({ fix: true });
    expect(fixed).toEqual([]);
    expect(findings).toMatchObject([{ code: 'NOT_READ', file: 'kept/001-alpha' }]);
  });

  it.each(['sparse', 'whole'])('are not recorded as deleted when git fails: %s', async (kind) => {
    const box = kind === 'sparse' ? without('specs/001-alpha') : whole.copy();
    rmSync(join(box.root, 'specs/001-alpha'), { recursive: true, force: true });
    box.write('.git/index', 'damaged');
    const told = {
      code: 'NOT_READ',
      message: expect.stringMatching(/^specs is not read: git failed, so specs may be missing /),
    };
    const { warnings } = await toolAt(box).listSpecs.execute();
    expect(warnings).toMatchObject(kind === 'sparse' ? [told] : []);
    const { fixed, findings } = await toolAt(box).validateProject.execute({ fix: true });
    expect(fixed).toEqual([]);
    expect(JSON.stringify(findings)).toContain('git failed');
  });

  it('are listed again after the sparse checkout is disabled', async () => {
    const box = without('specs');
    expect((await toolAt(box).listSpecs.execute()).warnings).toHaveLength(1);
    box.git('sparse-checkout', 'disable');
    expect(await toolAt(box).listSpecs.execute()).toMatchObject({ total: 2, warnings: [] });
  });
});

describe('A log that a sparse checkout leaves out', () => {
  const hint = expect.stringMatching(/`git sparse-checkout add \.spectool(?:\/log\/\w+)?`/);
  const told = { code: 'NOT_READ', hint };
  const missing = { code: 'NOT_CHECKED_OUT', hint };

  it('is reported by lists, history and validate, and its specs cannot be changed', async () => {
    const box = without('.spectool/log');
    const tool = toolAt(box);
    const message = expect.stringContaining('git leaves records of 3 specs out');
    for (const { warnings } of [
      await tool.listSpecs.execute(),
      await tool.showBoard.execute(),
      await tool.nextSpecs.execute({}),
      await tool.showHistory.execute({ spec: '1' }),
    ])
      expect(warnings).toMatchObject([{ ...told, message }]);
    const { findings } = await tool.validateProject.execute();
    expect(findings.map(({ code }) => code)).toEqual(['NOT_READ']);
    await expect(tool.updateSpec.execute({ spec: '1', priority: 'high' })).rejects.toMatchObject(missing);
    await expect(tool.claimSpecs.execute({ specs: ['1'] })).rejects.toMatchObject(missing);
    await expect(tool.initProject.execute({})).rejects.toMatchObject(missing);
    expect(box.git('status', '--porcelain')).toBe('');
    box.git('sparse-checkout', 'add', '.spectool/log');
    await toolAt(box).updateSpec.execute({ spec: '1', priority: 'high' });
    expect((await toolAt(box).showHistory.execute({ spec: '1' })).events).toHaveLength(2);
  });

  it('prevents init from creating another project when the configuration is left out, too', async () => {
    const box = whole.copy();
    box.write('.spectool/config.json', '{"structure":{"prefix":"rfc-"}}').commit();
    box.git('sparse-checkout', 'set', 'specs');
    await expect(toolAt(box).initProject.execute({})).rejects.toMatchObject(missing);
    expect(box.git('status', '--porcelain')).toBe('');
    box.git('sparse-checkout', 'add', '.spectool');
    expect((await toolAt(box).initProject.execute({})).created).not.toContain('.spectool/config.json');
  });
});
