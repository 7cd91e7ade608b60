import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { fitPipe } from '../../src/adapters/cli/layout/terminalText.js';
import { tokenEstimate, withinTokens } from '../../src/domain/value/tokenEstimate.js';
import { runOnDisk } from '../support/runInProcess.js';
import { ScratchProject } from '../support/scratchProject.js';

const WORDS =
  'comprehensive authentication settings migrate the dashboard to background workers with audit trails';
const SYLLABLES = ['bavo', 'kire', 'lamu', 'tosi', 'ven', 'gudo', 'pira', 'selo'];
const STATUSES = ['planned', 'planned', 'in-progress', 'complete'];

/** Returns a long title: of English words if `n` is even, of invented words, which need more tokens, if `n` is odd. */
function titleOf(n: number): string {
  if (n % 2 === 0) return `${String(n)} ${WORDS} and ${WORDS}`;
  return Array.from(
    { length: 14 },
    (_, i) => `${SYLLABLES[(n + i) % 8] ?? ''}${SYLLABLES[(n * 3 + i) % 8] ?? ''}`,
  ).join(' ');
}

/** The lists of the documents that `--json` prints. */
interface Json {
  readonly specs?: readonly {
    readonly title?: string;
    readonly path?: string;
    readonly tags?: readonly string[];
  }[];
  readonly columns?: readonly { readonly specs: readonly unknown[] }[];
  readonly nodes?: readonly unknown[];
  readonly results?: readonly unknown[];
  readonly findings?: readonly unknown[];
  readonly total?: number;
  readonly shown?: number;
}

describe('the output for 305 specs with long titles', () => {
  let project: ScratchProject;

  beforeAll(async () => {
    project = new ScratchProject();
    await runOnDisk(project.root, ['init', '-y']);
    for (let n = 1; n <= 305; n += 1) {
      const name =
        n % 2 === 0 ? 'a-name-of-many-words-that-fills-its-folder' : `kire-${SYLLABLES[n % 8] ?? ''}`;
      const needs =
        n > 3 && n % 5 === 0
          ? `depends_on: [${String(n - 1)}, ${String(n - 2)}, ${String(n - 3)}, 1, 2]\n`
          : '';
      project.write(
        `specs/${String(n).padStart(3, '0')}-${name}/README.md`,
        `---\nstatus: ${STATUSES[n % 4] ?? ''}\ncreated: 2026-01-0${String(1 + (n % 9))}\npriority: high\nassignee: somebody-${String(n % 40)}\ntags: [tag-${String(n)}, area-${String(n % 60)}, cli]\n${needs}sprint: ${String(n % 3)}\n---\n\n# ${titleOf(n)}\n\n## Problem\n\nPeople cannot sign in from the settings page, and ${titleOf(n + 1)}.\n\n## Success Criteria\n\n- [ ] One\n- [x] Two\n`,
      );
    }
  });

  const printed = async (...args: string[]): Promise<string> => {
    const { stdout, stderr } = await runOnDisk(project.root, args);
    return stdout + stderr;
  };

  it.each([
    [1500, ['board']],
    [1500, ['board', '--group-by', 'tag']],
    [1500, ['board', '--group-by', 'assignee']],
    [800, ['next']],
    [7000, ['tokens']],
    [7000, ['list']],
    [7000, ['deps']],
    [800, ['search', 'sign in from the settings page']],
    [800, ['search', 'kiretosi lamuven']],
  ])('has at most %i tokens for the command %j', async (most, args) => {
    const text = await printed(...args);
    expect(countTokens(text)).toBeLessThanOrEqual(most);
    expect(countTokens(text)).toBeGreaterThan(most / 6);
  });

  it('with --json has every spec, with all fields', async () => {
    const json = async (...args: string[]) => JSON.parse(await printed(...args, '--json')) as Json;
    const specsOf = ({ specs = [] }: Json) => specs.filter(({ title, path, tags }) => title && path && tags);
    expect(specsOf(await json('list'))).toHaveLength(305);
    const board = await json('board');
    expect(board.total).toBe(305);
    expect(board.columns?.flatMap(({ specs }) => specs)).toHaveLength(305);
    expect((await json('deps')).nodes).toHaveLength(305);
    expect((await json('tokens')).specs).toHaveLength(305);
    expect(specsOf(await json('next'))).toEqual([]);
    expect((await json('next')).specs).toHaveLength(10);
    expect((await json('next', '--limit', '30')).specs).toHaveLength(30);
    expect((await json('search', 'sign in', '--limit', '20')).results).toHaveLength(20);
    expect(await json('list', '--limit', '3')).toMatchObject({ total: 305, shown: 3 });
  });

  it('with --json has the first events and findings, and says how many there are', async () => {
    const json = async (...args: string[]) => JSON.parse(await printed(...args, '--json')) as Json;
    const { findings, total = 0, shown } = await json('validate');
    expect([findings?.length, shown]).toEqual([100, 100]);
    expect((await json('validate', '--limit', '7')).findings).toHaveLength(7);
    expect((await json('validate', '--all')).findings).toHaveLength(total);
    for (let n = 1; n <= 3; n += 1) await printed('note', '1', `Note ${String(n)}`);
    expect(await json('history', '--limit', '2')).toMatchObject({ shown: 2, events: [{}, {}] });
  });

  it('of `list` has a line for each spec, and says which columns and words it leaves out', async () => {
    const list = await printed('list');
    expect(countTokens(list)).toBeLessThanOrEqual(7000);
    expect(list.split('\n').filter((line) => /^\d{3} /.test(line))).toHaveLength(305);
    expect(list).toContain('Left out: tags, the ends of long titles.');
    expect(await printed('list', '--limit', '5')).toContain('cli');
    expect(await printed('list', '--fields', 'title')).toContain(titleOf(2));
  });

  it('with --json has warnings in the JSON document, not on standard error', async () => {
    project.write('specs/007-twice/README.md', '---\nstatus: planned\ncreated: 2026-01-01\n---\n\n# Twice\n');
    const { stdout, stderr } = await runOnDisk(project.root, ['list', '--json', '--limit', '1']);
    expect(JSON.parse(stdout)).toMatchObject({ warnings: [{ code: 'NUMBER_DUPLICATE' }] });
    expect(stderr).toBe('');
    rmSync(join(project.root, 'specs/007-twice'), { recursive: true });
  });

  it('with --fields has only these fields, and an unknown field is refused with the nearest name', async () => {
    const { specs } = JSON.parse(
      await printed('list', '--json', '--fields', 'number,sprint,depends-on', '--limit', '5'),
    ) as { specs: unknown[] };
    expect(specs[4]).toEqual({ sequence: 5, sprint: 2, dependsOn: ['4', '3', '2', '1', '2'] });
    for (const command of ['list', 'view 5']) {
      const { code, stderr } = await runOnDisk(project.root, [...command.split(' '), '--fields', 'titel']);
      expect([command, code, stderr]).toEqual([command, 2, expect.stringContaining('Did you mean title?')]);
    }
  });

  it('of `board --group-by` has columns for the values of a custom field, and an unknown field is refused', async () => {
    const board = JSON.parse(await printed('board', '--json', '--group-by', 'sprint')) as {
      columns: { key: string }[];
    };
    expect(board.columns.map(({ key }) => key)).toEqual(['0', '1', '2']);
    const { code, stderr } = await runOnDisk(project.root, ['board', '--group-by', 'sprnt']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('"groupBy" must be one of')]);
  });

  it('of `view` has the dependents of a spec, and the text of the spec only once', async () => {
    expect(await printed('view', '4')).toMatch(/needed by +005-/);
    const view = await printed('view', '4', '--json');
    expect(view.split('People cannot sign in')).toHaveLength(2);
    expect(JSON.parse(view)).toMatchObject({ dependents: [expect.stringMatching(/^005-/)] });
  });

  it('with --assignee none has only specs without an assignee', async () => {
    project.write(
      'specs/241-free/README.md',
      '---\nstatus: planned\ncreated: 2026-01-01\n---\n\n# Free\n\nText.\n',
    );
    for (const command of ['list', 'next'])
      expect(JSON.parse(await printed(command, '--assignee', 'none', '--json'))).toMatchObject({ total: 1 });
    expect(JSON.parse(await printed('board', '--assignee', 'none', '--json'))).toMatchObject({ total: 1 });
  });

  it('of `tokens` has the largest specs first', async () => {
    const { specs } = JSON.parse(await printed('tokens', '--json')) as { specs: { tokens: number }[] };
    const sizes = specs.map(({ tokens }) => tokens);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });
});

