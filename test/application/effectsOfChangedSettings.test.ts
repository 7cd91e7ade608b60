import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { filesOf } from '../support/memoryBranches.js';
import { createTestSpectool, SequentialIds, type TestSpectool } from '../../src/composition/testing.js';

const TEXT = '# T\n\n## Problem\np\n## Solution\ns\n## Success Criteria\nc\n';

function configured(spectool: Pick<TestSpectool, 'files'>, config: object) {
  const ids = new SequentialIds();
  // Skip the ids that were given out for `before`, so that new specs get other ids.
  for (let given = 0; given < 50; given++) ids.specId();
  return createTestSpectool({
    files: { ...filesOf(spectool.files), '.spectool/config.json': JSON.stringify(config) },
    ports: { ids },
  });
}

async function projectWith(config: object) {
  const spectool = createTestSpectool({
    files: { '.spectool/config.json': JSON.stringify(config), '.spectool/templates/spec-template.md': TEXT },
  });
  await spectool.initProject.execute();
  await spectool.createSpec.execute({ name: 'old' });
  return spectool;
}

describe('A change of structure.defaultFile', () => {
  it.each([
    ['README.md', 'SPEC.md'],
    ['SPEC.md', 'DOC.md'],
    ['SPEC.md', 'README.md'],
  ])('from %s to %s: every command keeps the file name of an older spec', async (before, after) => {
    const first = await projectWith({ structure: { defaultFile: before } });
    const folder = 'specs/001-old';
    const text = first.files.readText(`${folder}/${before}`);
    const spectool = configured(first, { structure: { defaultFile: after } });
    spectool.files.write(`${folder}/NOTES.md`, 'no frontmatter\n');
    const listed = await spectool.listSpecs.execute();
    expect(listed.specs).toMatchObject([{ ref: '001-old', status: 'planned' }]);
    expect(listed.specs[0]?.broken).toBeUndefined();
    expect(await spectool.viewSpec.execute({ spec: '1' })).toMatchObject({
      content: text,
      files: [before, 'NOTES.md'],
    });
    // AGENTS.md contains an example path with the document name, so it is out of date after the change.
    const { findings } = await spectool.validateProject.execute();
    expect(findings.map(({ code }) => code)).toEqual(['AGENTS_STALE']);
    await spectool.updateSpec.execute({ spec: '1', priority: 'high' });
    expect(spectool.files.readText(`${folder}/${before}`)).toContain('priority: high');
    expect(spectool.files.stat(`${folder}/${after}`)).toBeUndefined();
    const { spec } = await spectool.createSpec.execute({ name: 'new' });
    expect(spectool.files.list(spec.path).map(({ name }) => name)).toEqual([after]);
    await spectool.archiveSpecs.execute({ specs: ['1'] });
    expect(spectool.files.readText(`specs/archived/001-old/${before}`)).toContain('priority: high');
  });

  it('does not let a README.md beside the document of a spec replace that document', async () => {
    const first = await projectWith({ structure: { defaultFile: 'SPEC.md' } });
    first.files.write('specs/001-old/README.md', '# Notes\n');
    const spectool = configured(first, { structure: { defaultFile: 'DOC.md' } });
    expect((await spectool.listSpecs.execute()).specs).toMatchObject([{ title: 'T', status: 'planned' }]);
    expect((await spectool.viewSpec.execute({ spec: '1' })).files).toEqual(['SPEC.md', 'README.md']);
  });

  it('makes init list documents of both names in .gitattributes', async () => {
    const spectool = configured(await projectWith({}), { structure: { defaultFile: 'SPEC.md' } });
    await spectool.initProject.execute();
    const attributes = spectool.files.readText('.gitattributes') ?? '';
    for (const name of ['README.md', 'SPEC.md'])
      expect(attributes).toContain(`specs/**/${name} merge=spectool`);
  });
});

it('no hint tells the user to remove files that may contain work', () => {
  const root = join(import.meta.dirname, '../../src');
  const advice = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('Table.ts'))
    .flatMap((path) => readFileSync(join(root, path), 'utf8').split('\n'))
    .filter((line) => /\b(?:or|and|:|,) (?:remove|delete) (?:it|the|what|them)\b|[`' ]rm -/.test(line));
  // Hints about lock files and unfinished merges may tell the user to remove them, because these files contain no work.
  expect(advice.filter((line) => !/LOCK_PATH|UNFINISHED/.test(line))).toEqual([]);
});
