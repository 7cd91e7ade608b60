import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CustomFieldType } from '../../src/domain/project/configuration.js';
import { MemoryProject } from '../support/memoryProject.js';

let project: MemoryProject;

function declared(type: CustomFieldType): void {
  project = new MemoryProject();
  project.files.write('.spectool/config.json', JSON.stringify({ frontmatter: { custom: { code: type } } }));
}
const frontmatter = () => (project.files.readText('specs/001-a/README.md') ?? '').split('\n---\n')[0] ?? '';

describe.each([
  ['string', 'A-17', 'B-9', 'A-17', 'B-9'],
  ['array', 'A-17,B-9', 'C 1', ['A-17', 'B-9'], ['C 1']],
  ['number', '17', '9', 17, 9],
] as const)('a custom field named code of the type %s', (type, first, second, one, other) => {
  beforeEach(() => {
    declared(type);
  });

  it('keeps its meaning in create, update, view and list', async () => {
    const created = await project.run(['create', 'a', '--field', `code=${first}`]);
    expect(created).toMatchObject({ code: 0 });
    const view = async () =>
      JSON.parse((await project.run(['view', '1', '--json'])).stdout) as { spec: { fields: object } };
    expect((await view()).spec.fields).toMatchObject({ code: one });
    expect(await project.run(['update', '1', '--field', `code=${second}`])).toMatchObject({ code: 0 });
    expect((await view()).spec.fields).toMatchObject({ code: other });
    const { stdout, code } = await project.run(['list', '--fields', 'ref,code', '--json']);
    expect(code).toBe(0);
    expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(other));
    expect(await project.run(['update', '1', '--unset', 'code'])).toMatchObject({ code: 0 });
    expect(frontmatter()).not.toContain('code');
  });

  it('keeps its meaning when it is edited by hand and another field is changed', async () => {
    await project.run(['create', 'a', '--field', `code=${first}`]);
    const path = 'specs/001-a/README.md';
    const written = /code: .*/.exec(frontmatter())?.[0] ?? '';
    const edited = written.replace(/A-17|17/, (value) => `${value}0`);
    project.files.write(path, (project.files.readText(path) ?? '').replace(written, edited));
    await project.spectool.updateSpec.execute({ spec: '1', addTags: ['x'] });
    expect(frontmatter()).toContain(edited);
    const { findings } = await project.spectool.validateProject.execute();
    expect(findings.map(({ code }) => code)).not.toContain('EDITED_BY_HAND');
  });

  it('is no finding of validate', async () => {
    await project.spectool.createSpec.execute({ name: 'a', fields: { code: first } });
    await project.spectool.createSpec.execute({ name: 'b', fields: { code: first }, noSimilar: true });
    const { findings } = await project.spectool.validateProject.execute();
    expect(findings.map(({ code }) => code)).not.toContain('FIELD_TYPE');
    expect(findings.map(({ code }) => code)).not.toContain('FIELD_INVALID');
  });
});
