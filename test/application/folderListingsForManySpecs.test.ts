import { expect, it } from '@jest/globals';
import {
  createTestSpectool,
  MemoryFileSystem,
  MemoryRegistry,
  type TestSpectool,
} from '../../src/composition/testing.js';

/** Counts the calls that read folders and files, the names that folders contain, and the claims read from the registry. */
class CountingFiles extends MemoryFileSystem {
  looks = 0;

  override list(path: string): ReturnType<MemoryFileSystem['list']> {
    const entries = super.list(path);
    this.looks += 1 + entries.length;
    return entries;
  }

  override stat(path: string): ReturnType<MemoryFileSystem['stat']> {
    this.looks += 1;
    return super.stat(path);
  }

  override open(path: string): ReturnType<MemoryFileSystem['open']> {
    this.looks += 1;
    return super.open(path);
  }
}

class CountingRegistry extends MemoryRegistry {
  readonly #files: CountingFiles;

  constructor(files: CountingFiles) {
    super();
    this.#files = files;
  }

  override claims(): ReturnType<MemoryRegistry['claims']> {
    const claims = super.claims();
    this.#files.looks += claims.length;
    return claims;
  }
}

type Project = TestSpectool<CountingFiles>;

/** Commands that each change or read the specs with the numbers 1 to `count` at once. */
const WORKS: Readonly<Record<string, (project: Project, count: number) => Promise<unknown>>> = {
  'updateSpecs, with a dependency': ({ updateSpecs }, count) =>
    updateSpecs.execute({ specs: [`2-${String(count)}`], addDependencies: ['1'], dryRun: true }),
  'updateSpecs, without a dependency named by its id': ({ updateSpecs }) =>
    updateSpecs.execute({ where: { status: 'planned' }, removeDependencies: ['abcd0001'], dryRun: true }),
  'updateSpec, with related specs named by their ids': ({ updateSpec }, count) =>
    updateSpec.execute({ spec: '1', addRelated: ids(count).slice(1), dryRun: true }),
  'countTokens, of specs named by their ids': ({ countTokens }, count) =>
    countTokens.execute({ specs: ids(count) }),
  'updateSpecs, which begins what waits for another': async ({ updateSpecs, files }, count) => {
    await updateSpecs.execute({ specs: [`2-${String(count)}`], addDependencies: ['1'] });
    files.looks = 0;
    const { warnings } = await updateSpecs.execute({
      specs: [`2-${String(count)}`],
      status: 'in-progress',
      dryRun: true,
    });
    expect(warnings.filter(({ code }) => code === 'BLOCKED')).toHaveLength(count - 1);
  },
  claimSpecs: ({ claimSpecs }, count) => claimSpecs.execute({ specs: [`1-${String(count)}`] }),
  'undoChange, of claims': async ({ claimSpecs, undoChange, files }, count) => {
    await claimSpecs.execute({ specs: [`1-${String(count)}`] });
    files.looks = 0;
    expect((await undoChange.execute({})).specs).toHaveLength(count);
  },
  archiveSpecs: ({ archiveSpecs }) => archiveSpecs.execute({ where: { status: 'planned' }, dryRun: true }),
  'updateSpecs, into other groups': async ({ updateSpecs, files }) => {
    files.write('.spectool/config.json', GROUPED);
    const { specs } = await updateSpecs.execute({
      where: { status: 'planned' },
      priority: 'high',
      dryRun: true,
    });
    expect(specs[0]?.path).toBe('specs/high/001-s1');
  },
  'undoChange, of specs whose documents lost their ids': async ({ updateSpecs, undoChange, files }) => {
    const { specs } = await updateSpecs.execute({ where: { status: 'planned' }, priority: 'high' });
    for (const { path } of specs) {
      const document = `${path}/README.md`;
      files.write(document, (files.readText(document) ?? '').replace(/^id: .*\n/m, ''));
    }
    files.looks = 0;
    expect((await undoChange.execute({})).specs).toHaveLength(specs.length);
  },
  'validateProject, which moves folders back': async ({ updateSpecs, validateProject, files }, count) => {
    files.write('.spectool/config.json', GROUPED);
    await updateSpecs.execute({ where: { status: 'planned' }, tags: ['a'] });
    const before = documents(count).map((path) => [path, files.readText(path) ?? ''] as const);
    const { specs } = await updateSpecs.execute({ where: { status: 'planned' }, priority: 'high' });
    for (const { path } of specs) files.remove(path);
    for (const [path, text] of before) files.write(path, text);
    files.looks = 0;
    const { fixed } = await validateProject.execute({ fix: true });
    expect(fixed.filter((one) => one.includes('was brought up to date'))).toHaveLength(count);
  },
  'validateProject, which parts numbers': async ({ updateSpecs, validateProject, files }, count) => {
    await updateSpecs.execute({ where: { status: 'planned' }, priority: 'high' });
    for (const path of documents(count)) {
      const text = files.readText(path) ?? '';
      files.write(path.replace('/README', '-b/README'), text.replace('id: abcd', 'id: dcba'));
    }
    files.looks = 0;
    expect((await validateProject.execute({ fix: true })).fixed).toHaveLength(count);
  },
};

const GROUPED = '{"structure":{"pattern":"custom","groupExtractor":"{priority}"}}';

function documents(count: number): readonly string[] {
  return ids(count).map((_, i) => `specs/${placeOf(i + 1)}/README.md`);
}

function placeOf(number: number): string {
  return `${String(number).padStart(3, '0')}-s${String(number)}`;
}

function ids(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `abcd${String(i + 1).padStart(4, '0')}`);
}

/** Returns how often folders, files and claims were read. */
async function looks(count: number, work: (project: Project, count: number) => Promise<unknown>) {
  const files = new CountingFiles();
  files.write('.spectool/config.json', '{}');
  files.write('.spectool/templates/spec-template.md', '# {title}\n');
  for (const [i, id] of ids(count).entries()) {
    const text = `---\nid: ${id}\nstatus: planned\ncreated: 2026-01-05\n---\n\n# S${String(i)}\n`;
    files.write(`specs/${placeOf(i + 1)}/README.md`, text);
  }
  const project = createTestSpectool({ fileSystem: files, ports: { registry: new CountingRegistry(files) } });
  files.looks = 0;
  await work(project, count);
  return files.looks;
}

it.each(Object.entries(WORKS))(
  'A command with twice as many specs lists folders at most about twice as often: %s',
  async (_, work) => {
    const [half, whole] = [await looks(40, work), await looks(80, work)];
    expect(whole).toBeLessThanOrEqual(2.1 * half);
  },
);
