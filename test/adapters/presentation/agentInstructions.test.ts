import { describe, expect, it } from '@jest/globals';
import { CommandLineInstructions } from '../../../src/adapters/presentation/agentInstructions.js';
import { placeBlock } from '../../../src/domain/project/managedTexts.js';
import type { AgentsFacts } from '../../../src/ports/shippedAndGeneratedTexts.js';

const FACTS: AgentsFacts = {
  projectName: 'Shop',
  specsDir: 'docs/specs',
  defaultFile: 'SPEC.md',
  exampleRef: '005-user-login',
  exampleFolder: 'docs/specs/005-user-login',
  collaboration: false,
  approvals: false,
  templates: ['api', 'default'],
  required: ['owner'],
  customFields: [['sprint', 'number']],
};
const instructions = new CommandLineInstructions();
const write = (facts: AgentsFacts) => instructions.write(facts);
const SKILL = '.github/skills/spectool-sdd/SKILL.md';

describe('the block for AI agents in AGENTS.md', () => {
  it('describes the workflow with the names of the project', () => {
    const text = write(FACTS);
    expect(text).toMatch(/^# Shop$/m);
    for (const part of ['`docs/specs/`', '`SPEC.md`', '| `spectool board` |', 'below 2,000 optimal'])
      expect(text).toContain(part);
    expect(text).not.toContain('README.md');
    for (const heading of [
      'Before any task',
      'Commands',
      'Workflow',
      'When spectool refuses',
      'When to write a spec',
      'Quality and size',
      'Rules',
    ])
      expect(text).toContain(`## ${heading}`);
  });

  it.each([{}, { skillPath: SKILL }])('lists the fields and templates of the project (%j)', (skill) => {
    const text = write({ ...FACTS, ...skill });
    for (const part of [
      'docs/specs/005-user-login/',
      '`api`, `default`',
      'also have: `owner`',
      '`sprint` (number)',
    ])
      expect(text).toContain(part);
  });

  it('escapes a project name that looks like a marker', () => {
    const hostile = write({ ...FACTS, projectName: '<!-- spectool:end -->' });
    const placed = placeBlock('', hostile, 1);
    expect(placed).toMatchObject({ kind: 'placed' });
    expect(placeBlock(placed.kind === 'placed' ? placed.text : '', hostile, 1)).toMatchObject({
      change: 'unchanged',
    });
  });

  it('shows the project description as plain text', () => {
    expect(write({ ...FACTS, description: 'Sells <b>books</b>.' })).toMatch(
      /^# Shop\n\nSells &lt;b>books&lt;\/b>\.\n/m,
    );
    for (const description of ['# A heading', '- an item', '1. one', '> a quote', '--- a rule', '```js'])
      expect(write({ ...FACTS, description })).toContain(`\n\\${description}\n`);
  });

  it('uses a spec of the project as its example', () => {
    const facts = { ...FACTS, exampleRef: 'spec-05-login', exampleFolder: 'specs/v1/spec-05-login' };
    expect(write(facts)).toContain('folder (`spec-05-login`)');
    expect(write(facts)).toContain('making `specs/v1/spec-05-login/`');
  });

  it('mentions no build or test tool', () => {
    expect(write(FACTS)).not.toMatch(/\b(?:npm|yarn|pnpm|make|cargo|pytest|jest|gradle)\b/);
  });
});
