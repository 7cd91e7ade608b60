import { describe, expect, it } from '@jest/globals';
import { createTestSpectool } from '../../src/composition/testing.js';
import { refusalOf } from '../support/thrownError.js';

function given(frontmatter: string, config: object = {}) {
  return createTestSpectool({
    actor: 'Ada: "the first"',
    files: {
      '.spectool/config.json': JSON.stringify({
        variables: { lead: '@kim', wiki: 'https://wiki.example.org: specs', team: 'core, web', five: '5' },
        frontmatter: { custom: { sprint: 'number', teams: 'array', done: 'boolean', epic: 'string' } },
        ...config,
      }),
      '.spectool/templates/spec-template.md': `---\n${frontmatter}\n---\n\n# {title}\n`,
    },
  });
}

async function created(spectool: ReturnType<typeof given>, fields: Readonly<Record<string, string>> = {}) {
  const { spec, warnings } = await spectool.createSpec.execute({ name: 'a', fields });
  const text = spectool.files.readText('specs/001-a/README.md') ?? '';
  const block = text.split('\n---\n')[0]!.split('\n').slice(1);
  const lines = block.filter((line) => !/^(?:status|created|id|updated): /.test(line));
  return { spec, lines, told: warnings.map(({ code, message }) => `${code} ${message}`) };
}

it('create makes a document with CRLF from a template with CRLF', async () => {
  const spectool = createTestSpectool({
    files: {
      '.spectool/config.json': JSON.stringify({ features: { collaboration: true } }),
      '.spectool/templates/spec-template.md': '---\r\npriority: low\r\n---\r\n\r\n## Problem\r\n',
    },
  });
  await spectool.createSpec.execute({ name: 'a', assignee: 'kim' });
  const text = spectool.files.readText('specs/001-a/README.md') ?? '';
  expect(text).toContain('# A\r\n\r\n## Problem\r\n');
  expect(text.split('\n').filter((line) => line !== '' && !line.endsWith('\r'))).toEqual([]);
});

describe('The frontmatter of a template', () => {
  it.each([
    ['owner: {lead}', "owner: '@kim'"],
    ['owner: "{lead}"', "owner: '@kim'"],
    ['wiki: {wiki}', "wiki: 'https://wiki.example.org: specs'"],
    ['branch: feature/{sequence}-{name}', 'branch: feature/001-a'],
    ['asked_by: {author}', 'asked_by: \'Ada: "the first"\''],
    ['asked_by: {lead} and {lead}', "asked_by: '@kim and @kim'"],
    ['part: {five}', "part: '5'"],
    ['code: {team}', 'code: [core, web]'],
    ['code:\n  - ./src/{name}/**', 'code: [src/a/**]'],
    ['tags: [{five}, {lead}]', "tags: ['5', '@kim']"],
    ['tags: {team}', 'tags: [core, web]'],
    ['tags:\n  - {five}\n  - b', "tags: ['5', b]"],
    ['tags: api', 'tags: [api]'],
    ['reviewer: {lead}', "reviewer: '@kim'"],
    ['sprint: {five}', 'sprint: 5'],
    ['teams: {team}', 'teams: [core, web]'],
    ['# for {nobody}\nepic: {title}', 'epic: A'],
    ['due: {date}', 'due: 2026-01-05'],
  ])('is the frontmatter of a new spec: %j gives %j', async (written, wanted) => {
    const { lines, told } = await created(given(written));
    expect(lines).toEqual([wanted]);
    expect(told).toEqual([]);
  });

  it('keeps an unknown placeholder as text, with a warning', async () => {
    const { spec, lines, told } = await created(given('owner: {nobody}\nowners: [{nobody}, x]'));
    expect(lines).toEqual(["owner: '{nobody}'", "owners: ['{nobody}', x]"]);
    expect(spec.fields).toMatchObject({ owner: '{nobody}' });
    expect(told).toEqual([expect.stringMatching(/^PLACEHOLDER_UNKNOWN .*spec-template\.md.*\{nobody\}/)]);
  });

  it('gets the value of a placeholder as text, never as YAML', async () => {
    const variables = { lead: 'kim\nstatus: complete', five: '{date}' };
    const { spec, lines } = await created(given('owner: {lead}\npart: {five}', { variables }));
    expect(spec).toMatchObject({ status: 'planned', fields: { owner: variables.lead, part: '{date}' } });
    expect(lines).toEqual([String.raw`owner: "kim\nstatus: complete"`, "part: '{date}'"]);
  });

  it('can fill the field by which specs are grouped', async () => {
    const structure = { pattern: 'custom', groupExtractor: 'epic-{epic}' };
    const { spec } = await created(given('epic: {lead}', { structure }));
    expect(spec.path).toBe('specs/epic-@kim/001-a');
  });

  it.each([
    ['priority: pressing', /spec-template\.md: "pressing" is not a valid priority/],
    ['priority: {lead}', /"@kim" is not a valid priority/],
    ['sprint: soon', /sprint: "soon" is not a number/],
    ['sprint: {lead}', /sprint: "@kim" is not a number/],
    ['sprint: {nobody}', /sprint: "\{nobody\}" is not a number/],
    ['sprint: "5"', /sprint: "5" is not a number/],
    ['done: yes please', /done: "yes please" is not true or false/],
    ['teams: core', /teams: "core" is not a list/],
    ['epic: 5', /epic: 5 is not a text/],
    ['assignee: [kim, lee]', /assignee: \["kim","lee"\] is not a text/],
    ['tags: [[a]]', /tags: \[\["a"\]\] is not a list of strings/],
    ['depends_on: {a: b}', /depends_on: \{"a":"b"\} is not a list of strings/],
  ])('is refused with the invalid default %j, and no spec number is used', async (written, message) => {
    const spectool = given(written);
    const refusal = await refusalOf(() => spectool.createSpec.execute({ name: 'a' }));
    expect(refusal).toMatchObject({ code: 'FIELD_INVALID', message: expect.stringMatching(message) });
    expect(refusal.message).toContain('.spectool/templates/spec-template.md');
    expect(refusal.hint).toMatch(/Correct \w+ in the template's frontmatter\.$/);
    expect(spectool.files.list('specs')).toEqual([]);
  });

  it('may have an invalid default that create overrides', async () => {
    const { lines } = await created(given('sprint: soon'), { sprint: '7' });
    expect(lines).toEqual(['sprint: 7']);
  });

  it('is refused with a placeholder as a key', async () => {
    const refusal = await refusalOf(() => given('{lead}: x').createSpec.execute({ name: 'a' }));
    expect(refusal).toMatchObject({ code: 'TEMPLATE_INVALID' });
  });
});
