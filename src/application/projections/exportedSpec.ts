import { BOX } from '../../domain/criteria/checkboxGrammar.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import type { HistoryEvent } from '../../domain/log/historyEvent.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { groupFields } from '../../domain/naming/groupFolder.js';
import { wordsOf } from '../../domain/naming/slug.js';
import type { StructureConfig } from '../../domain/project/configuration.js';
import { FIELDS } from '../../domain/fields/standardFields.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/value/jsonValue.js';
import type { PartsProgress } from './dependencyGraph.js';
import type { Phase } from './statusByDay.js';

export interface ExportedCommit {
  readonly hash: string;
  /** Author date, UTC with milliseconds. */
  readonly at: string;
  readonly subject: string;
}

/** Everything known about one spec. */
export interface ExportedSpec {
  readonly spec: SpecView;
  /** The document without its frontmatter. */
  readonly body: string;
  /** Files of the spec, the document first. */
  readonly files: readonly string[];
  readonly criteria: readonly CriterionView[];
  /** References of open dependencies. */
  readonly waitsFor: readonly string[];
  /** How far the parts of the spec are; absent if it has none. */
  readonly parts?: PartsProgress;
  /** Periods with one status of the spec, each with its first day, earliest first. */
  readonly phases: readonly Phase[];
  /** Time of the first start, if known. */
  readonly startedAt?: string;
  /** Time of the last completion, if known. */
  readonly completedAt?: string;
  /** Fields that two branches set to different values. */
  readonly diverged?: readonly string[];
  /** Events of the spec, newest first. */
  readonly events: readonly HistoryEvent[];
  /** Commits of the current branch that name the spec and count, newest first; absent if there are none. */
  readonly commits?: readonly ExportedCommit[];
}

const PERSONAL: ReadonlySet<string> = new Set(
  FIELDS.flatMap((field) => ('of' in field && field.of === 'person' ? [field.key, field.name] : [])),
);
/** Keys of event data whose values are names of people. */
const NAMES: ReadonlySet<string> = new Set(['by', 'stolenFrom', 'assignedBefore']);
/**
 * Keys of event data that are removed because their values may reveal a person: the worktree (`place`) and the signature of
 * a note (`signed`).
 */
const TRACES: ReadonlySet<string> = new Set(['place', 'signed']);
const SOMEBODY = 'somebody';
const DAY_LENGTH = '2026-01-05'.length;
/** Keys of event data whose values contain fields by name, including custom fields. */
const FIELDS_IN: ReadonlySet<string> = new Set(['changes', 'members', 'frontmatter', 'fields']);
/**
 * Matches the signature of a note as `note` writes it, `- 2026-01-05 (kim): …`, also after reformatting. The number of list
 * marks before it is limited, because a line with millions of them would make the search slow.
 */
