import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { createTestSpectool, NodeFileSystem } from '../../src/composition/testing.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const DOCUMENT = '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# Deep\n';

/** Every call that looks at the tree. */
class CountingFiles extends NodeFileSystem {
  looks = 0;

  override list(path: string): ReturnType<NodeFileSystem['list']> {
    this.looks += 1;
    return super.list(path);
  }

  override stat(path: string): ReturnType<NodeFileSystem['stat']> {
    this.looks += 1;
    return super.stat(path);
  }

  override open(path: string): ReturnType<NodeFileSystem['open']> {
    this.looks += 1;
    return super.open(path);
  }

  override isInside(path: string): ReturnType<NodeFileSystem['isInside']> {
    this.looks += 1;
    return super.isInside(path);
  }
}

const PLACES = {
  'groups in each other': (depth: number) => ({ above: 'g/'.repeat(depth), config: '{}' }),
  'dates in each other': (depth: number) => ({
    above: '2026/'.repeat(depth),
    config: '{"structure":{"pattern":"custom","groupExtractor":"{YYYYMMDD}"}}',
  }),
  'folders in a spec': (depth: number) => ({ above: `002-a/${'p/'.repeat(depth)}`, config: '{}' }),
};

/** How often the tree was looked at, and how often the real place of a path was asked for. */
async function looked(
  place: keyof typeof PLACES,
  depth: number,
  linked: boolean,
  work: 'listSpecs' | 'validateProject' | 'searchSpecs',
): Promise<{ readonly looks: number; readonly resolved: number }> {
  const files = new CountingFiles(temporaryFolder());
  const { above, config } = PLACES[place](depth);
  files.write('.spectool/config.json', config);
  files.write('.spectool/templates/spec-template.md', '# {title}\n');
  files.write(`specs/${above}001-deep/README.md`, DOCUMENT);
  mkdirSync(join(files.root, 'elsewhere'));
  const steps = above.split('/').slice(0, -1);
  for (let i = 1; linked && i <= steps.length; i += 1) {
    const up = '../'.repeat(i + 1);
    symlinkSync(`${up}elsewhere`, join(files.root, 'specs', ...steps.slice(0, i), 'link'));
  }
  const native = jest.spyOn(realpathSync, 'native');
  try {
    const spectool = createTestSpectool({ fileSystem: files });
    files.looks = 0;
    if (work === 'searchSpecs') await spectool.searchSpecs.execute({ query: 'deep' });
    else await spectool[work].execute({});
    return { looks: files.looks, resolved: native.mock.calls.length };
  } finally {
    native.mockRestore();
  }
}

describe('a tree that is twice as deep is looked at twice as often', () => {
  it.each(
    (['groups in each other', 'dates in each other', 'folders in a spec'] as const).flatMap((place) =>
      (['listSpecs', 'validateProject', 'searchSpecs'] as const).flatMap((work) =>
        [false, true].map((linked) => [work, place, linked] as const),
      ),
    ),
  )('by %s: %s, links among them: %s', async (work, place, linked) => {
    const [half, whole] = [
      await looked(place, 40, linked, work),
      await looked(place, 80, linked, work),
    ] as const;
    expect(whole.looks).toBeLessThanOrEqual(2.1 * half.looks);
    // Links alone are followed from the top.
    expect(whole.resolved).toBeLessThan(linked ? 2.1 * half.resolved : half.resolved + 3);
  });
});
