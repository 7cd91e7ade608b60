import { withoutLabel } from '../../domain/criteria/checkboxes.js';
import { asWritten, listPart } from '../../domain/document/markdownText.js';
import { linesOutsideCodeBlocks } from '../../domain/document/sections/codeBlocks.js';
import { plainHeading } from '../../domain/document/sections/headings.js';
import { sectionsIn } from '../../domain/document/sections/sections.js';
import { bodyOf } from '../../domain/document/specDocument.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import { isFailedCriterionState, stateWords } from '../../domain/proof/criterionStates.js';
import { nearestWords } from '../../domain/naming/nearestWords.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { BOUNDS } from '../../domain/value/bounds.js';
import { firstOf, remembered } from '../../domain/value/collections.js';
import { personText } from '../../domain/value/person.js';
import { cutText, quoted } from '../../domain/value/text.js';
import { textTokens } from '../../domain/value/tokenEstimate.js';
import type { Services } from '../services.js';
import type { PageLinks } from './specIndex.js';

/** A part of the project: the specs with a tag, or a spec and its parts. */
export interface Area {
  readonly name: string;
  readonly has: (spec: SpecView) => boolean;
}

/** Matches the headings, in lower case, under which specs, designs and decision records write what was decided. */
const DECIDING = /^(?:(?:proposed )?solution|decision(?:s| outcome)?|(?:technical )?design|approach)$/;
const ITEM = /^\s*(?:[-+*]|\d{1,9}[.)])\s/;
/** Matches a line that is not part of a paragraph. */
const BLOCK = /^\s*(?:$|[-+*]\s|\d{1,9}[.)]\s|#{1,6}\s|>|\||```|~~~)/;

/** Matches the last line of a paragraph that only announces what follows: it ends with a colon, or is bold as a heading is. */
const ANNOUNCEMENT = /:\**\s*$|^\s*\*\*[^*]+\*\*\s*$/;

/**
 * Returns the first paragraph of a part of a document, with the list below it if the paragraph ends with a colon. A paragraph that
 * announces something else, such as code, is passed over if there is another one.
 */
function firstParagraph(
  body: string,
  part: { readonly from: number; readonly to: number },
): string | undefined {
  const lines: string[] = [];
  let last = 0;
  for (const { line, text } of linesOutsideCodeBlocks(body, part)) {
    // Code and comments between two lines end a paragraph.
    if (line > last + 1) lines.push('');
    lines.push(text);
    last = line;
  }
  const next = (from: number, isEnd: (line: string) => boolean) => {
    const found = lines.findIndex((line, i) => i >= from && isEnd(line));
    return found < 0 ? lines.length : found;
  };
  let announcement: string | undefined;
  for (let start = next(0, isProse); start < lines.length;) {
    const end = next(start, (line) => !isProse(line));
    const list = next(end, (line) => line.trim() !== '');
    const isList = ITEM.test(lines[list] ?? '');
    const stop = isList ? next(list, (line) => /^\S/.test(line) && !ITEM.test(line)) : end;
    const isAnnouncement = ANNOUNCEMENT.test(lines[end - 1] ?? '');
    const paragraph = lines
      .slice(start, isAnnouncement ? stop : end)
      .join('\n')
      .trim();
    if (!isAnnouncement || isList) return paragraph;
    announcement ??= paragraph;
    start = next(end, isProse);
  }
  return announcement;
}

const isProse = (line: string) => !BLOCK.test(line);

/** The beginning of each page, by which pages are told from the index. */
export const HEADING = '# What holds today';
const WHOLE: Area = { name: '', has: () => true };
const TAG = 'tag:';

