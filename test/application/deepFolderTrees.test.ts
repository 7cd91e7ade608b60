import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { createTestSpectool, NodeFileSystem } from '../../src/composition/testing.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const DOCUMENT = '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# Deep\n';

/** Counts the calls that read folders and files of the project. */
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

/** The target of the symbolic link in each folder, for a folder that is `levels` below the specs folder. */
const LINKS = {
  none: () => undefined,
  elsewhere: (levels: number) => `${'../'.repeat(levels + 1)}elsewhere`,
  'the folder above': () => '..',
  'the root': (levels: number) => `${'../'.repeat(levels + 1)}.`,
};

/** Returns how often folders and files were read (`looks`), and how often the real path of a path was resolved. */
async function looked(
  place: keyof typeof PLACES,
  depth: number,
  linked: keyof typeof LINKS,
  work: 'listSpecs' | 'validateProject' | 'searchSpecs',
): Promise<{ readonly looks: number; readonly resolved: number }> {
  const files = new CountingFiles(temporaryFolder());
  const { above, config } = PLACES[place](depth);
  files.write('.spectool/config.json', config);
  files.write('.spectool/templates/spec-template.md', '# {title}\n');
  files.write(`specs/${above}001-deep/README.md`, DOCUMENT);
  mkdirSync(join(files.root, 'elsewhere'));
  const steps = above.split('/').slice(0, -1);
  for (let i = 1; i <= steps.length; i += 1) {
    const target = LINKS[linked](i);
    if (target !== undefined) symlinkSync(target, join(files.root, 'specs', ...steps.slice(0, i), 'link'));
  }
  // Whether recently changed folders are cached depends on timing, so the cache is off.
  process.env['SPECTOOL_NO_CACHE'] = '1';
  const native = jest.spyOn(realpathSync, 'native');
  try {
    const spectool = createTestSpectool({ fileSystem: files });
    files.looks = 0;
    if (work === 'searchSpecs') await spectool.searchSpecs.execute({ query: 'deep' });
    else await spectool[work].execute({});
    return { looks: files.looks, resolved: native.mock.calls.length };
  } finally {
    native.mockRestore();
    delete process.env['SPECTOOL_NO_CACHE'];
  }
}

describe('Reading a folder tree twice as deep', () => {
  it.each(
    (['groups in each other', 'dates in each other', 'folders in a spec'] as const).flatMap((place) =>
      (['listSpecs', 'validateProject', 'searchSpecs'] as const).flatMap((work) =>
        (['none', 'elsewhere', 'the folder above', 'the root'] as const).map(
          (linked) => [work, place, linked] as const,
        ),
      ),
    ),
  )(
    'takes at most about twice as many file system calls by %s: %s, with links to %s',
    async (work, place, linked) => {
      const [half, whole] = [
        await looked(place, 40, linked, work),
        await looked(place, 80, linked, work),
      ] as const;
      expect(whole.looks).toBeLessThanOrEqual(2.1 * half.looks);
      expect(whole.resolved).toBeLessThan(half.resolved + 3);
    },
  );

  it('takes at most about twice as many calls for twice as many links to a folder twice as large', async () => {
    const lookedAt = async (count: number) => {
      const files = new CountingFiles(temporaryFolder());
      files.write('.spectool/config.json', '{}');
      files.write('.spectool/templates/spec-template.md', '# {title}\n');
      mkdirSync(join(files.root, 'specs'));
      for (let i = 0; i < count; i += 1) {
        mkdirSync(join(files.root, `large/f${String(i)}`), { recursive: true });
        symlinkSync('../large', join(files.root, `specs/l${String(i)}`));
      }
      const spectool = createTestSpectool({ fileSystem: files });
      files.looks = 0;
      await spectool.listSpecs.execute({});
      await spectool.validateProject.execute({});
      return files.looks;
    };
    expect(await lookedAt(80)).toBeLessThanOrEqual(2.1 * (await lookedAt(40)));
  });
});
