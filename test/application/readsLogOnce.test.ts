import { describe, expect, it } from '@jest/globals';
import { MemoryRegistry } from '../../src/adapters/memory/testDoubles.js';
import { createTestSpectool, NodeFileSystem } from '../../src/composition/testing.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const PATH = 'specs/001-one/README.md';
const BODY = '# One\n\n## Problem\n\nSlow.\n\n## Acceptance Criteria\n\n- [ ] fast\n- [ ] small\n';

/**
 * Counts the record files that are opened. Files are on a real disk, because only there the highest Lamport clock of the
 * log is cached.
 */
class CountingFiles extends NodeFileSystem {
  readonly opened: string[] = [];

  override open(path: string): ReturnType<NodeFileSystem['open']> {
    if (path.startsWith('.spectool/log/s')) this.opened.push(path);
    return super.open(path);
  }
}

async function given() {
  const spectool = createTestSpectool({ fileSystem: new CountingFiles(temporaryFolder()) });
  await spectool.initProject.execute({ agentTools: 'none' });
  await spectool.createSpec.execute({ name: 'one', body: BODY });
  await spectool.updateSpec.execute({ spec: '1', priority: 'low' });
  spectool.files.write(PATH, (spectool.files.readText(PATH) ?? '').replace('Slow.', 'Very slow.'));
  spectool.clock.advance({ hours: 1 });
  spectool.files.opened.length = 0;
  return spectool;
}

type Given = Awaited<ReturnType<typeof given>>;

const ONE_LOOK = [
  ['updateSpec', ({ updateSpec }: Given) => updateSpec.execute({ spec: '1', priority: 'high' })],
  ['addNote', ({ addNote }: Given) => addNote.execute({ spec: '1', text: 'So it is.' })],
  ['checkCriteria', ({ checkCriteria }: Given) => checkCriteria.execute({ spec: '1', criteria: ['1'] })],
] as const;
const MORE_LOOKS = [
  ['archiveSpecs', ({ archiveSpecs }: Given) => archiveSpecs.execute({ specs: ['1'] })],
  ['undoChange', ({ undoChange }: Given) => undoChange.execute({})],
] as const;

describe('A change', () => {
  it.each([...ONE_LOOK, ...MORE_LOOKS])('returns the spec as the next reads it: %s', async (_, change) => {
    const spectool = await given();
    const result = await change(spectool);
    const spec = 'spec' in result ? result.spec : result.specs[0];
    expect((await spectool.viewSpec.execute({ spec: '1' })).spec).toEqual(spec);
    expect(spec?.updated).not.toBe('2026-01-05T10:00:00Z');
  });

  it.each(ONE_LOOK)('reads each record of the log once: %s', async (_, change) => {
    const spectool = await given();
    await change(spectool);
    const { opened } = spectool.files;
    expect(opened).toHaveLength(2);
    expect(new Set(opened).size).toBe(2);
  });
});

it('claim removes claims that ended from the registry', async () => {
  const registry = new MemoryRegistry();
  const files = new CountingFiles(temporaryFolder());
  const spectool = createTestSpectool({ fileSystem: files, ports: { registry } });
  await spectool.initProject.execute({ agentTools: 'none' });
  for (let n = 1; n <= 11; n += 1) await spectool.createSpec.execute({ name: `n${String(n)}` });
  await spectool.claimSpecs.execute({ specs: ['1-10'], lease: '1h' });
  expect(registry.claims()).toHaveLength(10);
  spectool.clock.advance({ hours: 2 });
  await spectool.claimSpecs.execute({ specs: ['11'] });
  expect(registry.claims()).toHaveLength(1);
});
