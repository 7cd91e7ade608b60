import { describe, expect, it } from '@jest/globals';
import { PLAIN_TERMINAL } from '../../src/adapters/cli/layout/terminalStyle.js';
import { MemoryProject } from '../support/memoryProject.js';

const HIDDEN = '\u202e\u2066\u009b31m\u0085\u2028\u007f\u{e0041}';
/** Matches any control or hidden character except a line break; a terminal would obey or hide these. */
const OBEYED = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

describe('control and hidden characters', () => {
  const project = new MemoryProject();
  project.spec(
    `001-a${HIDDEN}`,
    `status: planned\ncreated: 2026-01-05\ntags: ["x${HIDDEN}"]\nassignee: "k${HIDDEN}"\ndepends_on: ["9${HIDDEN}"]`,
    `# Title ${HIDDEN}\n\n## Part ${HIDDEN}\n\nwords ${HIDDEN} and [a link](gone${HIDDEN}.md)\n`,
  );
  project.files.write(`specs/001-a${HIDDEN}/notes${HIDDEN}.md`, `notes ${HIDDEN}\n`);

  project.files.write(
    '.spectool/config.json',
    JSON.stringify({
      [`set${HIDDEN}`]: 1,
      sections: { recommended: [`Section ${HIDDEN}`] },
      criteria: { sections: [`Part ${HIDDEN}`] },
    }),
  );

  it.each([
    ['list'],
    ['list', '--where', `tag=x${HIDDEN}`],
    ['list', '--where', HIDDEN],
    ['list', '--fields', `title,${HIDDEN}`],
    ['view', '1'],
    ['view', '1', '--section', `Part ${HIDDEN}`],
    ['view', `1-${HIDDEN}`],
    ['prime'],
    ['prime', '--since', HIDDEN],
    ['history'],
    ['history', '--by', HIDDEN],
    ['criteria', '1'],
    ['section', '1', HIDDEN],
    ['config', 'list'],
    ['config', 'get', `set${HIDDEN}`],
    ['config', 'get', 'agents'],
    ['config', 'set', HIDDEN, HIDDEN],
    ['config', 'set', 'structure.prefix', HIDDEN],
    ['config', 'set', `rules.${HIDDEN}`, 'off'],
    ['config', 'unset', `set${HIDDEN}`],
    ['update', '--where', `tag=x${HIDDEN}`, '--add-tag', `y${HIDDEN}`, '--dry-run'],
    ['update', '1', '--title', `Other ${HIDDEN}`, '--dry-run'],
    ['claim', '1', '--as', `kim${HIDDEN}`],
    ['claim', '1', '--as', `lee${HIDDEN}`],
    ['claim', '1', '--as', 'lee', '--steal', '--reason', `why ${HIDDEN}`],
    ['release', '1', '--as', `zoe${HIDDEN}`],
    ['release', '1', '--as', 'lee', '--status', 'planned'],
    ['next', '--claim', '--tag', HIDDEN],
    ['note', '1', `seen ${HIDDEN}`],
    ['archive', '1', '--outcome', `deferred${HIDDEN}`, '--reason', HIDDEN],
    ['archive', '1', '--outcome', 'superseded', '--by', `9${HIDDEN}`, '--reason', `why ${HIDDEN}`],
    ['archive', '1', '--outcome', 'deferred', '--reason', `why ${HIDDEN}`, '--dry-run'],
    ['init', '-y', '--agent-tools', HIDDEN],
    ['skill', 'install', '--dry-run'],
    ['board', '--all'],
    ['search', 'words'],
    ['search', HIDDEN],
    ['deps'],
    ['next'],
    ['stats'],
    ['tokens', '1', '--detailed'],
    ['validate'],
    ['validate', '--format', 'github'],
    ['view', `nothing${HIDDEN}`],
    [`nothing${HIDDEN}`],
    ['create', 'one', '--template', HIDDEN],
  ])('are escaped in the output of the command %s (%#)', async (...args) => {
    for (const line of [args, [...args, '--json']]) {
      const { stdout, stderr } = await project.run(line);
      expect(stdout + stderr).not.toBe('');
      expect(stdout).not.toMatch(OBEYED);
      expect(stderr).not.toMatch(OBEYED);
    }
  });

  it.each(['list', 'validate', 'config list', 'config set specsDir docs', 'init -y'])(
    'are escaped in the error of `%s` about a wrong configuration',
    async (line) => {
      const broken = new MemoryProject();
      broken.files.write(
        '.spectool/config.json',
        JSON.stringify({
          specsDir: `../${HIDDEN}`,
          agents: [{ name: `agent${HIDDEN}`, file: `A${HIDDEN}.md` }],
          rules: { [HIDDEN]: HIDDEN },
          frontmatter: { custom: { [`mine${HIDDEN}`]: HIDDEN }, required: [HIDDEN] },
        }),
      );
      for (const more of [[], ['--json']]) {
        const { stdout, stderr } = await broken.run([...line.split(' '), ...more]);
        expect(stderr).toContain('CONFIG_INVALID');
        expect(stdout + stderr).not.toMatch(OBEYED);
      }
    },
  );

  it.each([
    ['view', '1', '--raw'],
    ['section', '1', `Part ${HIDDEN}`],
  ])('are printed unchanged by `%s` to a pipe, and escaped in a terminal', async (...args) => {
    expect((await project.run(args)).stdout).toContain(HIDDEN);
    const { stdout } = await project.run(args, { ...PLAIN_TERMINAL, columns: 80 });
    expect(stdout).toContain('Part');
    expect(stdout).not.toMatch(OBEYED);
  });

  it('are kept, as JSON escapes, in the output with --json', async () => {
    const { stdout } = await project.run(['list', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ specs: [{ ref: `001-a${HIDDEN}`, tags: [`x${HIDDEN}`] }] });
  });
});

describe('long lines of output', () => {
  const project = new MemoryProject();
  const needing = Array.from({ length: 5 }, (_, i) => `00${String(i + 2)}-a-spec-that-needs-the-first-one`);
  project.spec(
    '001-a',
    'status: done\ncreated: 2026-01-05\nowners: [kim of the one team, lee of the other]',
    '# A\n\nx\n',
  );
  for (const ref of needing)
    project.spec(ref, 'status: planned\ncreated: 2026-01-05\ndepends_on: [001-a, gone]');

  it.each([['prime'], ['validate', '--all'], ['view', '1']])(
    'are broken between words by `%s` in a terminal, without losing a word',
    async (...args) => {
      const words = (text: string) => text.split(/\s+/).filter(Boolean);
      const piped = (await project.run(args)).stdout;
      const { stdout } = await project.run(args, { ...PLAIN_TERMINAL, columns: 60 });
      expect(Math.max(...piped.split('\n').map((line) => line.length))).toBeGreaterThan(60);
      expect(stdout.split('\n').filter((line) => line.length > 60)).toEqual([]);
      expect(words(stdout)).toEqual(words(piped));
    },
  );
});
