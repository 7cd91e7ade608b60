import { describe, expect, it } from '@jest/globals';
import { createTestSpectool } from '../../src/composition/testing.js';

const HEAD = '---\nstatus: planned\ncreated: 2026-01-05\n';
const BODY = '---\n\n# T\n\n## Problem\np\n## Solution\ns\n## Success Criteria\nc\n';

const PROJECT = {
  '.spectool/config.json': '{}',
  '.spectool/templates/spec-template.md': '# {title}\n',
};

async function findingsOf(files: Record<string, string>, config: object = {}) {
  const spectool = createTestSpectool({
    files: {
      '.spectool/config.json': JSON.stringify(config),
      '.spectool/templates/spec-template.md': '# {title}\n',
      ...files,
    },
  });
  const { findings } = await spectool.validateProject.execute();
  return findings.map(({ severity, code, file, line }) =>
    [severity, code, file, line].filter((part) => part !== undefined).join(' '),
  );
}

describe('validate', () => {
  it('shows the first of very many findings of one kind, and how many more there are', async () => {
    const links = Array.from({ length: 5000 }, (_, i) => `[a](gone-${String(i)}.md)\n`).join('');
    const found = await findingsOf({ 'specs/001-a/README.md': HEAD + BODY + links });
    expect(found.filter((line) => line.includes('LINK_BROKEN'))).toHaveLength(101);
  });

  it('finds nothing wrong with what is right', async () => {
    expect(await findingsOf({ 'specs/001-a/README.md': HEAD + BODY })).toEqual([]);
  });

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
  ])('finds what is wrong with %j', async (text, expected) => {
    const found = await findingsOf(
      { 'specs/001-a/README.md': text },
      { frontmatter: { custom: { sprint: 'number' } } },
    );
    expect([...found].sort()).toEqual([...expected].sort());
  });

  it('tells of a name that is not there what the spec says it is', async () => {
    const spectool = createTestSpectool({
      files: {
        ...PROJECT,
        'specs/001-a/README.md': `${HEAD}depends_on: [009-gone]\nrelated: [009-gone]\n${BODY}`,
      },
    });
    const { findings } = await spectool.validateProject.execute();
    expect(findings.map(({ message }) => message)).toEqual([
      'It depends on 009-gone, which does not exist.',
      'It is related to 009-gone, which does not exist.',
    ]);
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
  ])('holds the status %s against the boxes %j', async (status, boxes, expected) => {
    const spectool = createTestSpectool({
      files: {
        '.spectool/config.json': '{}',
        '.spectool/templates/spec-template.md': '# {title}\n',
        'specs/001-a/README.md': HEAD.replace('planned', status) + BODY + boxes,
        'specs/archived/002-b/README.md': HEAD.replace('planned', status) + BODY + boxes,
      },
    });
    const { findings } = await spectool.validateProject.execute();
    expect(findings.map(({ code }) => code)).toEqual(expected);
  });

  it('tells of work that has been in progress for 14 days without a change', async () => {
    const spectool = createTestSpectool({
      files: {
        '.spectool/config.json': '{}',
        '.spectool/templates/spec-template.md': `# {title}\n${BODY.replace('---', '')}`,
      },
    });
    await spectool.createSpec.execute({ name: 'a' });
    await spectool.createSpec.execute({ name: 'b' });
    await spectool.updateSpec.execute({ spec: '1', status: 'in-progress' });
    spectool.clock.advance({ days: 13 });
    expect((await spectool.validateProject.execute()).findings).toEqual([]);
    spectool.clock.advance({ days: 1 });
    expect((await spectool.validateProject.execute()).findings).toMatchObject([
      { severity: 'warning', code: 'STALE', file: 'specs/001-a/README.md' },
    ]);
    expect((await spectool.showBoard.execute()).health.stale).toEqual(['001-a']);
  });

  it('finds duplicate numbers, and repairs them so that everything follows', async () => {
    const spectool = createTestSpectool({
      files: {
        '.spectool/config.json': '{}',
        '.spectool/templates/spec-template.md':
          '# {title}\n\n## Problem\np\n## Solution\ns\n## Success Criteria\nc\n',
      },
    });
    await spectool.createSpec.execute({ name: 'first' });
    spectool.files.write('specs/001-second/README.md', HEAD + BODY);
    await spectool.createSpec.execute({ name: 'third', dependsOn: ['001-second'] });
    await expect(spectool.viewSpec.execute({ spec: '1' })).rejects.toMatchObject({
      code: 'SPEC_AMBIGUOUS',
      details: { candidates: ['specs/001-first', 'specs/001-second'] },
    });
    const before = await spectool.validateProject.execute();
    expect(before).toMatchObject({ ok: false, errors: 2 });
    const after = await spectool.validateProject.execute({ fix: true });
    expect(after).toMatchObject({ ok: true, findings: [], fixed: ['specs/001-second is now 003-second.'] });
    expect((await spectool.viewSpec.execute({ spec: 'third' })).spec.dependsOn).toEqual(['003-second']);
    expect((await spectool.viewSpec.execute({ spec: '1' })).spec.ref).toBe('001-first');
  });

  it('tells what the log tells of hand edits, copies, moved and deleted folders, damage', async () => {
    const spectool = createTestSpectool({
      files: {
        '.spectool/config.json': '{}',
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
    expect([...codes].sort()).toEqual(
      [
        'EDITED_BY_HAND',
        'STATUS_BY_HAND',
        'ID_COPIED',
        'FOLDER_MOVED',
        'FOLDER_GONE',
        'LOG_DAMAGED',
        // The first record is gone and the other altered: neither counts.
        'LOG_GONE',
      ].sort(),
    );
  });

  it.each<[what: string, ids: readonly string[], folders: readonly string[], said: string]>([
    ['groups', ['', '', ''], ['v1/001-x', 'v2/001-x', 'v3/001-x'], 'both have one name and day'],
    ['the archive', ['', ''], ['001-x', 'archived/001-x'], 'both have one name and day'],
    ['spellings', ['', ''], ['001-caf\u00e9', '001-cafe\u0301'], 'both have one name and day'],
    ['copies of one', ['id: k2v9n2x4p0q8r6t5\n', ''], ['v1/001-x', 'v2/001-x'], ''],
    [
      'copies of one that stand nowhere it stood',
      ['id: k2v9n2x4p0q8r6t5\n', '', '', ''],
      ['v1/001-x', 'v2/001-x', 'v3/001-x', '001-x'],
      'both have one name and day',
    ],
  ])('parts documents without an id that stand under one name: %s', async (_what, ids, folders, said) => {
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

  it('an exact path tells twins apart that differ in how their accents are written', async () => {
    const names = ['001-caf\u00e9', '001-cafe\u0301'];
    const files = Object.fromEntries(
      names.map((name, i) => [`specs/${name}/README.md`, `${HEAD}${BODY}`.replace('# T', `# T${String(i)}`)]),
    );
    const spectool = createTestSpectool({ files: { ...PROJECT, ...files } });
    for (const [i, name] of names.entries())
      for (const spec of [name, `specs/${name}`, `specs/${name}/`])
        expect((await spectool.viewSpec.execute({ spec })).spec).toMatchObject({ title: `T${String(i)}` });
    await expect(spectool.viewSpec.execute({ spec: 'caf\u00e9' })).rejects.toMatchObject({
      code: 'SPEC_AMBIGUOUS',
    });
  });

  describe('asked for less', () => {
    const files = {
      '.spectool/config.json': '{}',
      '.spectool/templates/spec-template.md': '# {title}\n',
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
    ])('%j counts and judges only that', async (request, codes, counts) => {
      expect(await found(request)).toEqual([codes, counts]);
    });

    it('names the nearest code for one that there is not', async () => {
      await expect(found({ codes: ['LINK_BROKE'] })).rejects.toMatchObject({
        code: 'USAGE',
        hint: 'Did you mean LINK_BROKEN?',
      });
    });
  });

  describe('by the rules of the project', () => {
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
    ])('%j', async (config, expected) => {
      const found = await findingsOf(texts, config);
      expect(found.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(expected);
    });

    it('a section with criteria under another heading of theirs is not missing', async () => {
      const body = '---\n\n# T\n\n## Problem\np\n## Solution\ns\n## Acceptance Criteria\n- [ ] c\n';
      expect(await findingsOf({ 'specs/001-a/README.md': HEAD + body })).toEqual([]);
      const settings = { criteria: { sections: ['Success Criteria'] } };
      expect(await findingsOf({ 'specs/001-a/README.md': HEAD + body }, settings)).toEqual([
        'warning SECTION_MISSING specs/001-a/README.md',
      ]);
    });
  });

  describe('finds nothing wrong, or where it is, with', () => {
    const messages = async (text: string, others: Record<string, string> = {}) => {
      const spectool = createTestSpectool({
        files: {
          '.spectool/config.json': '{}',
          '.spectool/templates/spec-template.md': '# {title}\n',
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
      ['a footnote', '[^1]: see/also that text.', []],
      ['an archived spec', '[x](../002-old/README.md) [y](../002-old) [z](../002-old/#top)', []],
      [
        'a file that an archived spec does not have',
        '[x](../002-old/DESIGN.md)',
        ['The link to ../002-old/DESIGN.md leads nowhere.'],
      ],
      [
        'another number',
        '[x](../003-renamed/README.md)',
        [
          'The link to ../003-renamed/README.md leads nowhere; what it means may be ../010-renamed/README.md.',
        ],
      ],
      [
        'a path from the root',
        '[x](src/login.ts#L3)',
        ['The link to src/login.ts#L3 leads nowhere; what it means may be ../../src/login.ts.'],
      ],
      ['a folder called as a spec', '[x](renamed/y.md)', ['The link to renamed/y.md leads nowhere.']],
    ])('%s', async (_what, line, expected) => {
      expect(await messages(linking(line))).toEqual(expected);
    });

    it('a link from the archive to a spec that was archived beside it', async () => {
      const archived = {
        'specs/archived/003-b/README.md': linking('[x](../archived/002-old) [y](../001-a)'),
      };
      expect(await messages(HEAD + BODY, archived)).toEqual([]);
    });

    it('a dependency whose name another number has', async () => {
      const text = `${HEAD}depends_on: [2025/3-renamed, 002-old, 7-gone]\n${BODY}`;
      expect(await messages(text)).toEqual([
        'It depends on 2025/3-renamed, which does not exist; 010-renamed has that name.',
        'It depends on 7-gone, which does not exist.',
        'It depends on 002-old, which was not completed and is archived: that is never met.',
      ]);
    });
  });
});
