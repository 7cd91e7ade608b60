import type { LogRecord } from '../../src/domain/log/records/record.js';

/** Content that is added to an ordinary project to slow down a command. */
export interface Input {
  /** Text below the heading `## Problem` of the only spec. */
  readonly body?: string;
  readonly status?: 'planned' | 'in-progress' | 'complete';
  /** Further lines for the frontmatter of the spec. */
  readonly frontmatter?: string;
  /** Other files of the project, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files to import, by path in `.import`. */
  readonly sources?: Readonly<Record<string, string>>;
  /** Further content on each of the three sides of a merge; by default, the sides differ in only one line. */
  readonly sides?: (side: MergeSide) => Pick<Input, 'body' | 'frontmatter'>;
  /** Records of the log that follow those of the spec. */
  readonly log?: {
    readonly count: number;
    readonly events: (i: number) => LogRecord['events'];
    /** Files that contain the records: one file for each record, or one pack for all. */
    readonly place: 'files' | 'pack';
    /**
     * Returns the numbers of the parents of the i-th record; an empty list means the spec's last record. By default, the
     * previous record.
     */
    readonly parents?: (i: number) => readonly (number | 'lost')[];
  };
}
export type MergeSide = 'base' | 'ours' | 'theirs';
type Build = (bytes: number) => Input;

const times = (unit: string, bytes: number) => unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)));
const only =
  (unit: string): Build =>
  (bytes) => ({ body: times(unit, bytes) });
/** Returns lines that are shorter than the limit above which a parser may skip a line. */
const inLines =
  (unit: string, letters = 4900, begin = '', end = ''): Build =>
  (bytes) => ({ body: times(`${begin}${unit.repeat(Math.ceil(letters / unit.length))}${end}\n`, bytes) });
