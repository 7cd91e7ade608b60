import { foldersAbove, lastNameIn, nameIn, parentOf } from '../naming/projectPath.js';
import { DOCUMENT_KINDS, type DocumentKind, isOfTool } from './documentKinds.js';

type Reasons = readonly (readonly [files: RegExp, why: string])[];

/** A kind of documents that can be specs where they are. Patterns match project paths. */
export interface AdoptedKind {
  readonly name: string;
  /** How the texts are read; undefined for records. */
  readonly form?: DocumentKind | undefined;
  /** Matches paths that only this tool creates. */
  readonly mark?: RegExp;
  /** Matches a path by which the kind is recognised if there is no `mark`. */
  readonly sign: RegExp;
  /** Matches the files that are specs, or that make their folder one. The group `key` is the tool's own id. */
  readonly documents: RegExp;
  /** For specs that are folders: the files in the folder whose texts are the spec, first the one with the title. */
  readonly texts?: readonly RegExp[];
  /** The ends of the names of a plan and of the report that is written when the plan has been carried out. */
  readonly reported?: readonly [plan: string, report: string];
  /** A folder beside the adopted one by which the kind is certain. */
  readonly beside?: string;
  /** Set if plans join the design that they implement. */
  readonly hasDesigns?: true;
  readonly leftOut?: Reasons;
}

const OWN = "the tool's own";

/** A kind, with what `import` knows of the kind `as`, by default the one of the same name. */
type KindRow = Omit<AdoptedKind, 'form' | 'mark' | 'sign'> &
  Partial<Pick<AdoptedKind, 'sign'>> & { as?: string };

