import { beforeAll, describe, expect, it } from '@jest/globals';
import { cpSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SpecView } from '../../src/domain/spec/specView.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { git } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';

const DATA =
  process.env['SPECTOOL_TEST_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
const SPECS = `${DATA}/specs-305`;

(existsSync(SPECS) ? describe : describe.skip)('with the specs of a real project', () => {
  let project: ScratchProject;
  let specs: readonly SpecView[];

  beforeAll(async () => {
    project = ScratchProject.initialised();
    cpSync(SPECS, `${project.root}/specs`, { recursive: true });
    git(project.root, 'init', '-q');
    git(project.root, 'add', '-A');
    git(project.root, 'commit', '-qm', 'as found');
    ({ specs } = await createSpectool({ cwd: project.root }).listSpecs.execute({ scope: 'all' }));
  });

  it('listSpecs returns all 305 specs of a real project, and a problem for each broken spec', () => {
    expect(specs.length).toBeGreaterThan(300);
    for (const { broken, problems } of specs)
      if (broken === true) expect(problems?.[0]?.message).toBeTruthy();
  });

  it('updateSpec changes only the lines of the updated fields in the specs of a real project', async () => {
    const spectool = createSpectool({ cwd: project.root });
    for (const spec of specs.filter(({ broken }) => broken !== true)) {
      await spectool.updateSpec.execute({ spec: spec.path, assignee: 'kim', addTags: ['real'] });
    }
    const changed = git(project.root, 'diff', '-U0')
      .split('\n')
      .filter((line) => /^[-+](?![-+]{2})/.test(line))
      .filter(
        (line) =>
          !/^[-+](?:assignee|id|updated|tags):|^[-+] *- ["']?[\w\u0080-\uffff-]+["']?$|^[-+]tags: /.test(
            line,
          ),
      );
    expect(changed).toEqual([]);
  });
});
