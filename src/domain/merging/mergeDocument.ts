import { editFrontmatter, type FormatValue } from '../document/frontmatter/editFrontmatter.js';
import { splitDocument } from '../document/frontmatter/parseSimpleFrontmatter.js';
import type { SpecDocument } from '../document/specDocument.js';
import { frontmatterDiff, valueAt } from '../fields/fieldChange.js';
import type { LogRecord } from '../log/records/record.js';
import {
  changedByBoth,
  type ReconciledFields,
  reconciledFrontmatter,
  type Sides,
} from '../reconcile/reconcileFields.js';
import type { JsonObject } from '../value/jsonValue.js';
import { mergeDocumentText, type MergedText, type MergeLines } from './mergeDocumentText.js';
import { changedText, mapVersions, pickEitherVersion } from './threeWayVersions.js';
import { lineStart, type TextEdit, withEdits } from '../value/text.js';

/** A frontmatter block, split into the lines of each field. All parts joined in order give the block again. */
interface FieldBlock {
  /** The text before the first field: the byte order mark, if any, and the opening `---`. */
  readonly opening: string;
  readonly fields: ReadonlyMap<string, FieldLines>;
  /** Comments and blank lines below the last field. */
  readonly tail: string;
  readonly closing: string;
}

/** The lines of one field (`own`), and the comments and blank lines above it (`above`). */
interface FieldLines {
  readonly above: string;
  readonly own: string;
}

const EMPTY: FieldBlock = { opening: '', fields: new Map(), tail: '', closing: '' };

/**
 * Splits the frontmatter of a document into the lines of each field. Undefined if two fields are on the same line; `EMPTY` if the
 * document has no readable frontmatter.
 */
function fieldBlock({ text, entries, problem }: SpecDocument): FieldBlock | undefined {
  const parts = splitDocument(text);
  if (parts.kind === 'bare' || problem !== undefined) return EMPTY;
  const { blockStart, blockEnd, bodyStart } = parts;
  const fields = new Map<string, FieldLines>();
  let done = blockStart;
  let indent: string | undefined;
  for (const { key, start, end } of entries) {
    const begin = lineStart(text, start);
    const space = text.slice(begin, start);
    indent ??= space;
    if (begin < done || end > blockEnd || space !== indent || !/^[ \t]*$/.test(space)) return undefined;
    fields.set(key, { above: text.slice(done, begin), own: text.slice(begin, end) });
    done = end;
  }
  return {
    opening: text.slice(0, blockStart),
    fields,
    tail: text.slice(done, blockEnd),
    closing: text.slice(blockEnd, bodyStart),
  };
}

/**
 * Merges the order of frontmatter keys. The order comes from the side that changed it, or else from either side. A key that only
 * the other side has is inserted after the key above it there.
 */
export function mergedOrder(keys: Sides<readonly string[]>): readonly string[] {
  const { ours, theirs } = keys;
  const sets: readonly ReadonlySet<string>[] = [keys.base, ours, theirs].map((side) => new Set(side));
  const written = mapVersions(keys, (side) => side.join('\n'));
  const common = mapVersions(keys, (side) =>
    side.filter((key) => sets.every((set) => set.has(key))).join('\n'),
  );
  const isChanged = common.ours !== common.theirs && changedText(common) !== undefined;
  const isOurs = isChanged
    ? changedText(common) === common.ours
    : pickEitherVersion(written.ours, written.theirs) === written.ours;
  const [first, second] = isOurs ? [ours, theirs] : [theirs, ours];
  const known = new Set(first);
  const followers = new Map<string, string[]>();
  let anchor = '';
  for (const key of second) {
    const own = followers.get(anchor);
    if (known.has(key)) anchor = key;
    else if (own === undefined) followers.set(anchor, [key]);
    else own.push(key);
  }
  return [...(followers.get('') ?? []), ...first.flatMap((key) => [key, ...(followers.get(key) ?? [])])];
}

