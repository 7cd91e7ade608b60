import { expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

it.each<[string, (files: MemoryProject['files']) => void, string]>([
  ['is missing', (files) => files.write('specs/001-a/DESIGN.md', 'A design.\n'), 'There is no README.md.'],
  ['is missing in an empty folder', (files) => files.makeDirectory('specs/001-a'), 'There is no README.md.'],
  [
    'is binary',
    (files) => files.write('specs/001-a/README.md', Uint8Array.of(1, 0, 2)),
    'The file is binary, not text.',
  ],
])('tokens reports a spec whose document %s, without a size rating', async (_what, arrange, problem) => {
  const project = new MemoryProject();
  arrange(project.files);
  for (let time = 0; time < 2; time++) {
    const [counted] = (await project.spectool.countTokens.execute({ specs: ['1'] })).specs;
    expect(counted).toMatchObject({ ref: '001-a', problem });
    expect(counted).not.toHaveProperty('rating');
  }
  const { stdout } = await project.run(['tokens']);
  expect(stdout).toContain(problem);
  expect(stdout).not.toContain('optimal');
});

it('tokens rates an empty document as optimal', async () => {
  const project = new MemoryProject();
  project.files.write('specs/001-a/README.md', '');
  expect((await project.spectool.countTokens.execute()).specs).toMatchObject([
    { tokens: 0, rating: 'optimal' },
  ]);
});

it.each([[['skill', '--help']], [['help', 'skill']], [['skill', '-h']], [['skill']]])(
  '%j prints the help of the skill commands',
  async (args) => {
    const { code, stdout } = await new MemoryProject().run(args);
    expect([code, stdout]).toEqual([0, expect.stringContaining('spectool skill install')]);
  },
);

it('an unknown command of a group is named with its group', async () => {
  const { code, stderr } = await new MemoryProject().run(['export', 'md']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('There is no command "export md".')]);
});

it.each<[string, string | Uint8Array, string, string?]>([
  [
    'is UTF-16',
    Uint8Array.of(0xff, 0xfe, 0x2d, 0),
    'Save the document as UTF-8 text, or restore the document from git.',
    'NOT_READ',
  ],
  ['has unclosed frontmatter', '---\nstatus: planned\n', 'Close the frontmatter with a `---` line.'],
  ['has bad YAML', '---\nstatus: [planned\n---\n', 'Correct the line.'],
])('validate says how to mend a document that %s', async (_what, content, fix, code = 'DOCUMENT_BROKEN') => {
  const project = new MemoryProject();
  project.files.write('specs/001-a/README.md', content);
  const { findings } = await project.spectool.validateProject.execute();
  expect(findings).toContainEqual(expect.objectContaining({ code, fix }));
});
