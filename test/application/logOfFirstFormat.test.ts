import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';

/**
 * A project with a log of the first format, written by the build of commit e914660: three specs, one of them archived,
 * changed on two branches that were merged without `resolve`.
 */
const PROJECT = join(import.meta.dirname, '../projects/e914660');

function opened(): TestSpectool {
  const paths = readdirSync(PROJECT, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const files = paths.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(PROJECT.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')] as const;
  });
  return createTestSpectool({
    files: Object.fromEntries(files),
    now: '2026-12-01T10:00:00.000Z',
    actor: 'max',
  });
}
const documentsOf = (tool: TestSpectool) =>
  ['001-login', '002-billing', 'archived/003-reports'].map((ref) =>
    tool.files.readText(`specs/${ref}/README.md`),
  );
const findings = async (tool: TestSpectool) =>
  (await tool.validateProject.execute()).findings
    .map(({ code }) => code)
    .filter((code) => !/^(SECTION|CRITERIA|STALE|AGENTS)/.test(code));

describe('A project with a log of the first format', () => {
  it('is read with the same values as by the build that wrote it', async () => {
    const tool = opened();
    const { specs } = await tool.listSpecs.execute({ scope: 'all' });
    expect(
      specs.map(({ ref, status, priority, tags, assignee }) => ({ ref, status, priority, tags, assignee })),
    ).toEqual([
      {
        ref: '001-login',
        status: 'in-progress',
        priority: 'medium',
        tags: ['auth', 'urgent'],
        assignee: 'kim',
      },
      { ref: '002-billing', status: 'planned', tags: ['money'] },
      { ref: '003-reports', status: 'complete', tags: [] },
    ]);
    expect(await findings(tool)).toEqual(['DIVERGED']);
    const { diverged } = await tool.viewSpec.execute({ spec: '1' });
    expect(diverged?.map(({ field, candidates }) => [field, candidates.map(({ value }) => value)])).toEqual([
      ['priority', ['medium', 'high']],
    ]);
  });

  it('is not changed by a command that only reads or has nothing to do', async () => {
    const tool = opened();
    const before = documentsOf(tool);
    await tool.validateProject.execute();
    await tool.resolveConflicts.execute();
    await tool.showHistory.execute();
    expect(documentsOf(tool)).toEqual(before);
  });

  it('keeps its documents when validate --fix runs', async () => {
    const tool = opened();
    const before = documentsOf(tool);
    const dates = async () =>
      (await tool.listSpecs.execute({ scope: 'all' })).specs.map((spec) => spec.updated);
    const dated = await dates();
    await tool.validateProject.execute({ fix: true });
    expect(documentsOf(tool)).toEqual(before);
    expect(await dates()).toEqual(dated);
    expect(await findings(tool)).toEqual(['DIVERGED']);
  });

  it('has no text edits detected until the first change records a digest of the text', async () => {
    const tool = opened();
    const path = 'specs/001-login/README.md';
    tool.files.write(path, (tool.files.readText(path) ?? '').replace('Users wait.', 'Users wait for hours.'));
    await tool.updateSpec.execute({ spec: '1', reviewer: 'max' });
    const types = async () => (await tool.showHistory.execute({ spec: '1' })).events.map(({ type }) => type);
    expect(await types()).not.toContain('TextEdited');
    tool.files.write(path, (tool.files.readText(path) ?? '').replace('for hours', 'for days'));
    await tool.updateSpec.execute({ spec: '1', reviewer: 'ada' });
    expect(await types()).toContain('TextEdited');
    expect(await findings(tool)).toEqual([]);
    const { specs } = await tool.listSpecs.execute();
    expect(specs[0]).toMatchObject({ priority: 'medium', tags: ['auth', 'urgent'], assignee: 'kim' });
  });

  it('gets records that the older build can read', async () => {
    const tool = opened();
    await tool.updateSpec.execute({ spec: '1', reviewer: 'max' });
    await tool.updateSpec.execute({ spec: '2', status: 'in-progress' });
    const versions = tool.files
      .list('.spectool/log')
      .flatMap(({ name }) =>
        tool.files.list(`.spectool/log/${name}`).map((file) => `.spectool/log/${name}/${file.name}`),
      )
      .map((file) => (JSON.parse(tool.files.readText(file) ?? '') as { readonly v: number }).v);
    expect(new Set(versions)).toEqual(new Set([1]));
  });
});
