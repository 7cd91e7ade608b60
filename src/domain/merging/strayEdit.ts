import { valueAt } from '../fields/change.js';
import { isSetField } from '../fields/fields.js';
import { memberChange, membersIn } from '../fields/setMembers.js';
import { jsonEquals, type JsonObject, type JsonValue } from '../value/json.js';

/** Frontmatters that one side of a merge changed, by the id of their spec. */
export interface ChangedSide {
  readonly before: ReadonlyMap<string, JsonObject>;
  readonly after: ReadonlyMap<string, JsonObject>;
}

/** A field of a document that is not as the log has it. */
export interface StandingField {
  readonly spec: string;
  readonly field: string;
  readonly value: JsonValue;
  readonly logged: JsonValue;
}

/**
 * The spec that a side of a merge changed in this way, where none had this one so: git takes documents made from one template for one
 * another, and merges what was written in one into the other. Undefined where no side did, or several specs were changed so.
 */
export function originOf(standing: StandingField, sides: readonly ChangedSide[]): string | undefined {
  const { spec, field, value, logged } = standing;
  const own = sides
    .flatMap(({ before, after }) => [before.get(spec), after.get(spec)])
    .filter((one) => one !== undefined);
  if (own.some((version) => isChangedSo(field, [logged, valueAt(version, field)], [logged, value])))
    return undefined;
  const origins = sides.flatMap(({ before, after }) =>
    [...after].flatMap(([id, version]) => {
      const first = before.get(id);
      if (id === spec || first === undefined) return [];
      const change = [valueAt(first, field), valueAt(version, field)] as const;
      return isChangedSo(field, change, [logged, value]) ? [id] : [];
    }),
  );
  const [origin, ...others] = new Set(origins);
  return others.length === 0 ? origin : undefined;
}

type FromTo = readonly [from: JsonValue, to: JsonValue];

/** Whether a change is, or is part of, another. */
function isChangedSo(field: string, change: FromTo, whole: FromTo): boolean {
  if (!isSetField(field)) return !jsonEquals(...change) && jsonEquals(change[1], whole[1]);
  const [part, all] = [change, whole].map(([from, to]) => memberChange(membersIn(from), membersIn(to)));
  return (
    part !== undefined &&
    part.added.every((member) => all?.added.includes(member)) &&
    part.removed.every((member) => all?.removed.includes(member))
  );
}
