import { describe, expect, it } from '@jest/globals';
import { DATE_FORMATS, type StructureConfig } from '../../src/domain/project/configuration.js';
import { MemoryProject } from '../support/memoryProject.js';

/** The date 2026-02-01 in each date format. */
const TODAY = ['20260201', '2026-02-01', '2026-02', '2026/02', '2026', '02'];
const FOLLOWED = [
  ...'{date}/{seq}-{name}/ {date}/{seq}-{name} {date}-{seq}-{name}/ spec_{date}.{seq}-{name}'.split(' '),
  ...'on-{date}/spec-{seq}-{name}/ work/{date}-{seq}-{name}/'.split(' '),
];
const BY_DATE = { pattern: '{date}/{seq}-{name}/' } as const;

function projectWith(structure: Partial<StructureConfig>): MemoryProject {
  const project = new MemoryProject();
  project.files.write('.spectool/config.json', JSON.stringify({ structure }));
  return project;
}

/** Adds specs, each given by the day of its creation and its folder. */
function standing(project: MemoryProject, ...specs: readonly string[]): MemoryProject {
  for (const [day = '', ref = ''] of specs.map((one) => one.split(' ')))
    project.spec(ref, `status: planned\ncreated: ${day}`);
  return project;
}

const A = '2026-01-05 20260105/001-a';
const B = '2026-01-06 20260106/001-b';

describe('The legacy setting structure.pattern', () => {
  it.each(
    FOLLOWED.flatMap((pattern) => DATE_FORMATS.map((format, i) => [pattern, format, TODAY[i]] as const)),
  )('names new folders by the pattern: %s with %s', async (pattern, dateFormat, date = '') => {
    const project = projectWith({ pattern, dateFormat });
    for (const name of ['login', '2fa']) await project.spectool.createSpec.execute({ name });

    const { specs } = await project.opened().listSpecs.execute();

    const written = (seq: string, name: string) =>
      `specs/${pattern.replace(/\/$/, '').replace('{date}', date).replace('{seq}', seq).replace('{name}', name)}`;
    expect(specs).toMatchObject([
      { sequence: 1, name: 'login', path: written('001', 'login') },
      { sequence: 2, name: '2fa', path: written('002', '2fa') },
    ]);
  });

  it.each(['{date}/{seq}/{name}/', '{seq}/{date}-{name}/', '{name}-{seq}-{date}', '{date}/{seq}_{name}'])(
    'is refused, with the allowed patterns, when folder names could not be read back: %s',
    async (pattern) => {
      const { code, stderr } = await projectWith({ pattern }).run(['create', 'login']);

      expect(code).toBe(3);
      expect(stderr).toContain('CONFIG_INVALID');
      expect(stderr).toContain(`structure.pattern is "${pattern}"; allowed: `);
      expect(stderr).toContain('"{date}-{seq}-{name}/"');
    },
  );
});

describe('A project whose specs are numbered from 1 on each date', () => {
  it.each([
    ['days', BY_DATE, [A, B, '2026-01-06 20260106/002-c', '2026-01-07 archived/20260107/001-d']],
    [
      'months in years',
      { ...BY_DATE, dateFormat: 'YYYY/MM' },
      ['2025-12-01 2025/12/001-a', '2026-01-06 2026/01/001-b'],
    ],
    [
      'a word before the day',
      { pattern: 'on-{date}/{seq}-{name}' },
      ['2026-01-05 on-20260105/001-a', '2026-01-06 on-20260106/001-b'],
    ],
    [
      'the day before the number',
      { pattern: '{date}-{seq}-{name}/' },
      ['2026-01-05 20260105-001-a', '2026-01-06 20260106-001-b'],
    ],
  ] as const)(
    'has no duplicate numbers if its pattern has the date above or before the number: %s',
    async (_what, structure, refs) => {
      const project = standing(projectWith(structure), ...refs);
      const { createSpec, listSpecs, showBoard, validateProject } = project.spectool;

      const { findings } = await validateProject.execute();
      const fixed = await validateProject.execute({ fix: true });
      const told = [
        ...findings,
        ...fixed.findings,
        ...(await listSpecs.execute({ scope: 'all' })).warnings,
        ...(await showBoard.execute()).warnings,
        ...(await createSpec.execute({ name: 'new' })).warnings,
      ];

      expect(told.map(({ code }) => code)).not.toContain('NUMBER_DUPLICATE');
      for (const one of refs) expect(project.files.stat(`specs/${one.slice(11)}`)).toBeDefined();
    },
  );

  it('has a duplicate number if two folders of one date have one number', async () => {
    const project = standing(projectWith(BY_DATE), A, B, '2026-01-06 20260106/001-c');

    const { findings } = await project.spectool.validateProject.execute();

    expect(findings.filter(({ code }) => code === 'NUMBER_DUPLICATE').map(({ file }) => file)).toEqual([
      'specs/20260106/001-b/README.md',
      'specs/20260106/001-c/README.md',
    ]);
  });

  it.each([
    ['flat', { pattern: 'flat' }],
    ['custom', { pattern: 'custom', groupExtractor: '{YYYYMMDD}' }],
  ] as const)(
    'has duplicate numbers after a change to a pattern that numbers all specs together: %s',
    async (_what, structure) => {
      const project = standing(projectWith(structure), A, B);
      const { findings } = await project.spectool.validateProject.execute();
      expect(findings.map(({ code }) => code)).toContain('NUMBER_DUPLICATE');
    },
  );

  it('has ambiguous numbers on several dates, and finds each spec by date and number', async () => {
    const project = standing(projectWith(BY_DATE), A, B);

    const refused = await project.run(['view', '1']);
    expect(refused.stderr).toMatch(
      /\[SPEC_AMBIGUOUS\].*20260105\/001-a or specs\/20260106\/001-b.*\nhint {2}Use the folder name/,
    );
    expect(refused.stderr).not.toContain('validate --fix');
    for (const [reference, ref] of [
      ['20260106/1', '001-b'],
      ['001-a', '001-a'],
      ['b', '001-b'],
    ] as const)
      expect((await project.spectool.viewSpec.execute({ spec: reference })).spec).toMatchObject({ ref });
  });
});
