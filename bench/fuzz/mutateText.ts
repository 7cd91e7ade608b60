import fc from 'fast-check';

/** Pieces of text on which parsers of Markdown, YAML and JSON have failed before. */
const TOKENS: readonly string[] = [
  ...[
    '---',
    '---\n',
    '...',
    '\n',
    '\r\n',
    '\r',
    '\0',
    '\ufeff',
    '\t',
    ' ',
    '',
    '\u2028',
    '\u202e',
    '\x1b[31m',
    '\x9b2J',
  ],
  ...[
    ':',
    ': ',
    '- ',
    '#',
    '# ',
    '## ',
    '[',
    ']',
    '{',
    '}',
    '|',
    '>',
    '|+2',
    '&a',
    '*a',
    '!!js/function',
    '!<x>',
    '%YAML 1.1',
  ],
  ...[
    '"',
    "'",
    '`',
    '```',
    '~~~',
    '<!--',
    '-->',
    '<<<<<<< ours\n',
    '=======\n',
    '>>>>>>> theirs\n',
    '$&',
    '{title}',
  ],
  ...[
    'null',
    '~',
    'true',
    '0x1f',
    '1e999',
    '-0',
    '.nan',
    '9'.repeat(30),
    '2026-02-30',
    '2026-01-05T10:00:00Z',
    '../../etc',
  ],
  ...[
    '__proto__',
    'constructor',
    'status',
    'status: complete\n',
    'id: aaaaaaaaaaaaaaaa\n',
    'depends_on: [001-a]\n',
    'tags: [a, b]\n',
  ],
  ...['日本語', '🎉', 'e\u0301', '\ud800', '﷽', 'a'.repeat(300), '- [ ] x\n', '](../../../x)', 'js\n', ';js'],
];

type Edit =
  | { readonly kind: 'insert'; readonly at: number; readonly text: string }
  | { readonly kind: 'remove'; readonly at: number; readonly length: number }
  | { readonly kind: 'repeat'; readonly at: number; readonly length: number }
  | { readonly kind: 'swap'; readonly at: number; readonly other: number };

const at = fc.double({ min: 0, max: 1, noNaN: true });
/** Random position in a text, often near the beginning, where most syntax is. */
const place = fc.oneof(
  at,
  at.map((share) => share * 0.05),
);
const length = fc.nat(60);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at: place, text: fc.constantFrom(...TOKENS) }),
  fc.record({ kind: fc.constant('remove' as const), at: place, length }),
  fc.record({ kind: fc.constant('repeat' as const), at: place, length }),
  fc.record({ kind: fc.constant('swap' as const), at: place, other: place }),
);

/** Returns one of the texts, changed in up to six places. */
export function mutated(texts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...texts), fc.array(edit, { minLength: 1, maxLength: 6 }))
    .map(([text, edits]) => edits.reduce(edited, text));
}

/** Generates short texts of ordinary and unusual characters. */
export const oddText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...TOKENS),
      fc.string({ maxLength: 4 }),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));

function edited(text: string, change: Edit): string {
  const start = Math.floor(change.at * text.length);
  switch (change.kind) {
    case 'insert':
      return text.slice(0, start) + change.text + text.slice(start);
    case 'remove':
      return text.slice(0, start) + text.slice(start + change.length);
    case 'repeat':
      return text.slice(0, start + change.length) + text.slice(start);
    case 'swap': {
      const lines = text.split('\n');
      const [a, b] = [Math.floor(change.at * lines.length), Math.floor(change.other * lines.length)];
      [lines[a], lines[b]] = [lines[b] ?? '', lines[a] ?? ''];
      return lines.join('\n');
    }
  }
}