/** What complete specs promise and no later spec took away, and what will change it. Read once for all pages of a command. */
export function currentState(use: Services) {
  const specs = use.specCatalog.undated();
  const byRef = new Map(specs.map((spec) => [spec.ref, spec]));
  const byPath = new Map(specs.map((spec) => [spec.path, spec]));
  const folders = new Map(use.specStore.folders().map((folder) => [folder.path, folder]));
  const read = use.criterionProofs.reading();
  const criteriaOf = remembered((spec: SpecView) => read(spec) ?? []);
  const find = use.specCatalog.finder();
  const pathOf = remembered((ref: string) => {
    try {
      return find(ref).path;
    } catch {
      return '';
    }
  });
  /** Returns the criteria that those of a spec replace, each with its spec. */
  const replacedBy = (those: readonly CriterionView[]) =>
    those.flatMap(({ replaces }) => {
      const [ref = '', criterion = ''] = replaces?.split('/') ?? [];
      const spec = ref === '' ? undefined : byPath.get(pathOf(ref));
      return spec === undefined ? [] : [{ spec, criterion }];
    });
  const complete = specs
    .filter(({ status, broken }) => status === 'complete' && broken !== true)
    .toSorted(({ completed: a = '' }, { completed: b = '' }) => (a < b ? -1 : a > b ? 1 : 0));
  const keyOf = ({ path }: SpecView, criterion: string) => `${path}/${criterion.toLowerCase()}`;
  const met = complete.flatMap((spec) => criteriaOf(spec).filter(({ done }) => done));
  const replaced = new Set(replacedBy(met).map(({ spec, criterion }) => keyOf(spec, criterion)));
  const isWithin = (whole: SpecView, spec?: SpecView, depth = 0): boolean =>
    spec === whole ||
    (spec?.partOf !== undefined &&
      depth < BOUNDS.depth &&
      isWithin(whole, byRef.get(spec.partOf), depth + 1));
  const tagged = (tag: string): Area => ({ name: tag, has: ({ tags }) => tags.includes(tag) });
  const within = (whole: SpecView): Area => ({ name: whole.ref, has: (spec) => isWithin(whole, spec) });
  const tags = [...new Set(specs.flatMap((spec) => spec.tags))].sort();
  const withParts = new Set(specs.map(({ partOf }) => partOf));
  const wholes = specs.filter(({ ref }) => withParts.has(ref));
  const standing = complete.filter(
    ({ archivedAs, supersededBy }) => archivedAs === undefined && supersededBy === undefined,
  );
  const ahead = specs.filter(({ status, archived }) => status === 'in-progress' && !archived);
  return {
    /** The areas about which a page has something to say. */
    areas: [...tags.map(tagged), ...wholes.map(within)].filter(({ has }) =>
      [...standing, ...ahead].some(has),
    ),
    /** Returns the area with a name. @throws SpectoolError `USAGE` if there is none. */
    area: (name: string | undefined): Area => {
      if (name === undefined) return WHOLE;
      const isNamed = ({ name: own, ref, sequence }: SpecView) =>
        own === name || ref === name || (/^\d+$/.test(name) && Number(name) === sequence);
      const spec = specs.find(isNamed);
      if (spec !== undefined) return within(spec);
      const tag = name.startsWith(TAG) ? name.slice(TAG.length) : name;
      if (tags.includes(tag)) return tagged(tag);
      const known = [...tags, ...wholes.map(({ ref }) => ref)];
      throw new SpectoolError('USAGE', `There is no area ${quoted(name)}.`, {
        hint: `An area is a tag, or a spec with its parts: ${firstOf([...new Set([...nearestWords(name, known), ...known])], BOUNDS.listed)}.`,
      });
    },
    /** Complete specs that nothing superseded, in order of completion. */
    standing,
    ahead,
    /** Returns the met criteria of a complete spec that no later one replaces. */
    promises: (spec: SpecView) =>
      criteriaOf(spec).filter(
        ({ done, n, label = '' }) =>
          done && ![label, String(n)].some((one) => replaced.has(keyOf(spec, one))),
      ),
    replacedBy,
    /** Returns the specs of which a spec replaces criteria, so that it belongs to their areas. */
    replacedSpecs: remembered((spec: SpecView) => replacedBy(criteriaOf(spec)).map((old) => old.spec)),
    criteriaOf,
    /** Returns the first paragraph of the section that says what was decided. */
    decision: remembered(({ path }: SpecView): string | undefined => {
      const folder = folders.get(path);
      const body = folder === undefined ? '' : bodyOf(use.specStore.open(folder));
      const section = sectionsIn(body).find(({ heading }) => DECIDING.test(plainHeading(heading)));
      return section && firstParagraph(body, { from: section.bodyStart, to: section.end });
    }),
  };
}
type State = ReturnType<typeof currentState>;

/** The number of specs in each part of a page, tried one after the other until the page fits. */
const FEWER = [Infinity, 30, 20, 14, 11, 9, 8, 7, 6, 5, 4, 3, 2, 1];
const LONGEST = 240;
/** The factor by which a text may have more tokens than estimated. */
const ESTIMATE = 1.05;

