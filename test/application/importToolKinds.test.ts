import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

let project: MemoryProject;
interface Row {
  readonly from: string;
  readonly ref: string;
  readonly title: string;
  readonly status: string;
  readonly archived?: true;
  readonly statusFrom: string;
  readonly created: string;
  readonly completed?: string;
}
const write = (path: string, ...lines: readonly string[]) =>
  project.files.write(path, `${lines.join('\n')}\n`);
const rows = async (...flags: readonly string[]) =>
  (
    JSON.parse((await project.run(['import', ...flags, '--json'])).stdout) as {
      documents: readonly Row[];
      source: string;
    }
  ).documents;
const told = async () =>
  (await rows()).map(({ ref, title, status, statusFrom }) => [ref, title, status, statusFrom]);

beforeEach(() => {
  project = new MemoryProject();
});

describe('Stories of BMAD', () => {
  const story = (path: string, title: string, ...status: readonly string[]) =>
    write(path, `# ${title}`, '', ...status, '', '## Tasks / Subtasks', '', '- [x] Form', '- [ ] Mail');
  const STATUS = '_bmad-output/implementation-artifacts/sprint-status.yaml';

  it('of version 4 are found by their numbers, in order, and keep distinct ids', async () => {
    story('docs/stories/1.10.story.md', 'Story 1.10: Sign out', '## Status', '', 'Draft');
    story('docs/stories/1.2.story.md', 'Story 1.2: Sign in', '## Status', '', 'Done');
    story('docs/stories/1.3.sign-up.md', 'Story 1.3 - Sign up', '## Status', '', 'Approved');
    story('docs/stories/2.1.story.md', 'Story 2.1: Sign in', '## Status', '', 'Ready for Dev');
    write('docs/stories/README.md', '# All stories');
    expect(await told()).toEqual([
      ['003-sign-out', 'Sign out', 'in-progress', 'tasks 1/2'],
      ['001-sign-in', 'Sign in', 'complete', 'section Status'],
      ['002-sign-up', 'Sign up', 'in-progress', 'tasks 1/2'],
      ['004-sign-in', 'Sign in', 'in-progress', 'tasks 1/2'],
    ]);
    await rows('--apply');
    const ids = ['001-sign-in', '002-sign-up', '003-sign-out', '004-sign-in'].map(
      (ref) => /^source_id: (.*)$/m.exec(project.files.readText(`specs/${ref}/README.md`) ?? '')?.[1],
    );
    expect(ids).toEqual(["'1.2'", "'1.3'", "'1.10'", "'2.1'"]);
  });

  it('of version 6 have the status of the sprint, whatever the story says', async () => {
    const folder = '_bmad-output/implementation-artifacts';
    story(`${folder}/1-1-pay.md`, 'Story 1.1: Pay', 'Status: review');
    story(`${folder}/1-2-refund.md`, 'Story 1.2: Refund', 'Status: ready-for-dev');
    write(`${folder}/epic-1-retro-2026-01-02.md`, '# Retro');
    write('_bmad/bmm/workflows/create-prd/steps/step-01-init.md', '# Step 1', '', 'Status: active');
    write('_bmad/bmm/workflows/create-prd/steps/01-start.md', '# Start', '', 'Status: active');
    write(STATUS, 'development_status:', '  epic-1: in-progress', '  1-1-pay: done', '  1-2-refund: backlog');
    const found = await rows();
    expect(found.map(({ title, status, statusFrom }) => [title, status, statusFrom])).toEqual([
      ['Pay', 'complete', 'sprint-status.yaml'],
      ['Refund', 'in-progress', 'tasks 1/2'],
    ]);
  });
});

it('Phases of GSD are folders, with the status and title of the roadmap', async () => {
  const phase = (folder: string) => {
    write(`.planning/${folder}/01-CONTEXT.md`, '# Context');
    write(
      `.planning/${folder}/01-01-PLAN.md`,
      '---',
      'type: execute',
      '---',
      '',
      '<objective>Read.</objective>',
    );
  };
  ['phases/01-input', 'phases/02-output', 'phases/03.1-fix', 'milestones/v0-phases/00-begin'].forEach(phase);
  write(
    '.planning/ROADMAP.md',
    '- [x] **Phase 1: Read the input** - all of it (completed 2026-02-13)',
    '- [ ] **Phase 2: Output** - write',
    '| 2. Output | v1 | 1/3 | In progress | |',
  );
  const found = await rows();
  expect(
    found.map(({ ref, title, status, completed, archived }) => [ref, title, status, completed, archived]),
  ).toEqual([
    ['000-begin', 'Begin', 'complete', undefined, true],
    ['001-input', 'Read the input', 'complete', '2026-02-13', undefined],
    ['002-output', 'Output', 'in-progress', undefined, undefined],
    ['003-fix', 'Fix', 'planned', undefined, undefined],
  ]);
});

it('Tracks of Conductor have the status of their list, else that of their plan', async () => {
  for (const [folder, title, box] of [
    ['tracks/pay_20260203', 'Specification: Pay by card', ' '],
    ['tracks/refund_20260204', 'Refund Specification', '~'],
    ['archive/old_20250101', 'Track: Old', ' '],
  ] as const) {
    write(`conductor/${folder}/spec.md`, `# ${title}`);
    write(`conductor/${folder}/plan.md`, `- [${box}] Task: one`, '- [ ] Task: two');
    write(`conductor/${folder}/metadata.json`, '{"created_at": "2026-02-03T10:00:00Z"}');
  }
  write(
    'conductor/tracks.md',
    '## [x] Track: Pay',
    '*Link: [./conductor/tracks/pay_20260203/](./conductor/tracks/pay_20260203/)*',
    '---',
    '- [ ] **Track: Refund**',
    '*Link: [./tracks/refund_20260204/](./tracks/refund_20260204/)*',
  );
  expect(await told()).toEqual([
    ['001-old', 'Old', 'complete', 'archive'],
    ['002-pay', 'Pay by card', 'complete', 'tracks.md'],
    ['003-refund', 'Refund', 'in-progress', 'tasks 0/2'],
  ]);
});

it('A design of Superpowers and its plan are one spec, which the words of a new design do not complete', async () => {
  const folder = 'docs/superpowers';
  write(
    `${folder}/specs/2026-03-06-wide-panes-design.md`,
    '# Wide panes: design',
    '',
    '**Status:** Approved (design), pending implementation plan',
  );
  write(`${folder}/plans/2026-03-06-wide-panes.md`, '# Wide Panes Implementation Plan', '', '- [ ] One');
  write(`${folder}/specs/2026-03-07-tabs-design.md`, '# Tabs Design', '', '**Status:** Shipped');
  write(`${folder}/plans/2026-03-08-resume.md`, '# Resume Implementation Plan', '', '- [x] One', '- [x] Two');
  expect((await project.run(['list'])).stderr).toContain(
    '3 documents in this project are not specs yet (superpowers).',
  );
  expect(await told()).toEqual([
    ['003-resume', 'Resume', 'complete', 'tasks 2/2'],
    ['001-wide-panes', 'Wide panes', 'planned', 'field Status'],
    ['002-tabs', 'Tabs', 'complete', 'field Status'],
  ]);
  await rows('--apply');
  expect(project.files.readText('specs/001-wide-panes/plan.md')).toContain('- [ ] One');
  expect(project.files.readText('specs/001-wide-panes/README.md')).toContain('created: 2026-03-06');
});