const KINDS: readonly KindRow[] = [
  {
    name: 'openspec',
    documents:
      /(?:^|\/)changes\/(?:archive\/(?:\d{4}-\d{2}-\d{2}-)?)?(?!archive\/)(?<key>[^/]+)\/(?:proposal|design|tasks)\.md$/,
    texts: [/^proposal\.md$/, /^design\.md$/, /^tasks\.md$/],
    leftOut: [
      [/(?:^|\/)specs\/(?:[^/]+\/)+spec\.md$/, 'description of what exists'],
      [/(?:^|\/)openspec\/(?:[^/]+|schemas\/.*)$/, OWN],
    ],
  },
  {
    name: 'kiro',
    documents: /(?:^|\/)specs\/(?<key>[^/]+(?:\/[^/]+)*?)\/(?:requirements|bugfix|design|tasks)\.md$/,
    texts: [/^(?:requirements|bugfix)\.md$/, /^design\.md$/, /^tasks\.md$/],
    leftOut: [[/(?:^|\/)\.kiro\/(?!specs\/)/, OWN]],
  },
  {
    name: 'conductor',
    documents: /(?:^|\/)(?:tracks|archive)\/(?:[^/]+\/)*?(?<key>[^/]+)\/(?:spec|plan)\.md$/,
    texts: [/^spec\.md$/, /^plan\.md$/],
    leftOut: [[/(?:^|\/)conductor\/(?!tracks\/|archive\/)/, OWN]],
  },
  {
    name: 'gsd',
    documents: /(?:^|\/)(?:phases|milestones\/[^/]+-phases)\/(?<key>[^/]+)\/[^/]+\.md$/,
    texts: [/PLAN\.md$/, /CONTEXT\.md$/, /RESEARCH\.md$/],
    reported: ['PLAN.md', 'SUMMARY.md'],
    leftOut: [[/(?:^|\/)\.planning\//, OWN]],
  },
  {
    name: 'bmad',
    documents:
      /(?:^|\/)(?:stories|(?:implementation|sprint)-artifacts)\/(?:[^/]+\/)*?(?<key>(?:story-)?\d+[a-z]?(?:[.-]\d+){1,2}[a-z]?(?:[.-][^/]*)?|tech-spec-[^/]+)\.md$/,
    leftOut: [[/(?:^|\/)(?:planning-artifacts|prd|architecture|epics|qa)\//, 'description of what exists']],
  },
  {
    name: 'superpowers',
    sign: /(?:^|\/)\d{4}-\d{2}-\d{2}-[^/]+-design\.md$/,
    documents: /(?:^|\/)(?:specs|designs?|plans)\/(?:[^/]+\/)*[^/]+\.md$/,
    hasDesigns: true,
  },
  {
    name: 'spec-kit',
    documents: /(?:^|\/)(?<key>[^/]+)\/(?:spec|plan|tasks)\.md$/,
    texts: [/^spec\.md$/, /^plan\.md$/, /^tasks\.md$/],
    beside: '.specify',
    leftOut: [[/(?:^|\/)\.specify\//, OWN]],
  },
  {
    name: 'records',
    sign: /(?:^|\/)(?:[A-Za-z]{2,6}[-_ ]?)?(?!\d{4}-\d{2}-\d{2})\d{2,7}[-_. ][^/]*\.(?:md|markdown)$/,
    documents: /\.(?:md|markdown)$/i,
  },
  { name: 'plans', as: 'superpowers', sign: /\.md$/i, documents: /\.(?:md|markdown)$/i },
];

/** Returns the kinds that can be adopted. They are put together only here, because most projects adopt nothing. */
export function adoptedKinds(): readonly AdoptedKind[] {
  return KINDS.map(({ as, ...kind }) => {
    const form = DOCUMENT_KINDS.find(({ source }) => source === (as ?? kind.name));
    const mark = as === undefined ? form?.mark : undefined;
    return { ...kind, form, ...(mark && { mark }), sign: kind.sign ?? form?.documents ?? kind.documents };
  });
}

/** Reasons for which a Markdown file is no spec, whatever its kind. */
const NO_SPECS: Reasons = [
  [
    /(?:^|\/)_?templates?\/|(?:^|[-_. /])template\.\w+$|(?:^|\/)(?:adr|spec|plan|story)[-_]template/i,
    'template',
  ],
  [/(?:^|\/)(?:readme|_?index|00[-_]index|toc|_?sidebar|overview|summary|roadmap|status)\.\w+$/i, 'index'],
  [/(?:^|\/)(?:agents|claude|gemini|contributing|changelog|licen[cs]e|security)\.md$/i, 'about the project'],
  [/[-_. /]retro(?:spective)?s?(?:[-_.]\d[^/]*)?\.\w+$|(?:^|\/)retrospectives?\//i, 'retrospective'],
  [/(?:^|\/)reviews?[-_]\d|[-_. ](?:results|report|handoff|test[-_.]plan)\.\w+$/i, 'report'],
  [/[-_](?:SUMMARY|REPORT)\.md$/, 'report'],
  [/(?:^|\/)todo(?:[-_.][^/]*)?\.md$/i, 'list'],
];

/** Matches folders in which people put documents that have ended. */
const ENDED =
  /^(?:_?archived?|_?done|completed?|implemented|shipped|finished|rejected|abandoned|superseded|cancell?ed|deferred)$/i;

/** Returns what the log says of the spec with a key, such as the key of its plan; undefined for a spec without a record. */
export type KnownSpecs = (key: string) => { readonly plan?: string } | undefined;

/** The files of one spec, before they are read. */
export interface AdoptedGroup {
  readonly key: string;
  readonly texts: readonly string[];
  readonly files: readonly string[];
  /** The folder by which somebody said that it ended: `done`, `archive`. */
  readonly ended?: string;
  /** The key of the design of which this plan is a part, and of the plan that a design is joined with. */
  readonly partOf?: string;
  readonly plan?: string;
}

/** Returns the documents of a kind among the files of a folder, and the Markdown files that are none, with the reason. */
export function groupsIn(
  kind: AdoptedKind,
  folder: string,
  paths: readonly string[],
): { readonly groups: readonly AdoptedGroup[]; readonly leftOut: readonly { path: string; why: string }[] } {
  const { texts, form } = kind;
  const why = (path: string, reasons: Reasons) => reasons.find(([files]) => files.test(path))?.[1];
  // A record with a number may have any title, such as `0012-load-test-report`.
  const whyNone = (path: string) =>
    why(below(path), form === undefined && kind.sign.test(path) ? NO_SPECS.slice(0, 1) : NO_SPECS);
  const below = (path: string) => path.slice(folder === '' ? 0 : folder.length + 1);
  const found = paths.filter(
    (path) =>
      kind.documents.test(path) &&
      !isOfTool(path) &&
      (texts === undefined
        ? why(path, kind.leftOut ?? []) === undefined && whyNone(path) === undefined
        : parentOf(path) !== folder) &&
      !below(path)
        .split('/')
        .some((part) => part.startsWith('.') && texts === undefined),
  );
  const places = new Set(texts === undefined ? found : found.map(parentOf));
  const outer = [...places].filter((place) => !foldersAbove(place).some((one) => places.has(one)));
  const members = new Map<string, string[]>(
    outer.map((place) => [place, texts === undefined ? [place] : []]),
  );
  if (texts !== undefined)
    for (const path of paths) for (const one of foldersAbove(path)) members.get(one)?.push(path);
  const byKey = new Map<string, AdoptedGroup>();
  for (const [place, files] of members) {
    const group = groupAt(place, files);
    const other = byKey.get(group.key);
    // One id in two places is one document, which has moved to the archive.
    const isLeft = other !== undefined && group.ended === undefined && other.ended !== undefined;
    const isMoved = other !== undefined && group.ended !== undefined && other.ended === undefined;
    if (isLeft) continue;
    const key = other === undefined || isMoved ? group.key : below(place);
    byKey.set(key, { ...group, key });
  }
  const taken = new Set([...members.values()].flat());
  return {
    groups: [...byKey.values()],
    leftOut: paths.flatMap((path) =>
      taken.has(path) || !/\.(?:md|markdown)$/i.test(path)
        ? []
        : [
            {
              path,
              why: isOfTool(path)
                ? OWN
                : (why(path, kind.leftOut ?? []) ?? whyNone(path) ?? 'no document of this kind'),
            },
          ],
    ),
  };

  function groupAt(place: string, files: readonly string[]): AdoptedGroup {
    const order = (path: string) =>
      parentOf(path) === place ? (texts ?? []).findIndex((one) => one.test(lastNameIn(path))) : -1;
    const read = texts === undefined ? files : files.filter((path) => order(path) >= 0);
    const sorted = [...read].sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1));
    const main = sorted[0] ?? files[0] ?? place;
    const own = kind.documents.exec(main)?.groups?.['key'];
    const folders = below(place).split('/').slice(0, -1);
    const ended =
      form?.done === undefined
        ? folders.find((one) => ENDED.test(one))
        : form.done.place.test(main)
          ? form.done.from
          : undefined;
    const kept = [...folders.filter((one) => !ENDED.test(one)), texts ? lastNameIn(place) : nameIn(place)];
    return {
      key: own ?? kept.join('/'),
      texts: sorted.length === 0 ? [main] : sorted,
      files: files.filter((path) => path !== main && !sorted.includes(path)),
      ...(ended !== undefined && { ended }),
    };
  }
}

/** True if a file is the design of a spec, and not a plan for it: by its folder, or by its name among plans. */
export function isDesign(path: string): boolean {
  if (/(?:^|\/)plans\//.test(path)) return /[-_](?:design|spec)\.md$/i.test(path);
  return !/[-_]plan\.md$/i.test(path);
}

/** Returns the day and the words in the name of a design or plan, the same for both. */
export function stemOf(path: string): string {
  return nameIn(path)
    .toLowerCase()
    .replace(
      /[-_](?:design(?:[-_](?:spec|doc))?|spec|specification|implementation[-_]plan|implementation|plan)$/,
      '',
    );
}

/**
 * Joins plans with the design that they implement: the one that the plan's head names, or the one of the same day and name. A
 * design with several plans keeps them as parts. A spec keeps the files that it had: a plan that was a spec stays one, and a
 * design stays joined with its plan when it gets another.
 * @param linked returns the names of the documents that the head of a plan calls its design.
 * @param known returns what the log says of the spec with a key: the plan that it was joined with.
 */
export function joinedWithPlans(
  groups: readonly AdoptedGroup[],
  linked: (path: string) => readonly string[],
  known: KnownSpecs = () => undefined,
): readonly AdoptedGroup[] {
  const mainOf = (group: AdoptedGroup) => group.texts[0] ?? '';
  const designs = groups.filter((group) => isDesign(mainOf(group)));
  const plans = groups.filter((group) => !isDesign(mainOf(group)));
  const byName = new Map(designs.map((group) => [nameIn(mainOf(group)), group]));
  const byStem = new Map(designs.map((group) => [stemOf(mainOf(group)), group]));
  const named = new Map(
    plans.map((plan) => [plan, [...new Set(linked(mainOf(plan)).flatMap((name) => byName.get(name) ?? []))]]),
  );
  const timesNamed = (design: AdoptedGroup) =>
    [...named.values()].filter((all) => all.includes(design)).length;
  const plansOf = new Map<AdoptedGroup, AdoptedGroup[]>();
  for (const plan of plans) {
    const same = byStem.get(stemOf(mainOf(plan)));
    const all = named.get(plan) ?? [];
    // Of several designs, the one that fewest plans name is that of this plan; others are standards that all plans follow.
    const [rarest] = all.length < 2 ? all : [...all].sort((a, b) => timesNamed(a) - timesNamed(b));
    const design = same !== undefined && (all.length === 0 || all.includes(same)) ? same : rarest;
    if (design !== undefined) plansOf.set(design, [...(plansOf.get(design) ?? []), plan]);
  }
  const joined = new Map<AdoptedGroup, AdoptedGroup | undefined>();
  for (const [design, all] of plansOf) {
    const own = known(design.key)?.plan;
    const free = all.filter(({ key }) => known(key) === undefined);
    const plan = free.find(({ key }) => key === own) ?? (all.length === 1 ? free[0] : undefined);
    for (const one of all) joined.set(one, one === plan ? undefined : { ...one, partOf: design.key });
    if (plan !== undefined)
      joined.set(design, { ...design, texts: [...design.texts, ...plan.texts], plan: plan.key });
  }
  return groups.flatMap((group) => (joined.has(group) ? (joined.get(group) ?? []) : [group]));
}
