import { describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

const HIDDEN = '\u202e\u2066\u009b31m\u0085\u2028\u007f\u{e0041}';
/** Line breaks are the layout's. */
const OBEYED = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

describe('what a terminal would obey, or be deceived by, is printed by no command', () => {
  const project = new MemoryProject();
  project.spec(
    `001-a${HIDDEN}`,
    `status: planned\ncreated: 2026-01-05\ntags: ["x${HIDDEN}"]\nassignee: "k${HIDDEN}"\ndepends_on: ["9${HIDDEN}"]`,
    `# Title ${HIDDEN}\n\n## Part ${HIDDEN}\n\nwords ${HIDDEN} and [a link](gone${HIDDEN}.md)\n`,
  );
  project.files.write(`specs/001-a${HIDDEN}/notes${HIDDEN}.md`, `notes ${HIDDEN}\n`);

  it.each([
    ['list'],
    ['view', '1'],
    ['board', '--all'],
    ['search', 'words'],
    ['search', HIDDEN],
    ['deps'],
    ['next'],
    ['stats'],
    ['tokens', '1', '--detailed'],
    ['validate'],
    ['validate', '--format', 'sarif'],
    ['view', `nothing${HIDDEN}`],
    [`nothing${HIDDEN}`],
    ['create', 'one', '--template', HIDDEN],
  ])('%s', async (...args) => {
    for (const line of [args, [...args, '--json']]) {
      const { stdout, stderr } = await project.run(line);
      expect(stdout + stderr).not.toBe('');
      expect(stdout).not.toMatch(OBEYED);
      expect(stderr).not.toMatch(OBEYED);
    }
  });

  it('and JSON says what is there', async () => {
    const { stdout } = await project.run(['list', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ specs: [{ ref: `001-a${HIDDEN}`, tags: [`x${HIDDEN}`] }] });
  });
});
