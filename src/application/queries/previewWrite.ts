import { criteriaOfDocument } from '../../domain/criteria/criteria.js';
import { withoutComments } from '../../domain/document/sections/codeBlocks.js';
import { bodyOf } from '../../domain/document/specDocument.js';
import { lackedItems, namedRecords } from '../../domain/reconcile/recordedItems.js';
import { lostCriteria } from '../../domain/review/pairedTexts.js';
import { BOUNDS } from '../../domain/value/bounds.js';
import { firstOf } from '../../domain/value/collections.js';
import { quoted } from '../../domain/value/text.js';
import { required, text, useCase } from '../useCase.js';

/** The number of lines below which a text may be replaced by a much shorter one. */
const SHORT_TEXT = 10;

/** Compares a new text for a whole file with the document of a spec. Writes nothing. */
export const previewWrite = useCase(
  {
    /** The path of the file, relative to the project. */
    path: required(text),
    /** The new text of the file. */
    text: required(text),
  },
  (use, { path, text: given }): { readonly spec?: string; readonly removed: readonly string[] } => {
    const { specStore: store, config } = use;
    const { sections } = config.criteria;
    const folder = store.folders().find((one) => path.startsWith(`${one.path}/`));
    if (folder === undefined || store.documentPath(folder) !== path) return { removed: [] };
    const [before, after] = [store.open(folder), store.parse(given)];
    if (before.problem !== undefined) return { removed: [] };
    const [old, now] = [bodyOf(before), bodyOf(after)];
    const fields = Object.keys(before.frontmatter).filter((key) => !Object.hasOwn(after.frontmatter, key));
    const records = use.specLogFinder.recordsOf(before.frontmatter);
    const lacked = (body: string) => lackedItems({ body, criteriaSections: sections }, records);
    const known = new Set(lacked(old).map(({ key }) => key));
    const items = lacked(now).filter(({ key, kind }) => kind !== 'criterion' && !known.has(key));
    const [written, left] = [before, after].map((one) => criteriaOfDocument(one, sections));
    const linesOf = (body: string) => withoutComments(body).match(/\S.*/g) ?? [];
    const [lines, kept] = [linesOf(old), new Set<string>(linesOf(now))];
    const cut = lines.filter((line) => !kept.has(line)).length;
    const isCut = lines.length >= SHORT_TEXT && 2 * cut > lines.length && 2 * now.length < old.length;
    const ofText = use.newSpecText.isUnwritten(before)
      ? []
      : [
          ...lostCriteria(written ?? [], left ?? [], []).removed.map(
            (one) => `the criterion ${quoted(one.text)}`,
          ),
          ...(isCut ? [`${String(cut)} of ${String(lines.length)} lines`] : []),
        ];
    const ofFields = fields.length === 0 ? [] : [`the fields ${firstOf(fields)}`];
    const ofLog = items.length === 0 ? [] : [namedRecords(items)];
    return { spec: folder.ref, removed: [...ofFields, ...ofLog, ...ofText.slice(0, BOUNDS.listed)] };
  },
);
