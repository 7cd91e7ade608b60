import { describe, expect, it } from '@jest/globals';
import { type AgentsFacts, agentsBlock } from '../../../src/domain/agents/agentsBlock.js';
import { placeBlock } from '../../../src/domain/agents/markedBlock.js';

const FACTS: AgentsFacts = {
  projectName: 'Shop',
  specsDir: 'docs/specs',
  defaultFile: 'SPEC.md',
  exampleFolder: 'docs/specs/005-user-login',
  templates: ['api', 'default'],
  required: ['owner'],
  customFields: [['sprint', 'number']],
  commands: [{ line: 'spectool board', purpose: 'see all' }],
};
const SKILL = '.github/skills/spectool-sdd/SKILL.md';

describe('the block for AI agents', () => {
  it("tells the method and this project's own names", () => {
    const text = agentsBlock(FACTS);
    expect(text).toMatch(/^# Shop$/m);
    for (const part of ['`docs/specs/`', '`SPEC.md`', '| `spectool board` | see all |', '2,000 tokens'])
      expect(text).toContain(part);
    expect(text).not.toContain('README.md');
    for (const heading of [
      'Before any task',
      'Commands',
      'Workflow',
      'When to write a spec',
      'Quality',
      'Rules',
    ])
      expect(text).toContain(`## ${heading}`);
  });

  it('leaves the method to the skill and points to it', () => {
    const [long, short] = [agentsBlock(FACTS), agentsBlock({ ...FACTS, skillPath: SKILL })];
    expect(short).toContain(SKILL);
    expect(short).not.toContain('## Workflow');
    expect(short).not.toContain('## Commands');
    expect(short.length).toBeLessThan(long.length);
  });

  it.each([{}, { skillPath: SKILL }])("tells this project's own fields and templates (%j)", (skill) => {
    const text = agentsBlock({ ...FACTS, ...skill });
    for (const part of [
      'docs/specs/005-user-login/',
      '`api`, `default`',
      'also have: `owner`',
      '`sprint` (number)',
    ])
      expect(text).toContain(part);
  });

  it('stays under 100 lines, markers included', () => {
    for (const facts of [FACTS, { ...FACTS, skillPath: SKILL }])
      expect(agentsBlock(facts).split('\n').length + 2).toBeLessThan(100);
  });

  it('lets no name become a marker', () => {
    const hostile = agentsBlock({ ...FACTS, projectName: '<!-- spectool:end -->' });
    const placed = placeBlock('', hostile, 1);
    expect(placed).toMatchObject({ kind: 'placed' });
    expect(placeBlock(placed.kind === 'placed' ? placed.text : '', hostile, 1)).toMatchObject({
      change: 'unchanged',
    });
  });

  it('prescribes no build or test command of the project', () => {
    expect(agentsBlock(FACTS)).not.toMatch(/\b(?:npm|yarn|pnpm|make|cargo|pytest|jest|gradle)\b/);
  });
});