/** Returns the page of an area. @param budget the most tokens; the oldest entries are left out, and long texts are cut. */
export function currentPage(state: State, area: Area, links: PageLinks, budget?: number): string {
  if (budget === undefined) return pageWith(state, area, links, Infinity, Infinity);
  const page = (most: number) => pageWith(state, area, links, most, LONGEST);
  return page(FEWER.find((most) => textTokens(page(most)) * ESTIMATE <= budget) ?? 1);
}

function pageWith(state: State, area: Area, links: PageLinks, most: number, longest: number): string {
  const titled = (spec: SpecView) => links.to(`${links.number(spec)} ${asWritten(spec.title)}`, spec);
  const words = (text: string) => asWritten(text.length > longest ? `${cutText(text, longest)}…` : text);
  const part = (heading: string, specs: readonly SpecView[], entryOf: (spec: SpecView) => string) => {
    const isIn = (spec: SpecView) => area.has(spec) || state.replacedSpecs(spec).some(area.has);
    const all = specs.filter(isIn).flatMap((spec) => entryOf(spec) || []);
    const left = all.length - most;
    const earlier = left > 0 ? [`- … and ${String(left)} earlier specs`] : [];
    return listPart(`## ${heading}`, [...earlier, ...all.slice(-most)]);
  };
  const replacing = (before: string, those: readonly CriterionView[]) => {
    const old = state.replacedBy(those);
    const named = old.map(
      ({ spec, criterion }) => `${links.to(links.number(spec), spec)} ${asWritten(criterion)}`,
    );
    return named.length === 0 ? '' : before + named.join(', ');
  };
  const promise = (one: CriterionView) =>
    `  - **${one.label ?? String(one.n)}** ${words(withoutLabel(one.text))} (${proofWords(one)}${replacing('; replaces ', [one])})`;
  const parts = [
    ...part('Promised and met', state.standing, (spec) => {
      const all = state.promises(spec);
      const completed = spec.completed === undefined ? '' : `, completed ${spec.completed}`;
      const { done = 0, total = 0 } = spec.criteria ?? {};
      const open = done < total ? `, ${String(done)} of ${String(total)} criteria met` : '';
      const more = all.length > most ? [`  - … and ${String(all.length - most)} more`] : [];
      return all.length === 0
        ? ''
        : [`- ${titled(spec)}${completed}${open}`, ...all.slice(0, most).map(promise), ...more].join('\n');
    }),
    ...part('Decisions in force', state.standing, (spec) => {
      const text = state.decision(spec);
      const { completed, created } = spec;
      const since = completed !== undefined ? ` (${completed})` : created ? ` (created ${created})` : '';
      return text === undefined ? '' : `- ${titled(spec)}${since}: ${words(text)}`;
    }),
    ...part('Complete, without a met criterion or a decision', state.standing, (spec) =>
      state.criteriaOf(spec).some(({ done }) => done) || state.decision(spec) !== undefined
        ? ''
        : `- ${titled(spec)}`,
    ),
    ...part(
      'In progress',
      state.ahead,
      (spec) => `- ${titled(spec)}${replacing(', will replace ', state.criteriaOf(spec))}`,
    ),
  ];
  const title = `${HEADING}${area.name === '' ? '' : `: ${asWritten(area.name)}`}`;
  return [title, ...(parts.length === 0 ? ['No spec is complete or in progress.'] : parts)].join('\n\n');
}

/** Describes the proof of a met criterion: test or person, and the day. */
function proofWords({ state, verdict, proof, tickedBy, tickedAt }: CriterionView): string {
  const on = (at: string | null | undefined) => (at == null ? '' : `, ${at.slice(0, 10)}`);
  const { tests = [], ranAt } = verdict ?? {};
  const [first, ...more] = tests;
  const others = more.length > 0 ? ` and ${String(more.length)} more` : '';
  const named = asWritten(quoted(first?.name ?? '')) + others;
  if (isFailedCriterionState(state)) return `**failing now**: ${named}`;
  if (state === 'stale') return `not proven since ${(ranAt ?? '').slice(0, 10)}`;
  if (state === 'proven') return `proven by ${named}${on(ranAt)}`;
  if (verdict !== undefined) return stateWords(state);
  if (state === 'attested') return `attested by ${asWritten(personText(proof?.by))}${on(tickedAt)}`;
  const by = tickedBy === undefined ? 'hand' : asWritten(personText(tickedBy)) + on(tickedAt);
  return `ticked by ${by}`;
}
