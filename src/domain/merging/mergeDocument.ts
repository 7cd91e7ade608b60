import { editFrontmatter, type FormatValue } from '../document/frontmatter/editFrontmatter.js';
import { splitDocument } from '../document/frontmatter/parseSimpleFrontmatter.js';
import type { FrontmatterEntry, SpecDocument } from '../document/specDocument.js';
import { lineStart, type TextEdit, withEdits } from '../document/sections/headings.js';
import { frontmatterDiff, membersIn, valueAt } from '../fields/fieldChange.js';
import { fieldRank, isSetField } from '../fields/standardFields.js';
import type { LogRecord } from '../log/records/record.js';
import {
  changedByBoth,
  type ReconciledFields,
  reconciledFrontmatter,
  type Sides,
} from '../reconcile/reconcileFields.js';
import type { JsonObject, JsonValue } from '../value/jsonValue.js';
import { mergeDocumentText, type MergedText, type MergeLines } from './mergeDocumentText.js';
import { alike, changedText, each, either, keepsLinesOfBoth } from './threeWayVersions.js';

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
 * Splits the frontmatter of a document into the lines of each field. Undefined if two fields are on the same line; an empty block
 * if the document has no frontmatter.
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
 * Merges the order of frontmatter keys. Keys that both sides have are in the order of the side that changed the order; a key that
 * only one side has comes after the key that it follows on that side.
 */
export function mergedOrder(keys: Sides<readonly string[]>): readonly string[] {
  const { base, ours, theirs } = keys;
  const among = (side: readonly string[], ...others: readonly (readonly string[])[]) => {
    const sets = others.map((other) => new Set(other));
    return side.filter((key) => sets.every((set) => set.has(key)));
  };
  const [ourCommon, theirCommon] = [among(ours, theirs), among(theirs, ours)];
  const written = (side: readonly string[]) => side.join('\n');
  const isAsBefore = (side: readonly string[]) =>
    written(among(side, base)) === written(among(base, ourCommon));
  const [ourText, theirText] = [written(ourCommon), written(theirCommon)];
  let common = either(ourText, theirText) === ourText ? ourCommon : theirCommon;
  if (isAsBefore(ourCommon) !== isAsBefore(theirCommon))
    common = isAsBefore(ourCommon) ? theirCommon : ourCommon;
  const [ourOwn, theirOwn] = [followers(ours, common), followers(theirs, common)];
  return ['', ...common].flatMap((anchor) => {
    const own = [...(ourOwn.get(anchor) ?? []), ...(theirOwn.get(anchor) ?? [])];
    const isOfBoth = ourOwn.has(anchor) && theirOwn.has(anchor);
    const inOrder = isOfBoth ? own.sort((a, b) => fieldRank(a) - fieldRank(b) || (a < b ? -1 : 1)) : own;
    return [...(anchor === '' ? [] : [anchor]), ...inOrder];
  });
}

/** Returns the keys that only `side` has, by the nearest common key above them; by `''` if there is none. */
function followers(
  side: readonly string[],
  common: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const shared = new Set(common);
  let anchor = '';
  for (const key of side) {
    const own = found.get(anchor);
    if (shared.has(key)) anchor = key;
    else if (own === undefined) found.set(anchor, [key]);
    else own.push(key);
  }
  return found;
}

/** The functions that a merge of documents gets from outside the domain. */
export interface MergeTools {
  parse(text: string): SpecDocument;
  /** Returns the positions of the values in the frontmatter of a document. */
  places(document: string): readonly FrontmatterEntry[];
  readonly format: FormatValue;
  readonly mergeText: MergeLines;
  /** False if the base version is unknown, so that removed lines are unknown too and the text is merged only by lines. */
  readonly isBaseKnown: boolean;
}

/**
 * The greatest number of fields that both sides may have changed; with more, the document is not merged by field, because each of
 * these fields needs a merge of lines.
 */
const MOST_CONTESTED = 100;

