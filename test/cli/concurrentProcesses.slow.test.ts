import { beforeEach, describe, expect, it } from '@jest/globals';
import { run, runAll } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';

let project: ScratchProject;

const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

describe('many spectool processes at once', () => {
  beforeEach(() => {
    const custom = Object.fromEntries(many(30, (i) => [`field${i}`, 'number']));
    project = ScratchProject.initialised({ frontmatter: { custom } });
  });

  it('create 50 specs with 50 different numbers', async () => {
    const ran = await runAll(
      project.root,
      many(50, (i) => ['create', `spec ${i}`]),
    );
    expect(ran.filter(({ status }) => status !== 0)).toEqual([]);
    const { specs } = JSON.parse(run(project.root, ['list', '--json', '--limit', '1000']).stdout) as {
      specs: { sequence: number; title: string }[];
    };
    expect(specs.map(({ sequence }) => sequence)).toEqual(many(50, (i) => i + 1));
    expect(new Set(specs.map(({ title }) => title)).size).toBe(50);
  });

  it('change one spec without losing the update of a process that succeeded', async () => {
    run(project.root, ['create', 'a']);
    const ran = await runAll(
      project.root,
      many(30, (i) => ['update', '1', '--field', `field${i}=${i}`]),
    );
    const text = project.read('specs/001-a/README.md');
    const lost = ran.flatMap(({ status }, i) =>
      status === 0 && !text.includes(`field${i}: ${i}\n`) ? [i] : [],
    );
    expect(lost).toEqual([]);
    expect(ran.filter(({ status }) => status !== 0 && status !== 4)).toEqual([]);
  });
});
