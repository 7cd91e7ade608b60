import { withoutLabel } from '../../domain/criteria/checkboxes.js';
import { criteriaOf, withoutMark } from '../../domain/criteria/criteria.js';
import { asWritten, listPart } from '../../domain/document/markdownText.js';
import { linesOutsideCodeBlocks } from '../../domain/document/sections/codeBlocks.js';
import {
  type Heading,
  headingsOf,
  plainHeading,
  withoutMarkup,
} from '../../domain/document/sections/headings.js';
import { bodyOf } from '../../domain/document/specDocument.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import { isFailedCriterionState, stateWords } from '../../domain/proof/criterionStates.js';
import { nearestWords } from '../../domain/naming/nearestWords.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Status } from '../../domain/fields/statusAndPriority.js';
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

/** Match the headings, in lower case, under which people write what was decided, from the surest to the least sure. */
const DECIDING = [
  /^decisions?(?: outcome)?(?::.*)?$/,
  /^(?:(?:the |our |proposed |chosen )?(?:solutions?|proposal)|what changes)(?::.*)?$/,
  /^(?!current |existing |alternative |other )(?:\S+ ){0,2}(?:design|approach|architecture|(?<! )strategy)(?::.*)?$/,
  /^(?:(?:functional )?requirements?|acceptance criteria)$/,
  /^(?:overview|summary|goals?|purpose)$/,
];
/** Matches a paragraph that says in its first words that it is the decision: `**Solution**: …`. */
const LABELLED =
  /^\W*(?:(?:the|our|proposed|chosen) )?(?:solution|decision|goal|proposal|approach)s?\W{0,3}:/i;
/** Match headings and labels below which the reasons are, not the decision; `REASONS` matches headings only. */
const BACKGROUND =
  /^\W*(?:the |our )?(?:problem|current|existing|background|context|motivation|analysis|why|options?(?!.*(?:chosen|\u2705))|alternatives?|benefits?|pros|rationale|consequences|risks|future)\b/i;
const REASONS =
  /\b(?:problems?|questions?|options|alternatives?|analysis|benefits|motivation|rationale)\W*$/i;
/** Matches a line that begins with a label, such as `**Problem**: …`. */
const LABEL = /^\s*\*\*[^*]{1,80}\*\*/;
/** Matches a line that is no part of a paragraph or list, or a task. */
const OTHER_LINE = /^\s*(?:$|>|\||[-*_=]{3,}\s*$|(?:[-*+]|\d+\.) \[.?\] )/;

/** Returns the text that says what was decided, with the headings in it. */
function decisionIn(body: string): string {
  const lines = [...linesOutsideCodeBlocks(body)];
  const headings = new Map(headingsOf(body, lines).map((one) => [one.line, one]));
  let path: readonly Heading[] = [];
  let isBackground = false;
  const prose = lines.flatMap(({ line, text }) => {
    const heading = headings.get(line);
    if (heading !== undefined || LABEL.test(text))
      isBackground = heading === undefined && BACKGROUND.test(text);
    if (heading === undefined)
      return isBackground || OTHER_LINE.test(text) ? [] : [{ text, path, isProse: true }];
    path = [...path.filter(({ level }) => level < heading.level), heading];
    return [{ text: `**${withoutMarkup(heading.heading)}**:`, path, isProse: false }];
  });
  const all = [...headings.values()];
  const [decision = '', solution = '', design = '', required = '', overview = ''] = DECIDING.map((form) => {
    const top = all.find(({ heading }) => form.test(plainHeading(heading)));
    const isBelow = (above: readonly Heading[], at = top === undefined ? -1 : above.indexOf(top)) =>
      at >= 0 &&
      !above.slice(at + 1).some(({ heading }) => BACKGROUND.test(heading) || REASONS.test(heading));
    const found = prose.filter((one) => isBelow(one.path)).slice(1);
    return found.some(({ isProse }) => isProse) ? found.map(({ text }) => text).join('\n') : '';
  });
  const first = all.find(({ level }) => level > 1);
  const isFirst = (above: readonly Heading[]) => above.every((one) => one === first || one.level !== 2);
  const from = prose.findIndex(
    ({ text, path: above }) => LABELLED.test(text) && (isFirst(above) || /^\W*decision/i.test(text)),
  );
  const rest = from < 0 ? [] : prose.slice(from);
  const end = rest.findIndex(({ text }, i) => i > 0 && text.startsWith('**'));
  const stated = rest.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
  return decision || solution || [...stated, design].join('\n').trim() || required || overview;
}

