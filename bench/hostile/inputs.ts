/** What stands in a project beside an ordinary one. */
export interface Input {
  /** Under `## Problem` of the only spec. */
  readonly body?: string;
  readonly status?: 'planned' | 'in-progress' | 'complete';
  /** More lines of its frontmatter. */
  readonly frontmatter?: string;
  /** Other files, by their path. */
  readonly files?: Readonly<Record<string, string>>;
}
type Build = (bytes: number) => Input;

const times = (unit: string, bytes: number) => unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)));
const only =
  (unit: string): Build =>
  (bytes) => ({ body: times(unit, bytes) });
/** Below the length at which a reader may pass over a line. */
const inLines =
  (unit: string, letters = 4900): Build =>
  (bytes) => ({ body: times(`${unit.repeat(Math.ceil(letters / unit.length))}\n`, bytes) });
const counted =
  (unit: (i: number) => string): Build =>
  (bytes) => {
    const parts: string[] = [];
    for (let i = 0, length = 0; length < bytes; i++) {
      const part = unit(i);
      parts.push(part);
      length += part.length;
    }
    return { body: parts.join('') };
  };

/** The worst that is known for readers of text, grown to the size. */
export const INPUTS: Readonly<Record<string, Build>> = {
  'comments that never end': only('<!--'),
  'comments in lines': inLines('<!--'),
  'a comment at the end': (bytes) => ({ body: `${times('a\n', bytes)}<!-- a -->`, status: 'in-progress' }),
  'comments, ended': (bytes) => ({ body: times('<!-- -->\n', bytes), status: 'in-progress' }),
  'a picture in base64': only('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0NTY3'),
  'base64 in lines': inLines('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0NTY3', 76),
  'one line of words': only('word '),
  'distinct words': counted((i) => `w${i.toString(36)} `),
  'one word': only('a'),
  'one word of ideographs': only('漢字'),
  'combining marks': only('\u0301'),
  'joined emoji': only('👩‍💻'),
  'camel case': only('aB'),
  'words with signs': only('a-b_c.d/'),
  digits: only('9'),
  brackets: only('['),
  'brackets in lines': inLines('['),
  'closing brackets': only(']('),
  'closing brackets in lines': inLines(']('),
  'links that never end': only('[]('),
  'links that never end, in lines': inLines('[a](b "'),
  'links with blanks': inLines('](  '),
  'link definitions': only('[a]: b\n'),
  'broken links': counted((i) => `[a](b${String(i)}.md)\n`),
  'broken links in one line': counted((i) => `[a](b${String(i)}.md)`),
  footnotes: only('[^a]'),
  'code that never ends': only('`a``'),
  'code in lines': inLines('`a``'),
  'ticks in lines': inLines('`'),
  'ticks of all lengths': counted((i) => `${'`'.repeat((i % 300) + 1)}a `),
  fences: only('```\n'),
  'underlined headings': only('a\n===\n'),
  'a heading of many lines': (bytes) => ({ body: `${times('a\n', bytes)}===\n` }),
  headings: only('# a\n'),
  'recommended headings': (bytes) => ({ body: times('## Problem\n', bytes), status: 'in-progress' }),
  'headings in levels': counted((i) => `${'#'.repeat(6 - (i % 6))} a\n`),
  'a heading of marks': (bytes) => ({ body: `# ${times('*a_`[', bytes)}` }),
  'rows of tables': only('|a|b|\n|-|-|\n'),
  'columns of tables': (bytes) => ({ body: `${times('|a', bytes / 2)}\n${times('|-', bytes / 2)}\n` }),
  emphasis: only('*a_'),
  'strong emphasis': only('**a __b'),
  'quotes in quotes': only('> '),
  'quotes in lines': inLines('>'),
  'lists in lists': only('- '),
  'lists in steps': counted((i) => `${' '.repeat((2 * i) % 400)}- a\n`),
  'numbered lists': only('1. a\n'),
  boxes: (bytes) => ({ body: times('- [ ] a\n', bytes), status: 'in-progress' }),
  'open criteria': (bytes) => ({
    body: `## Success Criteria\n\n${times('- [ ] a\n', bytes)}`,
    status: 'complete',
  }),
  'no rule below a box': (bytes) => ({
    body: `## Success Criteria\n\n- [ ] a\n***${times(' ', bytes)}b`,
    status: 'in-progress',
  }),
  'a heading of signs': (bytes) => ({
    body: `# a${times('!', bytes)}b\n\n## Success Criteria\n\n- [ ] a\n`,
  }),
  'blank lines above a word': (bytes) => ({ body: `${times('\n', bytes)}a` }),
  'a box of blanks': (bytes) => ({ body: `- [ ] ${times(' ', bytes)}a\u2028b`, status: 'in-progress' }),
  'conflict marks': only('<<<<<<< a\n=======\n'),
  'half conflicts': only('<<<<<<< a\n'),
  conflicts: only('<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n'),
  blanks: only(' '),
  'blank lines': only('\n'),
  tabs: only('\t'),
  'carriage returns': only('\r'),
  'windows lines': only('a\r\n'),
  'line separators': only('\u2028'),
  'text in both directions': only('\u202e'),
  'a binary file': only('\0'),
  'lines with colons': only('a:b\n'),
  entities: only('&amp;'),
  'half entities': only('&'),
  tags: only('<a>'),
  'tags that never end': only('<a '),
  'raw blocks': only('<pre>\n'),
  'character data': only('<![CDATA['),
  backslashes: only('\\'),
  addresses: only('http://a.b/c '),
  'mail addresses': only('a@b.c '),
  rules: only('---\n'),
  'many keys': (bytes) => ({
    frontmatter: counted((i) => `k${String(i)}: v\n`)((bytes / 2 ** 20) * 8000).body ?? '',
  }),
  'deep frontmatter': (bytes) => ({ frontmatter: `k: ${times('[', (bytes / 2 ** 20) * 8000)}\n` }),
  'long frontmatter': (bytes) => ({ frontmatter: `k: ${times('a', bytes)}\n` }),
  'many aliases': (bytes) => ({ frontmatter: `a: &a b\nk: [${times('*a,', (bytes / 2 ** 20) * 8000)}]\n` }),
  'markers of AGENTS.md': (bytes) => ({
    files: { 'AGENTS.md': times('<!-- spectool:begin v1 -->\n', bytes) },
  }),
  'notes beside a spec': (bytes) => ({ files: { 'specs/001-big/notes.md': times('a word\n', bytes) } }),
  'a template': (bytes) => ({
    files: { '.spectool/templates/spec-template.md': times('{name}{', bytes / 10) },
  }),
};
