import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { GitSandbox } from '../support/gitSandbox.js';

const at = (name: string) => `docs/superpowers/${name}.md`;
const PLAN = '# Kiln Plan\n\n### Task 1: Walls\n\n- [ ] Lay\n\n### Task 2: Door\n\n- [ ] Hang\n';

/** A clone with an adopted design on `main`, another on a branch, and a third that is not committed in a worktree. */
function clone() {
  const main = new GitSandbox();
  main.write(at('specs/2026-01-05-kiln-design'), '# Kiln Design\n');
  main.write(at('plans/2026-01-05-kiln'), PLAN);
  main.write('.spectool/templates/spec-template.md', '# {title}\n');
  main.write('.gitignore', '.superpowers/\n');
  const adopted = [{ path: 'docs/superpowers', kind: 'superpowers' }];
  main.write('.spectool/config.json', JSON.stringify({ adopted }));
  main.commit('plans');
  main.git('checkout', '-q', '-b', 'glazing');
  main.write(at('specs/2026-01-06-glaze-design'), '# Glaze Design\n');
  main.write(at('plans/2026-01-06-glaze'), '# Glaze Plan\n\n- [x] Mix\n- [ ] Dip\n').commit('glaze');
  main.git('checkout', '-q', 'main');
  const linked = new GitSandbox(`${main.root}-shelves`, []);
  main.git('worktree', 'add', '-q', linked.root, '-b', 'shelves');
  linked.write(at('specs/2026-01-07-shelf-design'), '# Shelf Design\n');
  const open = (root: string) => createSpectool({ cwd: root });
  return { main, linked, tool: () => open(main.root), inLinked: () => open(linked.root) };
}

describe('documents that are not in this working tree', () => {
  it('are listed with their branch or worktree, until they are here or in the log', async () => {
    const { main, linked, tool } = clone();
    const shelf = { title: 'Shelf', status: 'planned', path: at('specs/2026-01-07-shelf-design') };
    const glaze = { title: 'Glaze', status: 'in-progress', path: at('specs/2026-01-06-glaze-design') };
    const elsewhere = [
      { ...shelf, worktree: basename(linked.root) },
      { ...glaze, branch: 'glazing' },
    ];
    expect((await tool().listSpecs.execute()).elsewhere).toEqual(elsewhere);
    expect((await tool().nextSpecs.execute()).elsewhere).toEqual(elsewhere);
    expect((await tool().listSpecs.execute({ status: ['complete'] })).elsewhere).toBeUndefined();
    expect(main.git('status', '--porcelain')).toBe('');
    main.git('merge', '-q', 'glazing');
    await tool().updateSpec.execute({ spec: 'kiln', priority: 'high' });
    main.git('rm', '-q', at('specs/2026-01-06-glaze-design'), at('plans/2026-01-06-glaze'));
    expect((await tool().listSpecs.execute()).elsewhere).toEqual([elsewhere[0]]);
  });

  it('are those of fetched branches too, but none that was here before: merged by squash, or deleted since', async () => {
    const { main, linked, tool } = clone();
    const listed = async () =>
      (await tool().listSpecs.execute()).elsewhere?.map(({ title, branch }) => [title, branch]);
    main.git('worktree', 'remove', '--force', linked.root);
    main.git('update-ref', 'refs/remotes/origin/glazing', 'glazing');
    main.git('branch', '-q', '-D', 'glazing');
    expect(await listed()).toEqual([['Glaze', 'origin/glazing']]);
    main.git('merge', '-q', '--squash', 'origin/glazing');
    main.commit('glaze (#2)');
    expect(await listed()).toBeUndefined();
    main.git('rm', '-q', at('specs/2026-01-06-glaze-design'), at('plans/2026-01-06-glaze'));
    main.commit('shipped');
    expect(await listed()).toBeUndefined();
  });

  it('count the tasks that the tool notes in its own working tree', async () => {
    const { linked, tool, inLinked } = clone();
    const noted = `Plan: ${at('plans/2026-01-05-kiln')}\n\nTask 1: complete (commits a..b, review clean)\n`;
    await inLinked().updateSpec.execute({ spec: 'kiln', priority: 'high' });
    linked.write('.superpowers/sdd/progress.md', noted);
    const statusIn = async (of: ReturnType<typeof tool>) =>
      (await of.viewSpec.execute({ spec: 'kiln' })).spec.status;
    expect([await statusIn(tool()), await statusIn(inLinked())]).toEqual(['planned', 'in-progress']);
    const { warnings } = await inLinked().updateSpec.execute({ spec: 'kiln', priority: 'low' });
    expect(warnings.map(({ message }) => message)).toContain(
      'Read from .superpowers/sdd/progress.md and now recorded in kiln: status "planned" → "in-progress".',
    );
    const { events } = await inLinked().showHistory.execute({ spec: 'kiln' });
    expect(events.flatMap(({ data }) => data['source'] ?? [])).toEqual(['.superpowers/sdd/progress.md']);
    await expect(
      inLinked().updateSpec.execute({ spec: 'kiln', status: 'planned', reason: 'x' }),
    ).rejects.toMatchObject({
      code: 'NOT_OURS',
      message: expect.stringContaining('.superpowers/sdd/progress.md') as unknown,
    });
    linked.write('.superpowers/sdd/progress.md', `${noted}- [x] Task 2: complete\n`);
    expect(await statusIn(inLinked())).toBe('complete');
    await expect(
      inLinked().updateSpec.execute({ spec: 'kiln', status: 'planned', force: true, reason: 'x' }),
    ).rejects.toMatchObject({ code: 'NOT_OURS' });
  });
});
