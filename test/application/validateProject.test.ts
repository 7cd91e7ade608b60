import { describe, expect, it } from '@jest/globals';
import { REMOVED_CODES } from '../../src/domain/findings/finding.js';
import { createTestSpectool } from '../../src/composition/testing.js';
import { expectRefusalOf } from '../support/thrownError.js';

const HEAD = '---\nstatus: planned\ncreated: 2026-01-05\n';
const BODY = '---\n\n# T\n\n## Problem\np\n## Solution\ns\n## Success Criteria\nc\n';

const PROJECT = { '.spectool/config.json': '{}', '.spectool/templates/spec-template.md': '# {title}\n' };

async function findingsOf(files: Record<string, string>, config: object = {}) {
  const spectool = createTestSpectool({
    files: { ...PROJECT, '.spectool/config.json': JSON.stringify(config), ...files },
  });
  const { findings } = await spectool.validateProject.execute();
  return findings.map(({ severity, code, file, line }) =>
    [severity, code, file, line].filter((part) => part !== undefined).join(' '),
  );
}

describe('validate', () => {
  it.each([
    ['---\nstatus: [\n---\n', ['error DOCUMENT_BROKEN specs/001-a/README.md 3']],
    [`---\nstatus: done\ncreated: 2026-01-05\n${BODY}`, ['error FIELD_INVALID specs/001-a/README.md 2']],
    [`---\nstatus: planned\n${BODY}`, ['error FIELD_MISSING specs/001-a/README.md']],
    [`---\nstatus: planned\ncreated: 2026-02-30\n${BODY}`, ['error FIELD_INVALID specs/001-a/README.md 3']],
    [`${HEAD}sprint: five\n${BODY}`, ['error FIELD_TYPE specs/001-a/README.md 4']],
    [`${HEAD}depends_on: [009-gone]\n${BODY}`, ['error DEPENDENCY_MISSING specs/001-a/README.md']],
    [`${HEAD}related: [1, a]\n${BODY}`, []],
    [`${HEAD}depends_on: [001-a]\n${BODY}`, ['error DEPENDENCY_CYCLE specs/001-a/README.md']],
    [`${HEAD}---\n\n# T\n`, ['warning SECTION_MISSING specs/001-a/README.md']],
    [
      `${HEAD}${BODY}\n[x](nowhere.md) [y](README.md) [z](https://example.org) [w](#t)\n\`\`\`\n[c](code.md)\n\`\`\`\n`,
      ['warning LINK_BROKEN specs/001-a/README.md 15'],
    ],
    [
      `---\nstatus: complete\ncreated: 2026-01-05\n${BODY}\n- [ ] open\n- [x] done\n`,
      ['warning CRITERIA_UNCHECKED specs/001-a/README.md 15'],
    ],
    [
      '---\nstatus: in-progress\ncreated: 2026-01-05\n---\n# T\n## Problem\n<!-- why -->\n## Solution\ns\n## Success Criteria\n- [ ] …\n',
      ['warning SECTION_EMPTY specs/001-a/README.md 6', 'warning SECTION_EMPTY specs/001-a/README.md 10'],
    ],
  ])('reports the findings of %j', async (text, expected) => {
    const found = await findingsOf(
      { 'specs/001-a/README.md': text },
      { frontmatter: { custom: { sprint: 'number' } } },
    );
    expect([...found].sort()).toEqual([...expected].sort());
  });

  it.each([
    ['planned', '- [x] a\n- [ ] b\n', ['STATUS_BEHIND']],
    ['planned', '- [ ] a\n\n```\n- [x] code\n```\n', []],
    ['planned', '## Approvals\n- [x] legal agrees\n', []],
    ['in-progress', '- [x] a\n- [ ] b\n', []],
    ['in-progress', '- [x] a\n- [x] b\n', ['STATUS_BEHIND']],
    ['in-progress', '- [x] a\n- [~] b\n', []],
    ['in-progress', '- [x] a\n- [ x ] b\n', []],
    ['in-progress', '- [x] a\n- [a](https://a.org) b\n', ['STATUS_BEHIND']],
    ['planned', '- [~] a\n- [-] b\n', []],
    ['complete', '- [x] a\n- [-] b\n', ['CRITERIA_UNCHECKED']],
    ['complete', '- [x] a\n- \uff3b\uff58\uff3d b\n', ['CRITERIA_UNCHECKED']],
    ['complete', '- [x] a\n', []],
  ])('compares the status %s with the criteria %j', async (status, boxes, expected) => {
    const spectool = createTestSpectool({
      files: {
        ...PROJECT,
        'specs/001-a/README.md': HEAD.replace('planned', status) + BODY + boxes,
        'specs/archived/002-b/README.md': HEAD.replace('planned', status) + BODY + boxes,
      },
    });
    const { findings } = await spectool.validateProject.execute();
    expect(findings.map(({ code }) => code)).toEqual(expected);
  });

  it('reports hand edits, copies, moved and deleted folders, and damage of the log', async () => {
    const spectool = createTestSpectool({
      files: {
        ...PROJECT,
        '.spectool/templates/spec-template.md':
          '# {title}\n\n## Problem\np\n## Solution\ns\n## Success Criteria\nc\n',
      },
    });
    for (const name of ['edited', 'copied', 'moved', 'deleted', 'damaged'])
      await spectool.createSpec.execute({ name });
    await spectool.updateSpec.execute({ spec: 'damaged', priority: 'low' });
    const { files } = spectool;
    const text = (ref: string) => files.readText(`specs/${ref}/README.md`) ?? '';
    files.write('specs/001-edited/README.md', text('001-edited').replace('planned', 'complete'));
    files.write('specs/007-copy/README.md', text('002-copied'));
    files.move('specs/003-moved', 'specs/008-elsewhere');
    files.remove('specs/004-deleted');
    const damaged = /id: (\w+)/.exec(text('005-damaged'))?.[1] ?? '';
    const [first, second] = files
      .list(`.spectool/log/${damaged}`)
      .map(({ name }) => `.spectool/log/${damaged}/${name}`);
    files.remove(first ?? '');
    files.write(second ?? '', (files.readText(second ?? '') ?? '').replace('"low"', '"high"'));
    const { findings } = await spectool.validateProject.execute();
    const codes = findings.map(({ code }) => code);
    const ofDamaged = findings.filter(({ spec }) => spec === '005-damaged');
    expect(ofDamaged.map(({ code }) => code)).toEqual(['LOG_DAMAGED', 'LOG_GONE']);
    expect((await spectool.validateProject.execute({ specs: ['5'] })).findings).toEqual(ofDamaged);
    // The first record of the log is removed and the other one is altered, so neither record counts: LOG_GONE.
    expect([...codes].sort()).toEqual([
      ...'EDITED_BY_HAND FOLDER_GONE FOLDER_MOVED ID_COPIED LOG_DAMAGED LOG_GONE'.split(' '),
      ...['SECTION_EMPTY', 'STATUS_BY_HAND'],
    ]);
  });

  const TAKEN = 'the id that spectool would make from the name and the creation day already belongs to';
  it.each<[what: string, ids: readonly string[], folders: readonly string[], said: string]>([
    ['in several groups', ['', '', ''], ['v1/001-x', 'v2/001-x', 'v3/001-x'], TAKEN],
    ['in the archive', ['', ''], ['001-x', 'archived/001-x'], TAKEN],
    ['in two Unicode forms', ['', ''], ['001-caf\u00e9', '001-cafe\u0301'], TAKEN],
    ['copies of one spec', ['id: k2v9n2x4p0q8r6t5\n', ''], ['v1/001-x', 'v2/001-x'], ''],
    [
      'copies of one spec, all in new places',
      ['id: k2v9n2x4p0q8r6t5\n', '', '', ''],
      ['v1/001-x', 'v2/001-x', 'v3/001-x', '001-x'],
      TAKEN,
    ],
  ])('with --fix separates documents of one name without id: %s', async (_what, ids, folders, said) => {
    const files = Object.fromEntries(
      folders.map((folder, i) => [
        `specs/${folder}/README.md`,
        `${HEAD}${ids[i] ?? ''}${BODY}`.replace('# T', `# T${String(i)}`),
      ]),
    );
    const spectool = createTestSpectool({ files: { ...PROJECT, ...files } });
    const text = JSON.stringify((await spectool.validateProject.execute()).findings);
    expect(text.includes('ID_COPIED')).toBe(said !== '');
    expect(text).toContain(said);
    expect((await spectool.validateProject.execute({ fix: true, severity: 'error' })).findings).toEqual([]);
    expect((await spectool.validateProject.execute({ fix: true })).fixed).toEqual([]);
    const { specs } = await spectool.listSpecs.execute({ scope: 'all' });
    expect(new Set(specs.map(({ sequence }) => sequence)).size).toBe(folders.length);
    for (const { path, title, ref } of specs) {
      await spectool.updateSpec.execute({ spec: path, priority: 'high' });
      const { events } = await spectool.showHistory.execute({ spec: ref });
      const found = events.filter(({ type }) => type === 'SpecImported');
      expect(found.map(({ data }) => data)).toMatchObject([{ title }]);
    }
  });

  describe('with or without a filter', () => {
    const files = {
      ...PROJECT,
      'specs/001-a/README.md': `${HEAD}related: [gone]\n${BODY}[x](nowhere.md)\n`,
      'specs/002-b/README.md': `${HEAD}---\n\n# T\n`,
    };
    const found = async (request: object) => {
      const result = await createTestSpectool({ files }).validateProject.execute(request);
      const { ok, errors, warnings, others } = result;
      return [
        result.findings.map(({ spec, code }) => `${spec ?? ''} ${code}`),
        { ok, errors, warnings, others },
      ];
    };

    it('shows errors first, each with its spec', async () => {
      expect(await found({})).toEqual([
        ['001-a DEPENDENCY_MISSING', '001-a LINK_BROKEN', '002-b SECTION_MISSING'],
        { ok: false, errors: 1, warnings: 2, others: 0 },
      ]);
    });

    it.each([
      [{ severity: 'error' }, ['001-a DEPENDENCY_MISSING'], { ok: false, errors: 1, warnings: 0, others: 2 }],
      [{ severity: 'error', specs: ['2'] }, [], { ok: true, errors: 0, warnings: 0, others: 1 }],
      [
        { codes: ['LINK_BROKEN', 'section_missing'], strict: true },
        ['001-a LINK_BROKEN', '002-b SECTION_MISSING'],
        { ok: false, errors: 0, warnings: 2, others: 1 },
      ],
      [{ codes: ['SIZE'] }, [], { ok: true, errors: 0, warnings: 0, others: 3 }],
    ])('counts only the findings that %j selects, also for the exit code', async (request, codes, counts) => {
      expect(await found(request)).toEqual([codes, counts]);
    });

    it('suggests the nearest code for an unknown one', async () => {
      await expectRefusalOf(() => found({ codes: ['LINK_BROKE'] }), 'USAGE', {
        hint: 'Did you mean LINK_BROKEN?',
      });
    });

    it.each(Object.entries(REMOVED_CODES))('says of the code %s that it was removed', async (code, now) => {
      const message = `The code ${code} was removed: ${now}.`;
      await expect(found({ codes: [code] })).rejects.toMatchObject({ code: 'USAGE', message });
    });
  });

  describe('with the configured rules', () => {
    const texts = {
      'specs/001-a/README.md': `${HEAD}related: [gone]\n${BODY}[x](nowhere.md)\n`,
      'specs/002-b/README.md': `${HEAD}---\n\n# T\n## Background of the thing\n## Done when\nx\n`,
    };

    it.each([
      [{}, ['error DEPENDENCY_MISSING', 'warning LINK_BROKEN', 'warning SECTION_MISSING']],
      [
        { rules: { LINK_BROKEN: 'error', SECTION_MISSING: 'off', DEPENDENCY_MISSING: 'warning' } },
        ['error LINK_BROKEN', 'warning DEPENDENCY_MISSING'],
      ],
      [
        { sections: { recommended: ['Background', 'Done when'] } },
        ['error DEPENDENCY_MISSING', 'warning SECTION_MISSING', 'warning LINK_BROKEN'],
      ],
      [{ sections: { recommended: [] } }, ['error DEPENDENCY_MISSING', 'warning LINK_BROKEN']],
    ])('gives findings the configured severity: %j', async (config, expected) => {
      const found = await findingsOf(texts, config);
      expect(found.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(expected);
    });

    it('accepts criteria under a configured acceptance heading', async () => {
      const body = '---\n\n# T\n\n## Problem\np\n## Solution\ns\n## Acceptance Criteria\n- [ ] c\n';
      expect(await findingsOf({ 'specs/001-a/README.md': HEAD + body })).toEqual([]);
      const settings = { criteria: { sections: ['Success Criteria'] } };
      expect(await findingsOf({ 'specs/001-a/README.md': HEAD + body }, settings)).toEqual([
        'warning SECTION_MISSING specs/001-a/README.md',
      ]);
    });
  });

  describe('for links and dependencies', () => {
    const messages = async (text: string, others: Record<string, string> = {}) => {
      const spectool = createTestSpectool({
        files: {
          ...PROJECT,
          'src/login.ts': '',
          'specs/001-a/README.md': text,
          'specs/archived/002-old/README.md': HEAD + BODY,
          'specs/010-renamed/README.md': HEAD + BODY,
          ...others,
        },
      });
      return (await spectool.validateProject.execute()).findings.map(({ message }) => message);
    };
    const linking = (...lines: string[]) => `${HEAD}${BODY}${lines.join('\n')}\n`;

    it.each([
      ['a link to a footnote', '[^1]: see/also that text.', []],
      ['a link to an archived spec', '[x](../002-old/README.md) [y](../002-old) [z](../002-old/#top)', []],
      [
        'a link to a missing file of an archived spec',
        '[x](../002-old/DESIGN.md)',
        ['The link target ../002-old/DESIGN.md does not exist.'],
      ],
      [
        'a link into a folder named like a spec',
        '[x](renamed/y.md)',
        ['The link target renamed/y.md does not exist.'],
      ],
    ])('checks %s', async (_what, line, expected) => {
      expect(await messages(linking(line))).toEqual(expected);
    });

    it('accepts a link from the archive to a spec archived beside it', async () => {
      const archived = {
        'specs/archived/003-b/README.md': linking('[x](../archived/002-old) [y](../001-a)'),
      };
      expect(await messages(HEAD + BODY, archived)).toEqual([]);
    });

    it('names missing and ended dependencies', async () => {
      const text = `${HEAD}depends_on: [2025/3-renamed, 002-old, 7-gone]\n${BODY}`;
      expect(await messages(text)).toEqual([
        'depends_on names 2025/3-renamed, but there is no such spec.',
        'depends_on names 7-gone, but there is no such spec.',
        'depends_on names 002-old, which was not completed and is archived; the dependency can never be met.',
      ]);
    });
  });
});
