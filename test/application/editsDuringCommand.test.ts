import { beforeEach, describe, expect, it } from '@jest/globals';
import { NodeFileSystem } from '../../src/adapters/storage/files/nodeFileSystem.js';
import { createTestSpectool } from '../../src/composition/testing.js';
import { STAGING_FOLDER } from '../../src/domain/project/projectFolders.js';
import type { StagedFile } from '../../src/ports/fileSystem.js';
import { FaultyFileSystem } from '../support/faultyFileSystem.js';
import { refusalOf } from '../support/thrownError.js';
import { ScratchProject } from '../support/scratchProject.js';

const DOCUMENT = 'specs/001-a/README.md';

let project: ScratchProject;
beforeEach(() => {
  project = ScratchProject.initialised();
});

/** Simulates a person who edits the document each time a command stages a new text for it, at most `most` times. */
class Edited extends FaultyFileSystem {
  edits = 0;
  most = 0;

  override stage(...args: Parameters<FaultyFileSystem['stage']>): StagedFile {
    const staged = super.stage(...args);
    // A command also stages the current text, for a rollback, so only a new text triggers an edit.
    if (args[0] === DOCUMENT && this.edits < this.most && args[1] !== project.read(DOCUMENT)) {
      this.edits += 1;
      project.write(DOCUMENT, project.read(DOCUMENT).replace(/^# .*$/m, `# Edit ${String(this.edits)}`));
    }
    return staged;
  }
}

async function edited(times: number) {
  const files = new Edited(new NodeFileSystem(project.root, { staging: STAGING_FOLDER }));
  const tool = createTestSpectool({ fileSystem: files });
  await tool.createSpec.execute({ name: 'a', body: '# A\n\none\n' });
  files.most = times;
  return { files, tool };
}

describe('A document that a person edits while a command writes it', () => {
  it('is read again, and the command changes the edited text', async () => {
    const { tool } = await edited(3);
    await tool.updateSpec.execute({ spec: '1', priority: 'high' });
    expect(project.read(DOCUMENT)).toMatch(/^priority: high$/m);
    expect(project.read(DOCUMENT)).toMatch(/^# Edit 3$/m);
    const { events } = await tool.showHistory.execute({ spec: '1' });
    expect(events.filter(({ type }) => type === 'FieldsChanged')).toHaveLength(1);
  });

  it('makes the command fail after 20 attempts without writing', async () => {
    const { files, tool } = await edited(Infinity);
    const before = await tool.showHistory.execute({ spec: '1' });
    const refusal = await refusalOf(() => tool.updateSpec.execute({ spec: '1', priority: 'high' }));
    expect(refusal.code).toBe('CHANGED_MEANWHILE');
    // The document was edited at least once for each of the 20 attempts.
    expect(files.edits).toBeGreaterThanOrEqual(20);
    expect(project.read(DOCUMENT)).toMatch(/^# Edit \d+$/m);
    expect(project.read(DOCUMENT)).not.toContain('priority: high');
    expect(await tool.showHistory.execute({ spec: '1' })).toEqual(before);
    expect(
      new NodeFileSystem(project.root).list(STAGING_FOLDER).filter(({ name }) => name !== '.gitignore'),
    ).toEqual([]);
  });
});