const SIGNED = new RegExp(
  String.raw`^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t>]+){1,100}(?:${BOX}[ \t]+)?\d{4}-\d{2}-\d{2})[ \t]+\(.{1,200}?\):(?=\s|$)`,
  'gm',
);
const DAY_OF_SOMEBODY = /\d{4}-\d{2}-\d{2} \(/g;
/** Matches the names of fields with people; used if unreadable frontmatter is left in the text. */
const PERSONAL_WORD = new RegExp(`\\b(?:${[...PERSONAL].join('|')})`, 'i');
const LEFT_OUT =
  '*Left out: the frontmatter of this document cannot be read, so the text may name people. Correct the frontmatter to include the document.*\n';
/** Codes of problems whose message quotes the document. */
const QUOTING: ReadonlySet<string> = new Set(['FRONTMATTER_INVALID', 'FRONTMATTER_LANGUAGE']);

/**
 * Removes from an exported spec the people who work or worked on it. Names in the text stay, except in signatures of notes.
 */
export function withoutPeople({ spec, body, criteria, events, ...rest }: ExportedSpec): ExportedSpec {
  const unsigned = unsignedBy(events);
  const isLeftOut = spec.broken === true && PERSONAL_WORD.test(body);
  return {
    ...rest,
    spec: { ...openView(spec), ...(isLeftOut && { title: wordsOf(spec.name) }) },
    body: isLeftOut ? LEFT_OUT : unsigned(body),
    criteria: criteria.map((criterion) => withoutWitness(criterion, unsigned)),
    events: events.flatMap((event) => withoutNames(event, unsigned)),
  };
}

/**
 * Refuses to export without people if groups are named after people, because paths would contain their names.
 * @throws SpectoolError `USAGE`.
 */
export function refusePersonalGroups({ groupExtractor = '' }: StructureConfig): void {
  if (!groupFields(groupExtractor).some((field) => PERSONAL.has(field))) return;
  throw new SpectoolError(
    'USAGE',
    `Names of people cannot be left out: structure.groupExtractor ("${groupExtractor}") names folders after people.`,
    {
      hint: 'Leave `redact` out. Or group by another field, if no existing folder is named after a person.',
      details: { key: 'structure.groupExtractor' },
    },
  );
}

function openView({ claim: _claim, problems, approval, ...view }: SpecView): SpecView {
  const open = Object.fromEntries(
    Object.entries(view).filter(([name]) => !PERSONAL.has(name)),
  ) as unknown as SpecView;
  const quiet = problems?.map((problem) =>
    QUOTING.has(problem.code) ? { ...problem, message: 'The frontmatter cannot be read.' } : problem,
  );
  return {
    ...open,
    ...(approval && { approval: { state: approval.state } }),
    ...(quiet && { problems: quiet }),
  };
}

/**
 * Returns a function that removes signatures of notes from a text. Signatures that the log contains are removed anywhere in
 * the text, with any name; other signatures only where the pattern `SIGNED` finds them.
 */
function unsignedBy(events: readonly HistoryEvent[]): (text: string) => string {
  const known = new Set(
    events.flatMap(({ data: { signed } }) => (typeof signed === 'string' ? `${signed}:` : [])),
  );
  const sizes = [...new Set([...known].map(({ length }) => length))].sort((a, b) => b - a);
  return (text) => {
    const kept: string[] = [];
    let done = 0;
    for (const { index } of text.matchAll(DAY_OF_SOMEBODY)) {
      if (index < done) continue;
      const found = sizes.find((size) => known.has(text.slice(index, index + size)));
      if (found === undefined) continue;
      kept.push(text.slice(done, index + DAY_LENGTH));
      done = index + found - 1;
    }
    return (kept.join('') + text.slice(done)).replace(SIGNED, '$1:');
  };
}

/** Removes names from a criterion: from its proofs, and signatures from all its texts, such as reasons and names of tests. */
function withoutWitness(
  { tickedBy, retired, ...criterion }: CriterionView,
  unsigned: (text: string) => string,
): CriterionView {
  const open = <Part extends object>(part: Part) =>
    anonymous(part as JsonObject, unsigned) as unknown as Part;
  return {
    ...open(criterion),
    ...(retired && { retired: { ...open(retired), by: null } }),
    ...(tickedBy !== undefined && { tickedBy: null }),
  };
}

/** Removes names from an event; drops an event that only concerns people. */
function withoutNames(event: HistoryEvent, unsigned: (text: string) => string): readonly HistoryEvent[] {
  const { changes = {}, members = {} } = event.data;
  const fields = [changes, members].flatMap((one) => (isJsonObject(one) ? Object.keys(one) : []));
  if (fields.length > 0 && fields.every((field) => PERSONAL.has(field))) return [];
  return [{ ...event, actor: null, data: anonymous(event.data, unsigned) as JsonObject }];
}

/** Returns a value of event data without names of people. @param isOfFields true if the keys are names of fields. */
function anonymous(value: JsonValue, unsigned: (text: string) => string, isOfFields = false): JsonValue {
  if (typeof value === 'string') return unsigned(value);
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((one) => anonymous(one, unsigned, isOfFields));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): readonly [string, JsonValue][] => {
      if (PERSONAL.has(key) || (!isOfFields && TRACES.has(key))) return [];
      if (!isOfFields && NAMES.has(key)) return [[key, SOMEBODY]];
      return [[key, anonymous(member, unsigned, isOfFields || FIELDS_IN.has(key))]];
    }),
  );
}
