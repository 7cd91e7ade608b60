import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NodeFileSystem } from '../../src/adapters/storage/files/nodeFileSystem.js';
import type { Spectool } from '../../src/application/spectool.js';
import { createTestSpectool } from '../../src/composition/testing.js';
import { refusalOf } from '../support/refusal.js';
import { ScratchProject } from '../support/scratchProject.js';

const DOCUMENT = 'specs/001-a/README.md';

let project: ScratchProject;
let tool: Spectool;

beforeEach(async () => {
  project = ScratchProject.initialised();
  tool = createTestSpectool({ fileSystem: new NodeFileSystem(project.root, { staging: '.spectool/tmp' }) });
  await tool.createSpec.execute({ name: 'a', body: '# A\n\none\n' });
});
afterEach(() => project.remove());

/** Somebody has the document open while a command replaces it, and writes afterwards. */
async function writtenLate(flags: 'a' | 'r+', text: (before: string) => string): Promise<void> {
  const late = openSync(join(project.root, DOCUMENT), flags);
  const before = project.read(DOCUMENT);
  await tool.updateSpec.execute({ spec: '1', title: 'New', priority: 'high' });
  writeSync(late, text(before), flags === 'a' ? null : 0);
  closeSync(late);
}

describe('text that reached a document after it was replaced', () => {
  it('is told by the command that brought it home', async () => {
    await writtenLate('a', () => 'late\n');

    const { warnings } = await tool.updateSpec.execute({ spec: '1', reviewer: 'lee' });

    expect(warnings).toMatchObject([{ code: 'TEXT_BROUGHT_HOME' }]);
    expect(warnings[0]?.message).toContain(DOCUMENT);
    expect(project.read(DOCUMENT)).toContain('# New\n\none\nlate\n');
    expect((await tool.updateSpec.execute({ spec: '1', reviewer: 'kim' })).warnings).toEqual([]);
  });

  it('is told with the conflicts it was marked for', async () => {
    await writtenLate('r+', (before) => before.replace('# A', '# B'));

    const { warnings } = await tool.createSpec.execute({ name: 'b' });

    expect(warnings[0]).toMatchObject({ code: 'MERGE_CONFLICT' });
    expect(warnings[0]?.message).toMatch(/001-a\/README\.md .* marked/);
    expect(project.read(DOCUMENT)).toContain('<<<<<<<');
  });

  it.each([
    ['compact', () => tool.compactLog.execute()],
    ['archive', () => tool.archiveSpecs.execute({ specs: ['1'] })],
    ['resolve', () => tool.resolveConflicts.execute()],
    ['renumber', () => tool.renumberSpec.execute({ spec: '1', to: 5 })],
    ['undo', () => tool.undoChange.execute()],
    ['skill install', () => tool.installSkill.execute()],
  ] as const)('is told by %s too', async (_name, command) => {
    await writtenLate('a', () => 'late\n');
    expect((await command()).warnings).toContainEqual(expect.objectContaining({ code: 'TEXT_BROUGHT_HOME' }));
  });

  it('is told by validate --fix among what it did', async () => {
    await writtenLate('a', () => 'late\n');
    const { fixed } = await tool.validateProject.execute({ fix: true });
    expect(fixed).toEqual([expect.stringContaining(`writing to ${DOCUMENT}`)]);
  });

  it('is told by a command that is refused', async () => {
    await writtenLate('a', () => 'late\n');
    const error = await refusalOf(() => tool.updateSpec.execute({ spec: 'none', priority: 'low' }));
    expect(error.code).toBe('SPEC_NOT_FOUND');
    expect(error.hint).toContain(`writing to ${DOCUMENT}`);
    expect(project.read(DOCUMENT)).toContain('late\n');
  });
});
