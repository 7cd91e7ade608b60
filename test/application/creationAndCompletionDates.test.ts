import { describe, expect, it } from '@jest/globals';
import { advisedResult } from '../../src/adapters/cli/defineCommand.js';
import { advisedHint } from '../../src/composition/bin/program.js';
import { createTestSpectool } from '../../src/composition/testing.js';

const BODY = '\n# T\n\n## Problem\np\n## Solution\ns\n## Success Criteria\nc\n';
const README = 'specs/001-a/README.md';

function projectWith(frontmatter: string, config: object = {}) {
  return createTestSpectool({
    files: {
      '.spectool/config.json': JSON.stringify(config),
      '.spectool/templates/spec-template.md': BODY,
      [README]: `---\n${frontmatter}\n---\n${BODY}`,
    },
  });
}

describe('The creation date of a spec', () => {
  it.each(['status: planned', 'status: planned\ncreated: soon', 'status: planned\ncreated: 2026-01-05junk'])(
    'is corrected by update, and undo reverts the correction: %j',
    async (frontmatter) => {
      const spectool = projectWith(frontmatter);
      const { events, spec } = await spectool.updateSpec.execute({ spec: '1', created: '2026-01-02' });
      expect(events.map(({ type }) => type)).toContain('FieldsChanged');
      expect(spec.created).toBe('2026-01-02');
      expect(spectool.files.readText(README)).toMatch(/^created: 2026-01-02$/m);
      expect((await spectool.validateProject.execute()).findings).toEqual([]);
      await spectool.undoChange.execute();
      expect((await spectool.listSpecs.execute()).specs[0]?.created).toBeNull();
    },
  );

  it('is reported when it is not a date', async () => {
    const { findings } = await advisedResult(
      await projectWith('status: planned\ncreated: 2026-01-05junk').validateProject.execute(),
      advisedHint,
    );
    expect(findings).toMatchObject([
      {
        code: 'FIELD_INVALID',
        fix: expect.stringContaining('spectool update 001-a --field created=…') as unknown,
      },
    ]);
  });
});

it('The completion date of a spec is corrected by update, or given together with the status', async () => {
  const spectool = projectWith('status: complete\ncreated: 2026-01-05\ncompleted: soon');
  await spectool.updateSpec.execute({ spec: '1', completed: '2026-01-06' });
  expect((await spectool.validateProject.execute()).errors).toBe(0);
  const begun = projectWith('status: in-progress\ncreated: 2026-01-05');
  const { spec } = await begun.updateSpec.execute({
    spec: '1',
    status: 'complete',
    completed: '2026-01-06',
  });
  expect(spec.completed).toBe('2026-01-06');
});

it('Removing a field from a spec prints no warning if the field is optional', async () => {
  const config = { frontmatter: { required: ['status', 'created', 'tags', 'assignee', 'team'] } };
  const full = 'status: planned\ncreated: 2026-01-05\ntags: [api]\nassignee: kim\nteam: core';
  const spectool = projectWith(`${full}\npriority: low`, config);
  const { warnings } = await spectool.updateSpec.execute({ spec: '1', unset: ['priority'] });
  expect(warnings).toEqual([]);
});
