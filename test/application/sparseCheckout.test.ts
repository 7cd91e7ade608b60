import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../src/adapters/memory/testDoubles.js';
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
        /^2 paths are not read \(specs\/001-alpha, specs\/archived\/.*: git excludes/,
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
});

describe('A log that a sparse checkout leaves out', () => {
  const hint = expect.stringMatching(/`git sparse-checkout add \.spectool(?:\/log\/\w+)?`/);
  const told = { code: 'NOT_READ', hint };
  const missing = { code: 'NOT_CHECKED_OUT', hint };

  it('is reported by lists, history and validate, and its specs cannot be changed', async () => {
    const box = without('.spectool/log');
    const tool = toolAt(box);
    const message = expect.stringContaining('git excludes records of 3 specs');
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

describe('Specs in a git submodule', () => {
  /** Returns a project whose group `grp` is a git submodule. The log of its spec is in the project itself. */
  async function projectWithSubmodule(): Promise<GitSandbox> {
    const box = whole.copy();
    box.write(
      'specs/grp/007-inside/README.md',
      '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# Inside\n',
    );
    await toolAt(box).updateSpec.execute({ spec: '7', priority: 'high' });
    new GitSandbox(join(box.root, 'specs/grp')).commit();
    box.git('-c', 'advice.addEmbeddedRepo=false', 'add', 'specs/grp');
    return box.write('.gitmodules', '[submodule "g"]\n\tpath = specs/grp\n\turl = ../grp\n').commit();
  }

  /** Empties the folder of the submodule, as in a clone without submodules. */
  function emptied(box: GitSandbox): GitSandbox {
    rmSync(join(box.root, 'specs/grp'), { recursive: true });
    mkdirSync(join(box.root, 'specs/grp'));
    return box;
  }

  const told = { code: 'NOT_READ', message: 'specs/grp is not read: the submodule is not checked out here.' };

  it('are reported by lists and not recorded as deleted when the submodule is not checked out', async () => {
    const box = emptied(await projectWithSubmodule());
    const hint = 'Run `git submodule update --init --recursive` to check it out.';
    expect((await toolAt(box).listSpecs.execute()).warnings).toEqual([{ ...told, hint }]);

    const { fixed, findings } = await toolAt(box).validateProject.execute({ fix: true });
    expect(fixed).toEqual([]);
    expect(findings).toMatchObject([told]);
  });

  it('are not read when the submodule folder is a link out of the project', async () => {
    const box = emptied(await projectWithSubmodule());
    const other = new GitSandbox().write('.gitmodules', '[submodule "s"]\n\tpath = secret\n\turl = ../s\n');
    rmSync(join(box.root, 'specs/grp'), { recursive: true });
    symlinkSync(other.root, join(box.root, 'specs/grp'));
    const { warnings } = await toolAt(box).listSpecs.execute();
    expect(JSON.stringify(warnings)).not.toContain('secret');
    expect(warnings).toMatchObject([{ code: 'NOT_READ' }]);
  });

  it('are not recorded as deleted when .gitmodules does not name the submodule', async () => {
    const box = emptied(await projectWithSubmodule());
    rmSync(join(box.root, '.gitmodules'));
    const { fixed, findings } = await toolAt(box).validateProject.execute({ fix: true });
    expect(fixed).toEqual([]);
    expect(findings).toMatchObject([told]);
  });
});
