import { describe, expect, it } from '@jest/globals';
import { NoRepository, createTestSpectool } from '../../src/composition/testing.js';

/** Returns a project with two specs that have the number 1; `001-first` is the older one. */
async function twoOfOneNumber() {
  const spectool = createTestSpectool();
  await spectool.initProject.execute();
  await spectool.createSpec.execute({ name: 'first' });
  spectool.clock.set('2026-01-05T11:00:00.000Z');
  await spectool.createSpec.execute({ name: 'second' });
  spectool.files.move('specs/002-second', 'specs/001-second');
  return spectool;
}

const numbers = async (spectool: Awaited<ReturnType<typeof twoOfOneNumber>>) =>
  (await spectool.listSpecs.execute()).specs.map(({ ref }) => ref);

describe('A number that two specs have', () => {
  it('is kept by the newer spec when `keep` names that spec', async () => {
    const spectool = await twoOfOneNumber();
    await spectool.validateProject.execute({ fix: true, keep: ['001-second'] });
    expect(await numbers(spectool)).toEqual(['001-second', expect.stringMatching(/^00\d-first$/)]);
  });

  it('cannot be kept by both specs, even if `keep` names both', async () => {
    const spectool = await twoOfOneNumber();
    await spectool.validateProject.execute({ fix: true, keep: ['001-second', '001-first'] });
    expect(await numbers(spectool)).toEqual(['001-first', expect.stringMatching(/^00\d-second$/)]);
  });
});

it('validate --fix gives new numbers to specs with repeated numbers in one change, and updates references', async () => {
  const spectool = createTestSpectool();
  await spectool.initProject.execute();
  for (const name of ['first', 'second', 'third', 'fourth']) {
    await spectool.createSpec.execute({ name });
    spectool.clock.advance({ ms: 1 });
  }
  await spectool.updateSpec.execute({ spec: 'second', addDependencies: ['fourth'] });
  await spectool.updateSpec.execute({ spec: 'third', addDependencies: ['second'] });
  const second = spectool.files.readText('specs/002-second/README.md') ?? '';
  spectool.files.write('specs/002-second/README.md', `${second}\nSee [it](../001-fourth/README.md).\n`);
  spectool.files.move('specs/004-fourth', 'specs/001-fourth');
  spectool.files.move('specs/002-second', 'specs/001-second');
  for (const [spec, ref, from] of [
    ['second', '001-fourth', '004-fourth'],
    ['third', '001-second', '002-second'],
  ] as const) {
    const [path] = (await spectool.listSpecs.execute()).specs.filter(({ name }) => name === spec);
    const file = `${path?.path ?? ''}/README.md`;
    spectool.files.write(file, (spectool.files.readText(file) ?? '').replace(from, ref));
  }
  const { fixed, findings } = await spectool.validateProject.execute({ fix: true });
  expect(fixed.filter((one) => one.includes('is now'))).toEqual([
    'specs/001-second was renumbered; its folder name is now 005-second.',
    'specs/001-fourth was renumbered; its folder name is now 006-fourth.',
  ]);
  const { specs } = await spectool.listSpecs.execute();
  const needs = Object.fromEntries(specs.map(({ ref, dependsOn }) => [ref, dependsOn]));
  expect(needs).toEqual({
    '001-first': [],
    '003-third': ['005-second'],
    '005-second': ['006-fourth'],
    '006-fourth': [],
  });
  expect(spectool.files.readText('specs/005-second/README.md')).toContain('(../006-fourth/README.md)');
  expect(findings.map(({ code }) => code)).not.toContain('DEPENDENCY_MISSING');
});

it('Numbers used on other branches are skipped by create', async () => {
  class Branched extends NoRepository {
    override foldersElsewhere() {
      return { folders: ['001-first', '002-there', '003-too'] };
    }
  }
  const spectool = createTestSpectool({ ports: { ...new Branched().ports } });
  await spectool.initProject.execute();
  for (const name of ['004-here', '005-next'])
    expect((await spectool.createSpec.execute({ name: name.slice(4) })).spec.ref).toBe(name);
});