/** The beginning of each page, by which pages are told from the index. */
export const HEADING = '# What holds today';
const WHOLE: Area = { name: '', has: () => true };
/** The least number of complete specs of an area with a page of its own. */
const FEWEST = 5;
/** The headings below which boxes say what was tested or required, in specs without criteria. */
const TESTED = [
  ...['Test', 'Tests', 'Testing', 'Test Plan', 'Test Cases', 'Verification', 'Validation'],
  ...['Acceptance', 'Acceptance Tests', 'Requirements', 'Functional Requirements'],
];
const TAG = 'tag:';
/** Matches numbers of specs in a text: `spec 12`, `specs 12, #14`, `../012-login/`. */
const MENTION = /\bspecs?\b[\s*#[]*\d{1,6}(?:(?:,| and|\/)\s*#?\d{1,6})*\b|\.\.\/\d{1,6}(?=-)/gi;

const dayOf = ({ completed, created }: SpecView) => completed ?? created ?? '';

/** Removes pictures and links, which would lead elsewhere from another file. */
const withoutLinks = (text: string) =>
  text.replace(/(!?)\[([^[\]]*)\]\([^()]*\)/g, (_, image: string, words: string) =>
    image === '' ? words : '',
  );

/** What complete specs promise and no later spec took away, and what will change it. Read once for all pages of a command. */
export function currentState(use: Services) {
  const specs = use.specCatalog.undated();
  const byRef = new Map(specs.map((spec) => [spec.ref, spec]));
  const byPath = new Map(specs.map((spec) => [spec.path, spec]));
  const folders = new Map(use.specStore.folders().map((folder) => [folder.path, folder]));
  const read = use.criterionProofs.reading();
  const viewsOf = remembered((spec: SpecView) => read(spec) ?? []);
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
    .toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0));
  const textOf = remembered(({ path }: SpecView) => {
    const folder = folders.get(path);
    const body = folder === undefined ? '' : bodyOf(use.specStore.open(folder));
    const tested = criteriaOf(withoutMark(body), [...TESTED, ...use.config.criteria.sections]).map((one) => ({
      ...one,
      state: 'unverified' as const,
    }));
    const mentions = [...body.matchAll(MENTION)].flatMap(([text]) => text.match(/\d+/g) ?? []).map(Number);
    return { decision: withoutLinks(cutText(decisionIn(body), BOUNDS.line)), tested, mentions };
  });
  const keyOf = ({ path }: SpecView, criterion: string) => `${path}/${criterion.toLowerCase()}`;
  const met = complete.flatMap((spec) => viewsOf(spec).filter(({ done }) => done));
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
  const isOver = ({ archivedAs, supersededBy }: SpecView) => (archivedAs ?? supersededBy) !== undefined;
  const standing = complete.filter((spec) => !isOver(spec));
  const open = (status: Status) => specs.filter((spec) => spec.status === status && !spec.archived);
  const areas = [...tags.map(tagged), ...wholes.map(within)]
    .map((area) => ({ ...area, size: standing.filter(area.has).length }))
    .filter(({ size }) => size >= FEWEST);
  const inAreas = new Set(specs.filter((spec) => areas.some(({ has }) => has(spec))));
  const byNumber = new Map(standing.map(({ sequence, ref }) => [sequence, ref]));
  const followers = remembered((isWithTexts: boolean) => {
    const found = new Map<string, readonly SpecView[]>();
    for (const by of standing) {
      const named = isWithTexts ? textOf(by).mentions.flatMap((n) => byNumber.get(n) ?? []) : [];
      for (const ref of new Set([...by.dependsOn, ...by.related, ...named]))
        if (ref !== by.ref) found.set(ref, [...(found.get(ref) ?? []), by].slice(-MOST.later));
    }
    return found;
  });
  return {
    /** The areas that are large enough for a page, and what belongs to none of them. */
    areas,
    rest: { name: '', has: (spec: SpecView) => !inAreas.has(spec) },
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
    ahead: open('in-progress'),
    planned: open('planned'),
    over: specs.filter(isOver),
    spec: (ref: string | undefined) => (ref === undefined ? undefined : byRef.get(ref)),
    /** Returns the records that change a part of a decision record and hold themselves. */
    amending: ({ fields: { amended_by: by } }: SpecView) =>
      Array.isArray(by) ? standing.filter(({ ref }) => by.includes(ref)) : [],
    /** Returns the later complete specs that name a spec in a field or in their text, and so may have changed what it says. */
    later: (spec: SpecView, isWithTexts: boolean) =>
      (followers(isWithTexts).get(spec.ref) ?? []).filter((by) => dayOf(by) >= dayOf(spec)),
    /** Returns the met criteria of a complete spec that no later one replaces; without criteria, what is ticked as tested. */
    promises: (spec: SpecView) => {
      // The tasks of another tool's plan are work, not promises, unless something proves them.
      const { tested } = textOf(spec);
      const isPromise = ({ text, state }: CriterionView) =>
        spec.adopted !== true ||
        !['open', 'unverified'].includes(state) ||
        tested.some((one) => one.text === text);
      const own = viewsOf(spec).filter(isPromise);
      const all = own.length > 0 ? own : tested;
      const isReplaced = (name: string) => replaced.has(keyOf(spec, name));
      const met = all.filter(({ done, n, label = '' }) => done && ![label, String(n)].some(isReplaced));
      return { met, done: all.filter(({ done }) => done).length, total: all.length };
    },
    viewsOf,
    replacedBy,
    /** Returns the specs of which a spec replaces criteria, so that it belongs to their areas. */
    replacedSpecs: remembered((spec: SpecView) => replacedBy(viewsOf(spec)).map((old) => old.spec)),
    decision: (spec: SpecView) => textOf(spec).decision,
  };
}
type State = ReturnType<typeof currentState>;

