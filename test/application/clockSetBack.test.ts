import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FixedClock, NoRepository } from '../../src/adapters/memory/testDoubles.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';
import { ScratchProject } from '../support/scratchProject.js';

const NEWEST = '2026-03-01T10:00:00.000Z';
const SET_BACK = '2026-02-20T10:00:00.000Z';

describe('When the clock was set back behind the newest record,', () => {
  let tool: TestSpectool;
  const update = (request: object) => tool.updateSpec.execute({ spec: '1', ...request });
  const events = async () => (await tool.showHistory.execute({ spec: '1' })).events;
  const codes = async () => (await tool.validateProject.execute({})).findings.map(({ code }) => code);

  beforeEach(async () => {
    tool = createTestSpectool({ now: '2026-01-05T10:00:00.000Z' });
    await tool.initProject.execute({ agentTools: 'none' });
    await tool.createSpec.execute({ name: 'a' });
    await tool.createSpec.execute({ name: 'b' });
    tool.clock.set(NEWEST);
    await update({ priority: 'high' });
    tool.clock.set(SET_BACK);
  });

  it('a change comes after the one it follows, despite its earlier time', async () => {
    await update({ priority: 'low' });
    await update({ priority: 'medium' });

    expect((await tool.viewSpec.execute({ spec: '1' })).spec.priority).toBe('medium');
    const changes = (await events()).flatMap(({ type, data }) =>
      type === 'FieldsChanged' ? [data['changes']] : [],
    );
    expect(changes).toMatchObject(['medium', 'low', 'high'].map((to) => ({ priority: { to } })));
  });

  it('undo reverts the change made last, not the one with the latest time', async () => {
    await update({ priority: 'low' });

    expect((await tool.undoChange.execute()).spec.priority).toBe('high');
    expect((await tool.viewSpec.execute({ spec: '1' })).spec.priority).toBe('high');
  });

  it('the date of the last change never goes back, and lists are sorted by that date', async () => {
    tool.clock.set('2026-02-25T10:00:00.000Z');
    await tool.updateSpec.execute({ spec: '2', priority: 'high' });
    tool.clock.set(SET_BACK);
    await update({ priority: 'low' });

    const { specs } = await tool.listSpecs.execute({ sort: 'updated' });
    expect(specs.map(({ ref, updated }) => `${ref} ${String(updated)}`)).toEqual([
      '002-b 2026-02-25T10:00:00Z',
      '001-a 2026-03-01T10:00:00Z',
    ]);
  });

  it('no hand edit is reported by mistake, and no number is given twice', async () => {
    await update({ priority: 'low' });
    await tool.createSpec.execute({ name: 'c' });

    expect((await tool.listSpecs.execute({})).specs.map(({ ref }) => ref)).toEqual([
      '001-a',
      '002-b',
      '003-c',
    ]);
    expect(await codes()).not.toContain('EDITED_BY_HAND');
    expect((await events()).map(({ type }) => type)).not.toContain('FieldsEdited');
  });
});

it('Files with modification times in the future are read again by every command, even if the clock of the project is later', async () => {
  const FUTURE = Date.UTC(2100, 0) / 1000;
  const project = ScratchProject.initialised();
  for (const path of ['.git/objects/x', '.git/refs/x', '.git/HEAD']) project.write(path, '');
  const titled = async (title: string) => {
    project.write('specs/001-a/README.md', `---\nstatus: planned\n---\n\n# ${title}\n`);
    utimesSync(join(project.root, 'specs/001-a/README.md'), FUTURE, FUTURE);
    const later = createSpectool({
      cwd: project.root,
      ports: { clock: new FixedClock('9000-01-01T00:00:00.000Z'), ...new NoRepository().ports },
    });
    return (await later.listSpecs.execute({})).specs.map((spec) => spec.title);
  };

  expect(await titled('One word')).toEqual(['One word']);
  expect(await titled('Two word')).toEqual(['Two word']);
});