/** The functions that `mergeDocument` gets from outside the domain: a parser, a formatter and a merge of lines. */
export interface MergeTools {
  parse(text: string): SpecDocument;
  readonly format: FormatValue;
  readonly mergeText: MergeLines;
  /** False if the base version is unknown: removed lines cannot be recognized then, so the text is merged only by lines. */
  readonly isBaseKnown: boolean;
}

/**
 * The greatest number of fields that both sides may have changed; with more, the document is not merged by field, because each of
 * these fields needs a merge of lines.
 */
const MOST_CONTESTED = 100;

/**
 * Merges three versions of a document; the result is the same if `ours` and `theirs` are exchanged. The frontmatter is merged
 * field by field (`reconciledFrontmatter`), and the text by lines and sections (`mergeDocumentText`). If only a person can
 * decide, the result contains conflict marks.
 * @param records the records of the log after the merge, sorted by `orderRecords`; undefined if unknown.
 * @param reverted records that `theirs` removed from the log.
 * @returns undefined if the document cannot be merged by field: a side is unreadable, the sides are different specs, a field
 * needs the log and the log is unknown, or both sides changed too many fields.
 */
export function mergeDocument(
  texts: Sides<string>,
  records: readonly LogRecord[] | undefined,
  tools: MergeTools,
  reverted: readonly LogRecord[] = [],
): MergedText | undefined {
  const newline = mergedLineEnd(texts);
  const parse = (text: string) => tools.parse(newline === undefined ? text : text.replaceAll('\r\n', '\n'));
  const sides = { base: parse(texts.base), ours: parse(texts.ours), theirs: parse(texts.theirs) };
  if (sides.ours.problem !== undefined || sides.theirs.problem !== undefined) return undefined;
  const values = mapVersions(sides, ({ frontmatter }) => frontmatter);
  if (isOfTwoSpecs(values)) return undefined;
  if (records === undefined && changedByBoth(values).size > 0) return undefined;
  const head = mergedHead(sides, reconciledFrontmatter(values, records ?? [], 'log', reverted), tools);
  if (head === undefined) return undefined;
  const bodies = mapVersions(sides, ({ text, bodyStart }) => text.slice(bodyStart));
  const body = tools.isBaseKnown
    ? mergeDocumentText(bodies, records ?? [], tools.mergeText)
    : tools.mergeText(bodies.ours, bodies.base, bodies.theirs);
  const gap = head.text.endsWith('\n') || body.text === '' ? '' : '\n';
  const text = `${head.text}${gap}${body.text}`;
  return {
    text: newline === '\r\n' ? text.replaceAll('\n', '\r\n') : text,
    conflicts: head.conflicts + body.conflicts,
    ...(body.isLong && { isLong: body.isLong }),
  };
}

/**
 * Returns the line end for the merged document, if each side has only one kind. Line ends are merged separately from fields,
 * because an editor may have changed all line ends.
 */
function mergedLineEnd(texts: Sides<string>): string | undefined {
  const ends = mapVersions(texts, (text) => {
    const returns = text.split('\r\n').length - 1;
    const all = text.split('\n').length - 1;
    return all === 0 ? '' : returns === 0 ? '\n' : returns === all ? '\r\n' : 'mixed';
  });
  if ([ends.base, ends.ours, ends.theirs].includes('mixed')) return undefined;
  return changedText(ends) ?? pickEitherVersion(ends.ours, ends.theirs);
}

/**
 * True if both sides have different ids. A version without an id may belong to either spec, because no command had changed the
 * document yet.
 */
function isOfTwoSpecs({ ours, theirs }: Sides<JsonObject>): boolean {
  const [our, their] = [valueAt(ours, 'id'), valueAt(theirs, 'id')];
  return our !== null && their !== null && our !== their;
}

