import type { JsonObject, JsonValue } from '../value/jsonValue.js';
import { filledLength, PLACEHOLDER } from './renderTemplate.js';

/** Private-use characters that replace the braces of placeholders, because braces would begin a mapping in YAML. */
const [OPEN, CLOSE] = ['\ue000', '\ue001'];
const MARKED = /\ue000([A-Za-z_][A-Za-z0-9_-]{0,63})\ue001/g;

/** The default value of a field in a template's frontmatter, with its placeholders filled in. */
export interface TemplateDefault {
  readonly value: JsonValue;
  /** True if the value had a placeholder; it is then a text, whatever the type of the field. */
  readonly isFilled: boolean;
  /** The unknown placeholders of the value, which stay in it. */
  readonly unknown: readonly string[];
}

/**
 * Marks the placeholders of a template's frontmatter, so that a YAML parser reads `owner: {lead}` as text and not as a mapping.
 * Offsets do not change.
 */
export function withMarkedPlaceholders(block: string): string {
  return block.replace(PLACEHOLDER, `${OPEN}$1${CLOSE}`);
}

/** Returns the first frontmatter key that contains a placeholder, as written. */
export function placeholderKey(frontmatter: JsonObject): string | undefined {
  return Object.keys(frontmatter)
    .find((key) => key.includes(OPEN))
    ?.replace(MARKED, '{$1}');
}

/** Returns the length of a frontmatter with marked placeholders after filling them in (see `filledLength`). */
export function filledDefaultsLength(
  frontmatter: JsonObject,
  variables: ReadonlyMap<string, string>,
): number {
  return filledLength(JSON.stringify(frontmatter), variables, MARKED);
}

/**
 * Returns the values of a frontmatter with marked placeholders, after filling them in. A filled-in value is always a text, which
 * is quoted when the spec is written, so that it cannot add another field.
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