/**
 * Merges three versions of a document; the result is the same if `ours` and `theirs` are exchanged. The frontmatter is merged
 * field by field (`reconciledFrontmatter`), and the text by lines and sections (`mergeDocumentText`). If only a person can decide, the
 * result contains conflict marks.
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
  const values = each(sides, ({ frontmatter }) => frontmatter);
  if (isOfTwoSpecs(values)) return undefined;
  if (records === undefined && changedByBoth(values).size > 0) return undefined;
  const head = mergedHead(sides, reconciledFrontmatter(values, records ?? [], 'log', reverted), tools);
  if (head === undefined) return undefined;
  const bodies = each(sides, ({ text, bodyStart }) => text.slice(bodyStart));
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
  const ends = each(texts, (text) => {
    const returns = text.split('\r\n').length - 1;
    const all = text.split('\n').length - 1;
    return all === 0 ? '' : returns === 0 ? '\n' : returns === all ? '\r\n' : 'mixed';
  });
  if ([ends.base, ends.ours, ends.theirs].includes('mixed')) return undefined;
  return changedText(ends) ?? either(ends.ours, ends.theirs);
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
  const commentsIn = (document: SpecDocument) => commentsAt(document, tools.places(document.text));
  const comments = each(sides, commentsIn);
  const decided = decidedHead(sides, comments, wanted, tools);
  if (decided === undefined) return undefined;
  const head = tools.parse(decided);
  const left = commentsIn(head);
  const keys = [comments.base, comments.ours, comments.theirs].flatMap((side) => [...side.keys()]);
  const lossy = [...new Set(keys)].filter(
    (key) => !open.includes(key) && !keepsComments(key, comments, left),
  );
  return keepsCommentsBetween(sides, head)
    ? withMarks(head, [...open, ...lossy], sides, tools)
    : mergedByLines(head, sides, wanted, tools);
}

/** Counts the fields that both sides changed, in their own lines or in the comments above them. */
function contestedFields(sides: Sides<SpecDocument>): number {
  const blocks = each(sides, fieldBlock);
  const lines = (key: string) =>
    each(blocks, (block) => {
      const field = block?.fields.get(key);
      return field === undefined ? '' : field.above + field.own;
    });
  return [...(blocks.ours?.fields.keys() ?? [])].filter((key) => changedText(lines(key)) === undefined)
    .length;
}

/** The comments within the lines of each field, by key, in the order of the document. */
type Comments = ReadonlyMap<string, readonly string[]>;

/** Finds the comments within fields. In a field whose value is a map, a `#` within a string may be read as a comment. */
function commentsAt({ text, frontmatter }: SpecDocument, entries: readonly FrontmatterEntry[]): Comments {
  return new Map(
    entries.map(({ key, colon, end, valueStart, valueEnd, items = [] }) => {
      const value = valueAt(frontmatter, key);
      const members = isList(value)
        ? items.filter((_, i) => typeof value[i] !== 'object')
        : typeof value === 'object'
          ? []
          : [{ start: valueStart, end: valueEnd }];
      const values = members.map((one) => ({ at: one.start - colon, end: one.end - colon, text: '' }));
      const found = withEdits(text.slice(colon, end), values).match(/(?<![^ \t\n])#.*/g) ?? [];
      return [key, found.map((comment) => comment.trimEnd())];
    }),
  );
}

/**
 * True if the merged document has the comments of a field from both sides. If a side removed the field, only comments that the
 * other side added count.
 */
function keepsComments(key: string, comments: Sides<Comments>, made: Comments): boolean {
  const before = comments.base.get(key) ?? [];
  return keepsLinesOfBoth(
    each(comments, (side) => side.get(key) ?? before),
    alike(made.get(key) ?? before),
  );
}

/**
 * True if the merged document has the comments between fields from both sides, at any place: a comment below the last field may
 * now be above an added field.
 */
function keepsCommentsBetween(sides: Sides<SpecDocument>, made: SpecDocument): boolean {
  return keepsLinesOfBoth(each(sides, commentsBetween), alike(commentsBetween(made)));
}

function commentsBetween(document: SpecDocument): readonly string[] {
  const block = fieldBlock(document);
  if (block === undefined) return [];
  const lines = [...[...block.fields.values()].map(({ above }) => above), block.tail].join('').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line.startsWith('#'));
}