const grown = (unit: (i: number) => string, bytes: number): string => {
  const parts: string[] = [];
  for (let i = 0, length = 0; length < bytes; i++) {
    const part = unit(i);
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
};
const counted =
  (unit: (i: number) => string): Build =>
  (bytes) => ({ body: grown(unit, bytes) });
/** Converts the size of an input to a size for frontmatter, which is limited to 64 KiB. */
const ofFrontmatter = (bytes: number) => (bytes / 2 ** 20) * 8000;
/** Returns a document as one line of JSON, which is limited to 4 MB. */
const inJson =
  (member: string, items: (i: number) => string, close: string): Build =>
  (bytes) => ({
    sources: {
      'one.jsonl': `{"id":1,"title":"Big","${member}${grown(items, bytes / 2 - 1000).slice(0, -1)}${close}}\n`,
    },
  });
/** Returns a text with parts that both sides of a merge changed, separated by unchanged text. */
const contested =
  (where: 'body' | 'frontmatter', part: (i: number, side: MergeSide) => string): Build =>
  (bytes) => ({
    sides: (side) => ({
      [where]: grown((i) => part(i, side), where === 'body' ? bytes : ofFrontmatter(bytes)),
    }),
  });

const note = (i: number) => [
  { type: 'NoteAdded', data: { text: `note ${String(i)}`, signed: '2026-01-05 (kim)' } },
];
const claimed = (i: number) => [
  i % 2 === 1
    ? { type: 'ClaimReleased', data: {} }
    : { type: 'SpecClaimed', data: { by: `kim${String(i)}`, lease: '4h' } },
];
const DELETED = ['SpecDeleted', 'SpecRestored'].map((type) => [{ type, data: { reason: 'a' } }]);
const assigned = (i: number) => [
  { type: 'FieldsChanged', data: { changes: { assignee: { from: null, to: `kim${String(i)}` } } } },
];
/** Returns events each of which changes a different field. */
const ever = (name: string) => (i: number) => [
  { type: 'FieldsChanged', data: { changes: { [`${name}${String(i)}`]: { from: null, to: 'v' } } } },
];
const ticked = (i: number) => [{ type: 'CriterionChecked', data: { n: i + 1, text: `met ${String(i)}` } }];
const newTag = (i: number) => [{ type: 'TagsChanged', data: { added: [`t${String(i)}`], removed: [] } }];
const begunAgain = (i: number) => [
  {
    type: 'SpecImported',
    data: {
      ...{ archived: false, name: 'big', ref: '001-big', sequence: 1, title: 'Big' },
      frontmatter: { [`k${String(i)}`]: 'v', tags: [`t${String(i)}`] },
    },
  },
];
/** Returns additional specs; their number grows with the size of the input. */
const specs =
  (
    frontmatter: (i: number, count: number) => string = () => '',
    folder: (i: number) => string = named,
    body: (i: number) => string = () => 'word\n',
  ): Build =>
  (bytes) => {
    const count = bytes / 4000;
    const files = Array.from({ length: count }, (_, k) => {
      const i = k + 10;
      const fields = `status: planned\ncreated: 2026-01-05\nid: s${String(i).padStart(15, '0')}\n`;
      const text = `---\n${fields}${frontmatter(i, count)}---\n\n# S ${String(i)}\n\n${body(i)}`;
      return [`specs/${folder(i)}/README.md`, text] as const;
    });
    return { files: Object.fromEntries(files) };
  };
const named = (i: number) => `${String(i).padStart(5, '0')}-s${String(i)}`;
/** Returns files in one folder; their number grows with the size of the input. */
const beside =
  (path: (i: number) => string, text: string): Build =>
  (bytes) => ({
    files: Object.fromEntries(Array.from({ length: bytes / 4000 }, (_, i) => [path(i + 10), text])),
  });
const DOCUMENT = '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# S\n';

/** Returns events that add and remove `count` tags by turns; half of the tags differ from those of the previous events. */
const tagged = (count: number) => (i: number) => {
  const tags = Array.from({ length: count }, (_, k) => `t${String(k + ((i >> 1) * count) / 2)}`);
  return [
    { type: 'TagsChanged', data: i % 2 === 0 ? { added: tags, removed: [] } : { added: [], removed: tags } },
  ];
};
/** Returns the parents of the i-th record in a chain of records from which one record branches off at each step. */
const eachTwice = (i: number) => (i === 0 ? [] : [i % 2 === 1 ? i - 1 : i - 2]);
/**
 * Returns the parents of the i-th record in a chain of pairs: both records of a pair have both records of the previous pair
 * as parents.
 */
const partingAndMeeting = (i: number) => (i < 2 ? [] : [i - (i % 2) - 2, i - (i % 2) - 1]);

/** The worst known inputs for parsers, at a given size. */
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
    frontmatter: grown((i) => `k${String(i)}: v\n`, ofFrontmatter(bytes)),
  }),
  'deep frontmatter': (bytes) => ({ frontmatter: `k: ${times('[', ofFrontmatter(bytes))}\n` }),
  'long frontmatter': (bytes) => ({ frontmatter: `k: ${times('a', bytes)}\n` }),
  'many aliases': (bytes) => ({ frontmatter: `a: &a b\nk: [${times('*a,', ofFrontmatter(bytes))}]\n` }),
  'markers of AGENTS.md': (bytes) => ({
    files: { 'AGENTS.md': times('<!-- spectool:begin v1 -->\n', bytes) },
  }),
  'notes beside a spec': (bytes) => ({ files: { 'specs/001-big/notes.md': times('a word\n', bytes) } }),
  'a template': (bytes) => ({
    files: { '.spectool/templates/spec-template.md': times('{name}{', bytes / 10) },
  }),
  'a link of many folders': (bytes) => ({ body: `[a](${times('a/', bytes)}b.md)` }),
  'links of many folders': inLines('a/', 4000, '[a](', 'b.md)'),
  'a link out of many folders': (bytes) => ({ body: `[a](${times('../', bytes)}b.md)` }),
  'links that are encoded': counted((i) => `[a](%41${String(i)}%2e.md)\n`),
  'frontmatter in steps': (bytes) => ({
    frontmatter: Array.from(
      { length: Math.sqrt(2 * ofFrontmatter(bytes)) },
      (_, i) => `${' '.repeat(i)}k:\n`,
    ).join(''),
  }),
  'many documents': (bytes) => ({
    sources: Object.fromEntries(
      Array.from({ length: bytes / 2000 }, (_, i) => [
        `adr/${String(i + 2).padStart(5, '0')}-a.md`,
        `# A ${String(i)}\n\nStatus: accepted\n\nSee [b](${String(i + 1).padStart(5, '0')}-a.md).\n`,
      ]),
    ),
  }),
  'lines of JSON': (bytes) => {
    const line = (i: number) => ({ id: i, title: 'A', dependsOn: [String(i - 1)], body: 'a '.repeat(180) });
    return { sources: { 'one.jsonl': grown((i) => `${JSON.stringify(line(i))}\n`, bytes) } };
  },
  'members of JSON': inJson('fields":{', (i) => `"k${String(i)}":1,`, '}'),
  'unknown members of JSON': inJson('tags":[],', (i) => `"k${String(i)}":1,`, ''),
  'tags of JSON': inJson('tags":[', (i) => `"t${String(i)}",`, ']'),
  'names in JSON': inJson('dependsOn":[', (i) => `"d${String(i)}",`, ']'),
  'a past in JSON': inJson(
    'history":[',
    (i) => `{"at":"2026-01-05T10:00:00Z","status":"s${String(i)}"},`,
    ']',
  ),
  'JSON in levels': (bytes) => ({
    sources: {
      'one.jsonl': `{"id":1,"title":"Big","fields":${times('[', bytes / 4)}${times(']', bytes / 4)}}\n`,
    },
  }),
  'notes in the log': (bytes) => ({ log: { count: bytes / 2000, events: note, place: 'files' } }),
  'notes in a pack of the log': (bytes) => ({ log: { count: bytes / 500, events: note, place: 'pack' } }),
  'claims in the log': (bytes) => ({ log: { count: bytes / 500, events: claimed, place: 'pack' } }),
  'a deletion in the log': (bytes) => ({
    log: { count: bytes / 500, events: (i) => DELETED[i] ?? note(i), place: 'pack' },
  }),
  'fields in the log': (bytes) => ({
    log: { count: bytes / 500, events: ever('k'), place: 'pack' },
  }),
  'tags in the log': (bytes) => ({
    log: { count: bytes / 500, events: newTag, place: 'pack' },
  }),
  'beginnings in the log': (bytes) => ({
    log: { count: bytes / 500, events: begunAgain, place: 'pack' },
  }),
  'ticks in the log': (bytes) => ({
    log: { count: bytes / 500, events: ticked, place: 'pack' },
  }),
  'ticks of boxes': (bytes) => ({
    body: `## Success Criteria\n\n${grown((i) => `- [x] met ${String(i)}\n`, bytes / 2)}`,
    status: 'in-progress',
    log: { count: bytes / 1000, events: ticked, place: 'pack' },
  }),
  'large sets in the log': (bytes) => ({
    log: { count: 8, events: tagged(bytes / 100), place: 'pack' },
  }),
  'large sets of branches in the log': (bytes) => ({
    log: { count: 8, events: tagged(bytes / 100), place: 'pack', parents: () => [] },
  }),
  'branches of the log': (bytes) => ({
    log: { count: bytes / 500, events: assigned, place: 'pack', parents: () => [] },
  }),
  'a branch from each record of the log': (bytes) => ({
    log: { count: bytes / 500, events: assigned, place: 'pack', parents: eachTwice },
  }),
  'branches of the log that are cut off': (bytes) => ({
    log: { count: bytes / 500, events: assigned, place: 'pack', parents: () => ['lost'] },
  }),
  'branches of the log that meet and part': (bytes) => ({
    log: { count: bytes / 500, events: assigned, place: 'pack', parents: partingAndMeeting },
  }),
  'claims of branches in the log': (bytes) => ({
    log: { count: bytes / 500, events: (i) => claimed(2 * i), place: 'pack', parents: () => [] },
  }),
  'many specs': specs(),
  'specs in a chain': specs((i) => `depends_on: [${named(i - 1)}]\n`),
  'specs in a chain by number': specs((i) => `depends_on: [${String(i - 1)}]\n`),
  'specs that need one': specs(() => 'depends_on: [001-big]\n'),
  'specs in two ladders': specs((i) => `depends_on: [${named(i - 1)}, ${named(i - 2)}]\n`),
  'specs in a circle': specs((i, count) => `depends_on: [${named(i === 10 ? count + 9 : i - 1)}]\n`),
  'specs that need what is not there': specs((i) => `depends_on: [x${String(i)}]\n`),
  'related specs': specs((i) => `related: [${named(i - 1)}]\n`),
  'specs with fields of their own': specs((i) => `k${String(i)}: v\n`),
  'specs in groups of their own': specs(undefined, (i) => `g${String(i)}/${named(i)}`),
  'specs of one number': specs(undefined, (i) => `00010-s${String(i)}`),
  'specs of one name': specs(undefined, (i) => `g${String(i)}/00010-s`),
  'specs without numbers': specs(undefined, (i) => `s${String(i)}`),
  'specs named by days': specs(undefined, (i) => `2026-01-05-s${String(i)}`),
  'archived specs': specs(undefined, (i) => `archived/${named(i)}`),
  'specs that link to each other': specs(undefined, undefined, (i) => `[a](../${named(i - 1)}/README.md)\n`),
  'broken specs': beside((i) => `specs/${named(i)}/README.md`, '---\nstatus: [\n---\n'),
  'specs without documents': beside((i) => `specs/${named(i)}/notes.md`, '# Notes\n'),
  'specs without ids': beside((i) => `specs/${named(i)}/README.md`, DOCUMENT),
  'specs in the folder of one': beside((i) => `specs/001-big/${named(i)}/README.md`, DOCUMENT),
  'files that read like specs': beside((i) => `specs/g/l${String(i)}.md`, DOCUMENT),
  'folders of files that read like specs': beside((i) => `specs/g${String(i)}/l.md`, DOCUMENT),
  'files of one spec': beside((i) => `specs/001-big/f${String(i)}.md`, '[a](README.md) word\n'),
  'contested comments': contested('frontmatter', (i, side) => `# ${side}\nk${String(i)}: v\n`),
  'contested keys': contested('frontmatter', (i, side) => `k${String(i)}: ${side}\n`),
  'contested sections': contested('body', (i, side) => `## S${String(i)}\n\na ${side}\n\n`),
  'contested boxes': contested(
    'body',
    (i, side) => `- [${side === 'theirs' ? 'x' : ' '}] a ${String(i)}${side === 'ours' ? ' more' : ''}\n\n`,
  ),
  'appended items': (bytes) => ({
    sides: (side) => ({
      body: side === 'base' ? '- a\n' : `- a\n${grown((i) => `- ${side} ${String(i)}\n`, bytes)}`,
    }),
  }),
};