function mergedHead(
  sides: Sides<SpecDocument>,
  { meant, open }: ReconciledFields,
  tools: MergeTools,
): MergedText | undefined {
  if (contestedFields(sides) > MOST_CONTESTED) return undefined;
  const ofASide = open.map((key) => {
    const ours = valueAt(sides.ours.frontmatter, key);
    return [key, ours === null ? valueAt(sides.theirs.frontmatter, key) : ours] as const;
  });
  const wanted = { ...meant, ...Object.fromEntries(ofASide) };
  const decided = decidedHead(sides, wanted, tools);
  if (decided === undefined) return undefined;
  const head = tools.parse(decided);
  const merged = withMarks(head, open, sides, tools);
  if (merged === undefined || keepsComments(sides, merged.text)) return merged;
  return mergedByLines(head, sides, wanted, tools);
}

/** Counts the fields that both sides changed. */
function contestedFields(sides: Sides<SpecDocument>): number {
  const blocks = mapVersions(sides, fieldBlock);
  const lines = (key: string) => mapVersions(blocks, (block) => block?.fields.get(key)?.own ?? '');
  return [...(blocks.ours?.fields.keys() ?? [])].filter((key) => changedText(lines(key)) === undefined)
    .length;
}

/** True if the merged frontmatter keeps all comments, except those that one side removed. */
function keepsComments(sides: Sides<SpecDocument>, merged: string): boolean {
  const { base, ours, theirs } = mapVersions(sides, commentsIn);
  const left = commentsIn({ text: merged });
  return [...ours, ...theirs].every(
    (comment) => left.has(comment) || (base.has(comment) && !(ours.has(comment) && theirs.has(comment))),
  );
}

