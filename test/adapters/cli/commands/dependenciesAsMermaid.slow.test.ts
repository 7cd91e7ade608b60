import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { dependencyMermaid } from '../../../../src/adapters/cli/commands/read/deps.js';
import { aSpec } from '../../../support/specBuilder.js';
import { graphOf } from '../../../support/dependencyGraphOf.js';

// DOMPurify is mocked because it needs a browser; the Mermaid parser under test is the real one.
jest.unstable_mockModule('dompurify', () => ({
  default: { addHook: () => undefined, sanitize: (text: string) => text },
}));
const { default: mermaid } = await import('mermaid');

async function problemOf(text: string): Promise<string | undefined> {
  try {
    const { diagramType } = await mermaid.parse(text);
    return diagramType === 'flowchart-v2' ? undefined : diagramType;
  } catch (error) {
    return String(error);
  }
}

const HOSTILE = [
  '"] --> x[" end',
  'a\\',
  '<b>&amp;</b>',
  '#quot;%%{init}%%',
  '1. `x` {|}',
  '日本 🎉',
  'end',
  'a"];}',
];

describe('dependencyMermaid', () => {
  it('writes a graph that the Mermaid parser accepts when titles contain Mermaid syntax', async () => {
    const specs = HOSTILE.map((title, i) =>
      aSpec(i + 1, { title, dependsOn: [`${i + 2}`, title], related: ['1'] }),
    );
    expect(await problemOf(dependencyMermaid(await graphOf(specs)))).toBeUndefined();
    expect(await problemOf(dependencyMermaid(await graphOf([])))).toBeUndefined();
  });

  it('writes a graph that the Mermaid parser accepts for any titles', async () => {
    const title = fc.string({
      unit: fc.constantFrom('"', '\\', '\n', '<', '>', '{', ';', '#', '`', '[', ']', '|', '日', 'a', ' '),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(title, { minLength: 1, maxLength: 4 }), async (titles) => {
        const specs = titles.map((text, i) => aSpec(i + 1, { title: text, dependsOn: [text, `${i + 2}`] }));
        expect(await problemOf(dependencyMermaid(await graphOf(specs)))).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  it('is checked by a parser that does reject an invalid graph', async () => {
    expect(await problemOf('flowchart TD\n  a["x" --> b["y"]')).toMatch(/Parse error/);
  });
});
