import { describe, expect, it } from '@jest/globals';
import { createTestSpectool } from '../../src/composition/testing.js';
import { expectRefusalOf } from '../support/thrownError.js';

async function project(config: object = {}) {
  const spectool = createTestSpectool({
    files: {
      '.spectool/config.json': JSON.stringify(config),
      '.spectool/templates/spec-template.md':
        '# {title}\n\n## Problem\n\n## Success Criteria\n\n- [ ] it works\n',
    },
  });
  return spectool;
}

describe('spectool, with a project in memory,', () => {
  it('completes a spec when all its criteria are ticked, or by force, which is recorded', async () => {
    const spectool = await project();
    await spectool.createSpec.execute({ name: 'a' });
    await spectool.updateSpec.execute({ spec: '1', status: 'in-progress' });
    const line =
      (spectool.files
        .readText('specs/001-a/README.md')
        ?.split('\n')
        .findIndex((text) => text.startsWith('- [ ]')) ?? -1) + 1;
    await expectRefusalOf(
      () => spectool.updateSpec.execute({ spec: '1', status: 'complete' }),
      'CRITERIA_OPEN',
      {
        message: expect.stringContaining(`1 (line ${line}) "it works"`),
        details: { criteria: [{ n: 1, line, text: 'it works' }] },
      },
    );
    await expectRefusalOf(
      () => spectool.updateSpec.execute({ spec: '1', status: 'complete', force: true }),
      'FIELD_INVALID',
    );
    const forced = await spectool.updateSpec.execute({
      spec: '1',
      status: 'complete',
      force: true,
      reason: 'shipped',
    });
    expect(forced.events).toMatchObject([{ data: { forced: true, reason: 'shipped', openCriteria: 1 } }]);
    expect(forced.warnings.map(({ code }) => code)).toEqual(['SECTION_EMPTY', 'CRITERIA_UNCHECKED']);
    expect((await spectool.viewSpec.execute({ spec: '1' })).warnings).toMatchObject([
      {
        code: 'COMPLETED_BY_FORCE',
        message: '001-a was completed with a criterion not met, because: shipped',
      },
    ]);
    expect((await spectool.showStatistics.execute()).completedByForce).toBe(1);
    const { findings } = await spectool.validateProject.execute();
    expect(findings.map(({ code }) => code)).not.toContain('CRITERIA_UNCHECKED');
    await spectool.undoChange.execute();
    await spectool.checkCriteria.execute({ spec: '1', criteria: ['1'], test: 'a.test' });
    const { events, spec } = await spectool.updateSpec.execute({ spec: '1', status: 'complete' });
    expect(events).toMatchObject([{ type: 'StatusChanged', data: { from: 'in-progress', to: 'complete' } }]);
    expect(spec.criteria).toEqual({ done: 1, total: 1 });
    expect((await spectool.showStatistics.execute()).completedByForce).toBe(0);
  });

  it('warns when it completes a spec without criteria, or with open criteria if these are not required', async () => {
    const spectool = await project({ workflow: { completeNeeds: 'nothing' } });
    await spectool.createSpec.execute({ name: 'a', body: '# A\n\n## Definition of Done\n\n- [ ] b\n' });
    await spectool.createSpec.execute({ name: 'b', body: '# B\n\n- [ ] no criterion\n' });
    const complete = async (spec: string) => {
      await spectool.updateSpec.execute({ spec, status: 'in-progress' });
      return (await spectool.updateSpec.execute({ spec, status: 'complete' })).warnings.map(
        ({ code }) => code,
      );
    };
    expect(await complete('1')).toContain('CRITERIA_UNCHECKED');
    expect(await complete('2')).toContain('NO_CRITERIA');
  });

  it('records a status written by hand when update sets the same status, with a warning', async () => {
    const spectool = await project();
    await spectool.createSpec.execute({ name: 'a' });
    const file = 'specs/001-a/README.md';
    spectool.files.write(file, (spectool.files.readText(file) ?? '').replace('planned', 'in-progress'));
    const { events, warnings } = await spectool.updateSpec.execute({ spec: '1', status: 'in-progress' });
    expect(events.map(({ type }) => type)).toEqual(['FrontmatterEdited']);
    expect(warnings[0]).toMatchObject({
      code: 'EDITED_BY_HAND',
      message: expect.stringContaining('status "planned" → "in-progress"'),
    });
    const { findings } = await spectool.validateProject.execute();
    expect(findings.map(({ code }) => code)).not.toContain('EDITED_BY_HAND');
    expect((await spectool.updateSpec.execute({ spec: '1', status: 'in-progress' })).events).toEqual([]);
  });

  it('imports a spec without a log with the first change of that spec', async () => {
    const spectool = await project();
    spectool.files.write(
      'specs/007-old/README.md',
      '---\nstatus: planned\ncreated_at: 2025-11-02T08:00:00Z\n---\n\n# Old\n',
    );
    expect((await spectool.listSpecs.execute()).specs[0]).toMatchObject({
      created: '2025-11-02',
      id: null,
      title: 'Old',
    });
    await spectool.updateSpec.execute({ spec: '7', priority: 'low' });
    const { events } = await spectool.showHistory.execute({ spec: '7' });
    expect(events.map(({ type, actor }) => [type, actor])).toEqual([
      ['FieldsChanged', 'tester'],
      ['SpecImported', null],
    ]);
    expect((await spectool.createSpec.execute({ name: 'next' })).spec.sequence).toBe(8);
  });

  it('shows broken specs as broken, and does not change them', async () => {
    const spectool = await project();
    const broken: Record<string, string> = {
      '001-yaml': '---\nstatus: [planned\n---\n',
      '002-open': '---\nstatus: planned\n\n# Title\n',
      '003-merge': '---\n<<<<<<< ours\nstatus: planned\n=======\nstatus: complete\n>>>>>>> theirs\n---\n',
      '004-js': '---js\n{status: process.exit(7)}\n---\n',
      '005-proto': '---\n__proto__: {a: 1}\n---\n',
      '006-bomb': `---\na0: &a0 [x]\n${Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`).join('\n')}\n---\n`,
      '007-binary': 'a\u0000b',
      '008-none': '# just text\n',
    };
    for (const [ref, text] of Object.entries(broken)) spectool.files.write(`specs/${ref}/README.md`, text);
    spectool.files.makeDirectory('specs/009-missing');
    const { specs } = await spectool.listSpecs.execute();
    expect(specs.map(({ ref, broken: isBroken, problems }) => [ref, isBroken, problems?.[0]?.code])).toEqual([
      ['001-yaml', true, 'FRONTMATTER_INVALID'],
      ['002-open', true, 'FRONTMATTER_UNCLOSED'],
      ['003-merge', true, 'MERGE_CONFLICT'],
      ['004-js', true, 'FRONTMATTER_LANGUAGE'],
      ['005-proto', true, 'FRONTMATTER_INVALID'],
      ['006-bomb', true, 'FRONTMATTER_INVALID'],
      ['007-binary', true, 'DOCUMENT_UNREADABLE'],
      ['008-none', true, 'FRONTMATTER_MISSING'],
      ['009-missing', true, 'MISSING_DOCUMENT'],
    ]);
    for (const { ref } of specs) {
      await expectRefusalOf(
        () => spectool.updateSpec.execute({ spec: ref, priority: 'high' }),
        'SPEC_BROKEN',
      );
    }
    for (const [ref, text] of Object.entries(broken))
      expect(spectool.files.readText(`specs/${ref}/README.md`)).toBe(text);
  });

  it('does not reuse the number of an archived or deleted spec', async () => {
    const spectool = await project();
    for (const name of ['a', 'b', 'c']) await spectool.createSpec.execute({ name });
    await spectool.archiveSpecs.execute({ specs: ['3'] });
    spectool.files.remove('specs/002-b');
    expect(spectool.files.stat('specs/archived/003-c/README.md')).toBeDefined();
    expect((await spectool.createSpec.execute({ name: 'd' })).spec.sequence).toBe(4);
    spectool.files.remove('specs/004-d');
    expect((await spectool.createSpec.execute({ name: 'e' })).spec.sequence).toBe(5);
    expect((await spectool.unarchiveSpecs.execute({ specs: ['c'] })).specs[0]?.path).toBe('specs/003-c');
  });
});
