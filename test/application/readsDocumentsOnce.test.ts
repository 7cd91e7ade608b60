import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createTestSpectool, NodeFileSystem } from '../../src/composition/testing.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const SPECS = 80;

class CountingFiles extends NodeFileSystem {
  readonly looks = new Map<string, number>();

  override stat(path: string): ReturnType<NodeFileSystem['stat']> {
    if (path.endsWith('README.md')) this.looks.set(path, (this.looks.get(path) ?? 0) + 1);
    return super.stat(path);
  }
}

it('list, in a project without a log and without dates, reads each document once for its text and the time of its last change', async () => {
  const files = new CountingFiles(temporaryFolder());
  files.write('.spectool/config.json', '{}');
  files.write('.spectool/templates/spec-template.md', '# {title}\n');
  for (let i = 1; i <= SPECS; i++) {
    const path = join(files.root, `specs/${String(i).padStart(3, '0')}-a/README.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '---\nstatus: planned\n---\n\n# A\n');
  }
  const { specs } = await createTestSpectool({ fileSystem: files }).listSpecs.execute();
  expect(specs).toHaveLength(SPECS);
  expect(new Set(specs.map(({ updatedFrom }) => updatedFrom))).toEqual(new Set(['file']));
  expect(new Set(files.looks.values())).toEqual(new Set([1]));
});