/** Matches a YAML comment, or a quoted string, so that a `#` in a string is not taken for a comment. */
const STRING_OR_COMMENT = /(?<=[\s:,[{])(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*')|(?<![^ \t\n])#.*/g;

function commentsIn(document: Pick<SpecDocument, 'text'>): ReadonlySet<string> {
  const found = blockParts(document).lines.match(STRING_OR_COMMENT) ?? [];
  return new Set(found.filter((one) => one.startsWith('#')).map((comment) => comment.trimEnd()));
}

/** Merges the whole frontmatter block by lines; undefined if the result has no conflict but other values than `wanted`. */
function mergedByLines(
  head: SpecDocument,
  sides: Sides<SpecDocument>,
  wanted: JsonObject,
  tools: MergeTools,
): MergedText | undefined {
  const { ours, base, theirs } = mapVersions(mapVersions(sides, blockParts), ({ lines }) => lines);
  const { text: lines, conflicts } = tools.mergeText(ours, base, theirs);
  const { above, below } = blockParts(head);
  const text = above + lines + below;
  const isWanted = () => frontmatterDiff(tools.parse(text).frontmatter, wanted).size === 0;
  return conflicts > 0 || isWanted() ? { text, conflicts } : undefined;
}

function blockParts({ text }: Pick<SpecDocument, 'text'>) {
  const parts = splitDocument(text);
  const [start, end] = parts.kind === 'bare' ? [0, 0] : [parts.blockStart, parts.blockEnd];
  return {
    above: text.slice(0, start),
    lines: text.slice(start, end),
    below: text.slice(end, parts.bodyStart),
  };
}

/** Replaces the lines of the fields in `keys` by a merge with conflict marks. */
function withMarks(
  head: SpecDocument,
  keys: readonly string[],
  sides: Sides<SpecDocument>,
  tools: MergeTools,
): MergedText | undefined {
  const blocks = mapVersions(sides, fieldBlock);
  const edits: TextEdit[] = [];
  let conflicts = 0;
  for (const key of keys) {
    const entry = head.entries.find((one) => one.key === key);
    const lines = mapVersions(blocks, (block) => block?.fields.get(key)?.own ?? '');
    const merged = tools.mergeText(lines.ours, lines.base, lines.theirs);
    // Both sides changed this field, so a line merge without conflicts is a mixture that neither side wrote, and is not used.
    if (entry === undefined || merged.conflicts === 0) return undefined;
    edits.push({ at: lineStart(head.text, entry.start), end: entry.end, text: merged.text });
    conflicts += merged.conflicts;
  }
  return { text: withEdits(head.text, edits), conflicts };
}

/** Returns the merged frontmatter block with the values of `wanted`; undefined if no such block can be made. */
function decidedHead(sides: Sides<SpecDocument>, wanted: JsonObject, tools: MergeTools): string | undefined {
  const { base, ours, theirs } = mapVersions(sides, fieldBlock);
  const drafted =
    base === undefined || ours === undefined || theirs === undefined
      ? changedText(mapVersions(sides, headOf))
      : joined({ base, ours, theirs }, sides, wanted);
  if (drafted === undefined) return undefined;
  const draft = tools.parse(drafted);
  if (draft.problem !== undefined) return undefined;
  const left = frontmatterDiff(draft.frontmatter, wanted);
  if (left.size === 0) return drafted;
  const edited = editFrontmatter(draft, left, tools.format);
  const { problem, frontmatter } = tools.parse(edited);
  return problem === undefined && frontmatterDiff(frontmatter, wanted).size === 0 ? edited : undefined;
}

function headOf({ text, bodyStart }: SpecDocument): string {
  return text.slice(0, bodyStart);
}

/**
 * Joins the lines of all fields. The lines of a field come from a side that has the wanted value; if neither side has that value,
 * `decidedHead` sets it afterwards.
 */
function joined(blocks: Sides<FieldBlock>, sides: Sides<SpecDocument>, wanted: JsonObject): string {
  const picked = (part: (block: FieldBlock) => string) => {
    const texts = mapVersions(blocks, part);
    return changedText(texts) ?? pickEitherVersion(texts.ours, texts.theirs);
  };
  const keys = mergedOrder(mapVersions(blocks, ({ fields }) => [...fields.keys()]));
  const lines = keys.map((key) => {
    const own = pickedField(key, blocks, sides, wanted);
    if (own === '') return picked(({ fields }) => fields.get(key)?.above ?? '');
    const isOfBoth = blocks.ours.fields.has(key) && blocks.theirs.fields.has(key);
    const above = ({ fields }: FieldBlock) => fields.get(key)?.above ?? '';
    return (isOfBoth ? picked(above) : pickEitherVersion(above(blocks.ours), above(blocks.theirs))) + own;
  });
  return [
    picked(({ opening }) => opening),
    ...lines,
    picked(({ tail }) => tail),
    picked(({ closing }) => closing),
  ].join('');
}

/**
 * Returns the lines of one field: the lines of the only side that changed them, or else the lines of a side that has the wanted
 * value; `''` for a removed field.
 */
function pickedField(
  key: string,
  blocks: Sides<FieldBlock>,
  sides: Sides<SpecDocument>,
  wanted: JsonObject,
): string {
  const written = mapVersions(blocks, ({ fields }) => fields.get(key)?.own ?? '');
  const isWanted = ({ frontmatter }: SpecDocument) =>
    frontmatterDiff({ [key]: valueAt(frontmatter, key) }, { [key]: valueAt(wanted, key) }).size === 0;
  const withValue = (['ours', 'theirs', 'base'] as const).filter((side) => isWanted(sides[side]));
  const changed = changedText(written);
  if (changed !== undefined && withValue.some((side) => written[side] === changed)) return changed;
  const texts = withValue.filter((side) => written[side] !== '');
  const isEdited = texts.length === 0 && valueAt(wanted, key) !== null;
  const choices = isEdited ? (['ours', 'theirs'] as const).filter((side) => written[side] !== '') : texts;
  if (choices.length === 0) return '';
  return choices.map((side) => written[side]).reduce(pickEitherVersion);
}