/** Merges the whole frontmatter block by lines. */
function mergedByLines(
  head: SpecDocument,
  sides: Sides<SpecDocument>,
  wanted: JsonObject,
  tools: MergeTools,
): MergedText | undefined {
  const { ours, base, theirs } = each(each(sides, blockParts), ({ lines }) => lines);
  const { text: lines, conflicts } = tools.mergeText(ours, base, theirs);
  const { above, below } = blockParts(head);
  const text = above + lines + below;
  const isWanted = () => frontmatterDiff(tools.parse(text).frontmatter, wanted).size === 0;
  return conflicts > 0 || isWanted() ? { text, conflicts } : undefined;
}

function blockParts({ text }: SpecDocument) {
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
  const blocks = each(sides, fieldBlock);
  const edits: TextEdit[] = [];
  let conflicts = 0;
  for (const key of keys) {
    const entry = head.entries.find((one) => one.key === key);
    const lines = each(blocks, (block) => block?.fields.get(key)?.own ?? '');
    const merged = tools.mergeText(lines.ours, lines.base, lines.theirs);
    // Both sides changed this field: if git merged its lines without a conflict, the result is a mixture that neither side wrote,
    // and is not used.
    if (entry === undefined || merged.conflicts === 0) return undefined;
    edits.push({ at: lineStart(head.text, entry.start), end: entry.end, text: merged.text });
    conflicts += merged.conflicts;
  }
  return { text: withEdits(head.text, edits), conflicts };
}

/** Returns the merged frontmatter block, in which every field has the value that `wanted` gives. */
function decidedHead(
  sides: Sides<SpecDocument>,
  remarks: Sides<Comments>,
  wanted: JsonObject,
  tools: MergeTools,
): string | undefined {
  const { base, ours, theirs } = each(sides, fieldBlock);
  const drafted =
    base === undefined || ours === undefined || theirs === undefined
      ? changedText(each(sides, headOf))
      : joined({ base, ours, theirs }, sides, remarks, wanted, tools);
  if (drafted === undefined) return undefined;
  const draft = tools.parse(drafted);
  const parts = splitDocument(draft.text);
  if (draft.problem !== undefined || parts.kind === 'bare') return undefined;
  const left = frontmatterDiff(draft.frontmatter, wanted);
  if (left.size === 0) return drafted;
  const edited = editFrontmatter(
    draft,
    tools.places(draft.text),
    parts.blockEnd,
    left,
    asWritten(sides, tools),
  );
  const { problem, frontmatter } = tools.parse(edited);
  return problem === undefined && frontmatterDiff(frontmatter, wanted).size === 0 ? edited : undefined;
}

function headOf({ text, bodyStart }: SpecDocument): string {
  return text.slice(0, bodyStart);
}

/**
 * Joins the lines of all fields. The lines of a field come from a side that has the wanted value; if neither side has that value,
 * the field is edited later.
 */
function joined(
  blocks: Sides<FieldBlock>,
  sides: Sides<SpecDocument>,
  remarks: Sides<Comments>,
  wanted: JsonObject,
  tools: MergeTools,
): string {
  const picked = (part: (block: FieldBlock) => string) => {
    const texts = each(blocks, part);
    return changedText(texts) ?? either(texts.ours, texts.theirs);
  };
  const comments = (part: (block: FieldBlock) => string) => {
    const texts = each(blocks, part);
    const merged = changedText(texts);
    if (merged !== undefined) return merged;
    const { text, conflicts } = tools.mergeText(texts.ours, texts.base, texts.theirs);
    return conflicts === 0 ? text : linesOfBoth(texts);
  };
  const keys = mergedOrder(each(blocks, ({ fields }) => [...fields.keys()]));
  const lines = keys.map((key) => {
    const own = pickedField(key, blocks, sides, remarks, wanted, tools);
    if (own === '') return comments(({ fields }) => fields.get(key)?.above ?? '');
    const isOfBoth = blocks.ours.fields.has(key) && blocks.theirs.fields.has(key);
    const above = ({ fields }: FieldBlock) => fields.get(key)?.above ?? '';
    return (isOfBoth ? comments(above) : either(above(blocks.ours), above(blocks.theirs))) + own;
  });
  return [
    picked(({ opening }) => opening),
    ...lines,
    comments(({ tail }) => tail),
    picked(({ closing }) => closing),
  ].join('');
}

