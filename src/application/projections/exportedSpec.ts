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
/** What facts call people and the places they work in. */
const NAMES: ReadonlySet<string> = new Set(['by', 'stolenFrom', 'place', 'signed']);
/** As `note` writes it: `- 2026-01-05 (kim): …`. */
const SIGNED = /^(\s*- \d{4}-\d{2}-\d{2}) \([^)\n]{1,100}\):/gm;

/** A spec without who works or worked on it. Names that somebody wrote into the text stay, but for the signatures of notes. */
export function withoutPeople({ spec, body, criteria, events, ...rest }: ExportedSpec): ExportedSpec {
  const { claim: _claim, ...view } = spec;
  const open = Object.fromEntries(
    Object.entries(view).filter(([name]) => !PERSONAL.has(name)),
  ) as unknown as ExportedSpec['spec'];
  return {
    ...rest,
    spec: open,
    body: body.replace(SIGNED, '$1:'),
    criteria: criteria.map(({ tickedBy: _by, ...criterion }) => criterion),
    events: events.flatMap((event) => withoutNames(event)),
  };
}

/** A fact that is about people alone is left out. */
function withoutNames(event: HistoryEvent): readonly HistoryEvent[] {
  const { changes } = event.data;
  if (!isJsonObject(changes)) return [{ ...event, actor: null, data: anonymous(event.data) }];
  const others = Object.fromEntries(Object.entries(changes).filter(([field]) => !PERSONAL.has(field)));
  if (Object.keys(others).length === 0 && Object.keys(changes).length > 0) return [];
  return [{ ...event, actor: null, data: anonymous({ ...event.data, changes: others }) }];
}

function anonymous(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]): [string, JsonValue] => [key, NAMES.has(key) ? null : value]),
  );
}