/** The number of specs in each part of a page, tried one after the other until the page fits. */
const FEWER = [Infinity, 30, 25, 20, 16, 14, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
/** The most letters of a text on a page, and on one with a budget; and the most entries there. */
const MOST = { letters: 500, fewLetters: 160, criteria: 3, named: 20, later: 5 };
/** The factor by which a text may have more tokens than estimated. */
const ESTIMATE = 1.05;

/**
 * Returns the page of an area.
 * @param budget the most tokens; the oldest entries are left out, and long texts are cut more. @param areas the links to other pages.
 */
export function currentPage(
  state: State,
  area: Area,
  links: PageLinks,
  { budget, areas = [] }: { readonly budget?: number | undefined; readonly areas?: readonly string[] },
): string {
  const page = (most: number, longest = MOST.fewLetters) => {
    const parts = [...listPart('## Areas', areas), ...partsOf(state, area, links, most, longest)];
    const title = `${HEADING}${area.name === '' ? '' : `: ${asWritten(area.name)}`}`;
    return [title, ...(parts.length === 0 ? ['There are no specs here yet.'] : parts)].join('\n\n');
  };
  if (budget === undefined) return page(Infinity, MOST.letters);
  return page(FEWER.find((most) => textTokens(page(most)) * ESTIMATE <= budget) ?? 1);
}

/** Returns the parts of a page, with the last `most` specs of each. */
function partsOf(
  state: State,
  area: Area,
  links: PageLinks,
  most: number,
  longest: number,
): readonly string[] {
  const titled = (spec: SpecView) =>
    links.to(`${spec.sequence === null ? '' : links.number(spec)} ${asWritten(spec.title)}`.trim(), spec);
  const numbered = (spec: SpecView) => links.to(links.number(spec), spec);
  const words = (text: string) => asWritten(text.length > longest ? `${cutText(text, longest)}…` : text);
  const part = (heading: string, specs: readonly SpecView[], entryOf: (spec: SpecView) => string) => {
    const all = specs.filter((spec) => area.has(spec) || state.replacedSpecs(spec).some(area.has));
    const left = all.slice(0, -most).map((spec) => `${links.number(spec)} ${words(spec.title)}`);
    const earlier = left.length > 0 ? [`- earlier: ${firstOf(left.toReversed(), MOST.named)}`] : [];
    const shown = all.slice(-most).map((spec) => `- ${titled(spec)}${entryOf(spec)}`);
    return listPart(`## ${heading}`, [...earlier, ...shown]);
  };
  const replacing = (before: string, those: readonly CriterionView[]) => {
    const named = state
      .replacedBy(those)
      .map(({ spec, criterion }) => `${numbered(spec)} ${asWritten(criterion)}`);
    return named.length === 0 ? '' : before + named.join(', ');
  };
  const inForce = (spec: SpecView) => {
    const { met: all, done, total } = state.promises(spec);
    const proofs = new Set(all.map(proofWords));
    // A proof that all criteria have is told once.
    const [shared = ''] = all.length > 1 && proofs.size === 1 ? proofs : [];
    const amending = state.amending(spec).map(numbered);
    const later = state.later(spec, longest === MOST.letters).map(numbered);
    const facts = [
      ...(dayOf(spec) === ''
        ? []
        : [`${spec.completed === undefined ? 'created' : 'completed'} ${dayOf(spec)}`]),
      ...(amending.length > 0 ? [`**amended by ${amending.join(', ')}**`] : []),
      ...(later.length > 0 ? [`see also the later ${later.join(', ')}`] : []),
      ...(done < total ? [`${String(done)} of ${String(total)} criteria met`] : []),
      ...(shared === '' ? [] : [`all ${shared}`]),
    ];
    const decision = state.decision(spec);
    const shown = most === Infinity ? most : MOST.criteria;
    const promises = all.slice(0, shown).map((one) => {
      const proof = [shared === '' ? proofWords(one) : '', replacing('replaces ', [one])];
      const told = proof.filter((one) => one !== '').join('; ');
      const label = one.label === undefined ? '' : `**${one.label}** `;
      return `  - ${label}${words(withoutLinks(withoutLabel(one.text)))}${told === '' ? '' : ` (${told})`}`;
    });
    const more = all.length > shown ? [`  - … and ${String(all.length - shown)} more`] : [];
    const said = decision === '' ? '' : `: ${words(decision)}`;
    return [`${['', ...facts].join(', ')}${said}`, ...promises, ...more].join('\n');
  };
  const ahead = (spec: SpecView) => replacing(', will replace ', state.viewsOf(spec));
  return [
    ...part('In force', state.standing, inForce),
    ...part('In progress', state.ahead, ahead),
    ...part('Planned', state.planned, ahead),
    ...part('No longer in force', state.over, ({ archivedAs = 'superseded', supersededBy }) => {
      const by = state.spec(supersededBy);
      return `, ${archivedAs}${by === undefined ? '' : ` by ${numbered(by)}`}`;
    }),
  ];
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