/**
 * Returns the lines of one field: the lines of the only side that changed them, or else the lines of a side that has the wanted
 * value, or a merge of both sides if a comment would be lost; `''` for a removed field.
 */
function pickedField(
  key: string,
  blocks: Sides<FieldBlock>,
  sides: Sides<SpecDocument>,
  comments: Sides<Comments>,
  wanted: JsonObject,
  tools: MergeTools,
): string {
  const written = each(blocks, ({ fields }) => fields.get(key)?.own ?? '');
  const isWanted = ({ frontmatter }: SpecDocument) =>
    frontmatterDiff({ [key]: valueAt(frontmatter, key) }, { [key]: valueAt(wanted, key) }).size === 0;
  const withValue = (['ours', 'theirs', 'base'] as const).filter((side) => isWanted(sides[side]));
  const changed = changedText(written);
  if (changed !== undefined && withValue.some((side) => written[side] === changed)) return changed;
  const texts = withValue.filter((side) => written[side] !== '');
  const isEdited = texts.length === 0 && valueAt(wanted, key) !== null;
  const choices = isEdited ? (['ours', 'theirs'] as const).filter((side) => written[side] !== '') : texts;
  if (choices.length === 0) return '';
  const whole = choices.filter((side) => keepsComments(key, comments, comments[side]));
  const byLines = whole.length > 0 ? undefined : tools.mergeText(written.ours, written.base, written.theirs);
  if (byLines?.conflicts === 0) return byLines.text;
  return (whole.length > 0 ? whole : choices).map((side) => written[side]).reduce(either);
}

/** Returns the lines of both sides, without lines that either side removed. */
function linesOfBoth(texts: Sides<string>): string {
  const { base, ours, theirs } = each(texts, (text) => text.split(/(?<=\n)/));
  const [first, second] = either(texts.ours, texts.theirs) === texts.ours ? [ours, theirs] : [theirs, ours];
  const [inFirst, inSecond, before] = [new Set(first), new Set(second), new Set(base)];
  return [
    ...first.filter((line) => inSecond.has(line) || !before.has(line)),
    ...second.filter((line) => !inFirst.has(line) && !before.has(line)),
  ].join('');
}

/**
 * Returns a function that formats the members of fields such as `tags` as a side wrote them, and all other values with `format`.
 */
function asWritten(sides: Sides<SpecDocument>, tools: MergeTools): FormatValue {
  const [flow, block] = [new Map<string, string>(), new Map<string, string>()];
  for (const { text, frontmatter } of [sides.ours, sides.theirs]) {
    for (const { key, valueStart, items = [] } of tools.places(text)) {
      const values = valueAt(frontmatter, key);
      if (!isSetField(key) || !isList(values)) continue;
      items.forEach(({ start, end }, i) => {
        const item = text.slice(start, end);
        const known = text[valueStart] === '[' ? flow : block;
        const [member = ''] = membersIn(values[i]);
        known.set(member, either(known.get(member) ?? '', item));
      });
    }
  }
  return (value) => {
    const [member] = isList(value) && value.length === 1 ? value : [];
    if (typeof member === 'string') {
      const item = flow.get(member);
      return item === undefined ? tools.format(value) : `[${item}]`;
    }
    return (typeof value === 'string' ? block.get(value) : undefined) ?? tools.format(value);
  };
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
