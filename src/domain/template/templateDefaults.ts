import type { JsonObject, JsonValue } from '../value/json.js';
import { filledLength, PLACEHOLDER } from './renderTemplate.js';

/** Private-use characters instead of braces, which would begin a mapping in YAML. */
const [OPEN, CLOSE] = ['\ue000', '\ue001'];
const MARKED = /\ue000([A-Za-z_][A-Za-z0-9_-]{0,63})\ue001/g;

/** A field of a template's frontmatter with its placeholders filled in. */
export interface TemplateDefault {
  readonly value: JsonValue;
  /** True if the value had a placeholder: then it is text, whatever the type of its field. */
  readonly isFilled: boolean;
  /** Unknown placeholders, which stay in the value. */
  readonly unknown: readonly string[];
}

/**
 * Marks the placeholders of a template's frontmatter so that YAML reads `owner: {lead}` as text, not as a mapping. Offsets stay.
 */
export function withMarkedPlaceholders(block: string): string {
  return block.replace(PLACEHOLDER, `${OPEN}$1${CLOSE}`);
}

/** Returns the first key that has a placeholder, as written. */
export function placeholderKey(frontmatter: JsonObject): string | undefined {
  return Object.keys(frontmatter)
    .find((key) => key.includes(OPEN))
    ?.replace(MARKED, '{$1}');
}

/** Returns the `filledLength` of marked frontmatter. */
export function filledDefaultsLength(
  frontmatter: JsonObject,
  variables: ReadonlyMap<string, string>,
): number {
  return filledLength(JSON.stringify(frontmatter), variables, MARKED);
}

/**
 * Fills in the placeholders of values from marked frontmatter, in one pass. Filled-in text stays text: it is quoted when the spec
 * is written, so it cannot add another field.
 */
export function templateDefaults(
  frontmatter: JsonObject,
  variables: ReadonlyMap<string, string>,
): ReadonlyMap<string, TemplateDefault> {
  return new Map(
    Object.entries(frontmatter).map(([key, marked]) => {
      const unknown = new Set<string>();
      const fill = (text: string) =>
        text.replace(MARKED, (_whole, name: string) => {
          const value = variables.get(name);
          if (value === undefined) unknown.add(name);
          return value ?? `{${name}}`;
        });
      const value = mapTexts(marked, fill);
      return [
        key,
        { value, isFilled: typeof marked === 'string' && marked.includes(OPEN), unknown: [...unknown] },
      ];
    }),
  );
}

function mapTexts(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [map(key), mapTexts(item, map)]));
}
