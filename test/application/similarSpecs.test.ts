import { expect, it } from '@jest/globals';
import { createTestSpectool } from '../../src/composition/testing.js';

const doc = (title: string, body: string) =>
  `---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# ${title}\n\n${body}\n`;
const FILES = {
  '.spectool/config.json': '{}',
  '.spectool/templates/spec-template.md': '# {title}\n',
  'specs/001-way-in/README.md': doc(
    'Sign in with a password',
    'People sign in with a name and a password; whoever forgets the password gets a mail. Login lasts a day.',
  ),
  'specs/002-chart/README.md': doc('Burndown chart', 'Draw a chart of the work that is left.'),
  'specs/003-export/README.md': doc('Export as CSV', 'Reports leave the program as files.'),
};
const spectool = () => createTestSpectool({ files: FILES, meaning: true });

it('create names existing specs with the same meaning as the new spec, and still creates the new one', async () => {
  const tool = spectool();
  const { spec, similar, warnings } = await tool.createSpec.execute({ name: 'Password login' });
  expect(spec.ref).toBe('004-password-login');
  expect(similar.map(({ ref }) => ref)).toEqual(['001-way-in']);
  expect(warnings).toContainEqual(
    expect.objectContaining({
      code: 'SIMILAR_SPEC',
      message: 'There are specs with a similar meaning: specs/001-way-in.',
    }),
  );
});

it('create names no similar specs for a new topic, with noSimilar, or if the similar spec is related', async () => {
  expect((await spectool().createSpec.execute({ name: 'Invoices in several currencies' })).similar).toEqual(
    [],
  );
  const silent = await spectool().createSpec.execute({ name: 'Password login', noSimilar: true });
  expect(silent).toMatchObject({ similar: [], warnings: [] });
  const tied = await spectool().createSpec.execute({ name: 'Password login', related: ['1'] });
  expect(tied.warnings).toEqual([]);
});

it('similarSpecs finds a spec created a moment ago, writes no index, and treats a title as plain words', async () => {
  const tool = spectool();
  await tool.createSpec.execute({
    name: 'Recurring payments by card',
    body: 'A card is charged every month.',
  });
  const { similar } = await tool.similarSpecs.execute({ name: '+card -payments status:x "recurring"' });
  expect(similar.map(({ ref }) => ref)).toEqual(['004-recurring-payments-by-card']);
  expect(tool.files.stat('.spectool/cache/search/manifest')).toBeUndefined();
});

it('create names no similar specs without the search model', async () => {
  const tool = createTestSpectool({
    files: FILES,
    ports: { searchIndex: { search: async () => ({ hits: [], total: 0, corrections: [] }) } },
  });
  expect((await tool.createSpec.execute({ name: 'Password login' })).similar).toEqual([]);
});
