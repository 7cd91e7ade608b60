import type { CriterionView } from '../../domain/log/criteriaViews.js';
import type { HistoryEvent } from '../../domain/log/historyEvent.js';
import { FIELDS } from '../../domain/spec/fields.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/value/json.js';
import type { Phase } from './phases.js';

/** One spec with all that is known of it. */
export interface ExportedSpec {
  readonly spec: SpecView;
  /** The document without its frontmatter. */
  readonly body: string;
  /** Files of the spec, the document first. */
  readonly files: readonly string[];
  readonly criteria: readonly CriterionView[];
  /** Refs of the specs it waits for. */
  readonly waitsFor: readonly string[];
  /** What it was from which day on, the earliest first. */
  readonly phases: readonly Phase[];
  /** Newest first. */
  readonly events: readonly HistoryEvent[];
}

const PERSONAL: ReadonlySet<string> = new Set(
  FIELDS.flatMap((field) => ('of' in field && field.of === 'person' ? [field.key, field.name] : [])),
);
/** What facts call people. */
const NAMES: ReadonlySet<string> = new Set(['by', 'stolenFrom']);
/** What tells of them: where they work, how they sign. */
const TRACES: ReadonlySet<string> = new Set(['place', 'signed']);
const SOMEBODY = 'somebody';
const DAY_LENGTH = '2026-01-05'.length;
/** In these stand fields of the project's own, whatever they are called. */
const FIELDS_IN: ReadonlySet<string> = new Set(['changes', 'members', 'frontmatter', 'fields']);
/** As `note` writes it: `- 2026-01-05 (kim): …`. */
const SIGNED = /^([ \t]*- \d{4}-\d{2}-\d{2}) \(.{1,200}?\):(?=\s|$)/gm;

/** A spec without who works or worked on it. Names that somebody wrote into the text stay, but for the signatures of notes. */
export function withoutPeople({ spec, body, criteria, events, ...rest }: ExportedSpec): ExportedSpec {
  const { claim: _claim, ...view } = spec;
  const open = Object.fromEntries(
    Object.entries(view).filter(([name]) => !PERSONAL.has(name)),
  ) as unknown as ExportedSpec['spec'];
  const unsigned = unsignedBy(events);
  return {
    ...rest,
    spec: open,
    body: unsigned(body),
    criteria: criteria.map(withoutWitness),
    events: events.flatMap((event) => withoutNames(event, unsigned)),
  };
}

/** Takes the signatures of notes out of a text. Of those in the log a name may hold anything. */
function unsignedBy(events: readonly HistoryEvent[]): (text: string) => string {
  const signatures = new Set(
    events.flatMap(({ data: { signed } }) => (typeof signed === 'string' ? signed : [])),
  );
  const odd = [...signatures].filter((signed) => `- ${signed}:`.replace(SIGNED, '').length > 0);
  return (text) =>
    odd
      .reduce((rest, signed) => rest.replaceAll(`- ${signed}:`, `- ${signed.slice(0, DAY_LENGTH)}:`), text)
      .replace(SIGNED, '$1:');
}

function withoutWitness({ tickedBy, proof, ...criterion }: CriterionView): CriterionView {
  return {
    ...criterion,
    ...(proof !== undefined && { proof: 'by' in proof ? { by: SOMEBODY } : proof }),
    ...(tickedBy !== undefined && { tickedBy: null }),
  };
}

/** A fact that is about people alone is left out. */
function withoutNames(event: HistoryEvent, unsigned: (text: string) => string): readonly HistoryEvent[] {
  const { changes = {}, members = {} } = event.data;
  const fields = [changes, members].flatMap((one) => (isJsonObject(one) ? Object.keys(one) : []));
  if (fields.length > 0 && fields.every((field) => PERSONAL.has(field))) return [];
  return [{ ...event, actor: null, data: anonymous(event.data, unsigned) as JsonObject }];
}

/** @param isOfFields its names are those of fields, not of facts. */
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