it('fitPipe leaves out the last lines of a long text, and says how many and which flag shows them', () => {
  const lines = Array.from({ length: 3000 }, (_, i) => `${String(i)} ${WORDS}`);
  const shown = fitPipe(lines.join('\n'), '--all').split('\n');
  expect(countTokens(shown.join('\n'))).toBeLessThanOrEqual(7000);
  expect(shown.slice(0, -1)).toEqual(lines.slice(0, shown.length - 1));
  expect(shown.at(-1)).toBe(`… ${String(3001 - shown.length)} more lines; --all shows them`);
  expect(fitPipe(lines.slice(0, 9).join('\n'), '--all')).toBe(lines.slice(0, 9).join('\n'));
});

describe('tokenEstimate', () => {
  it.each([
    'Comprehensive Spec Validation',
    'bavokire lamutosi venpira selogudo',
    'Before this, people had to sign in again whenever the session was lost, which is what they complain of.',
    'Вход пользователя по телефону и управление сеансами',
    '用户登录功能的设计与实现，包括会话管理和令牌刷新',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '2026-11-22T06:47:37Z, 2025-11-17T21:12:06.305Z',
  ])('returns at least nine tenths of the number of tokens in %j', (text) => {
    expect(tokenEstimate(text)).toBeGreaterThanOrEqual(countTokens(text) * 0.9);
    expect(tokenEstimate(withinTokens(text, 6))).toBeLessThanOrEqual(8);
  });

  it('is the measure by which withinTokens decides whether to shorten a text', () => {
    const parts = fc.constantFrom(...'a|the|validation|7|2026| |  |\n|\t|.|, |—|é'.split('|'));
    const texts = fc.array(parts, { maxLength: 30 }).map((some) => some.join(''));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, most) => {
        const isKept = withinTokens(text, most) === text;
        expect(isKept).toBe(text.length <= most || tokenEstimate(text) <= most);
      }),
    );
  });
});
