import { checkboxIn, isBlankText, withoutTicks } from '../criteria/checkboxes.js';
import { withoutComments } from '../document/sections/codeBlocks.js';
import type { FeatureFlags, FrontmatterConfig } from '../project/configuration.js';
import { type JsonObject, type JsonValue, isList } from '../value/jsonValue.js';
import { scalarValue, memberText } from '../spec/operations/fields.js';
import { ALLOWED, isOfType, typedValue } from '../fields/customField.js';
import { isSetField, standardField } from '../fields/standardFields.js';
import { wrongType } from '../fields/fieldText.js';

/** The placeholders that every template may use, in addition to those in `variables` of the configuration. */
const BUILT_IN_PLACEHOLDERS = [
  'name',
  'title',
  'date',
  'created',
  'status',
  'sequence',
  'project_name',
  'author',
] as const;

export type BuiltInPlaceholder = (typeof BUILT_IN_PLACEHOLDERS)[number];

export function isBuiltInPlaceholder(name: string): name is BuiltInPlaceholder {
  return (BUILT_IN_PLACEHOLDERS as readonly string[]).includes(name);
}

const OPEN = /^[ \t]*(?:<!--|#)[ \t]*if:([A-Za-z]+)(?:[ \t]*-->)?$/;
const CLOSE = /^[ \t]*(?:<!--|#)[ \t]*end:([A-Za-z]+)(?:[ \t]*-->)?$/;

/**
 * Removes the parts of a template that belong to disabled features. A part is between the lines `<!-- if:apiDocs -->` and
 * `<!-- end:apiDocs -->` (`# if:apiDocs` in frontmatter); these two lines are always removed. Lines of this form that name no
 * feature stay.
 */
export function withFeatures(template: string, features: FeatureFlags): string {
  const open: string[] = [];
  const kept: string[] = [];
  for (const line of template.split(/(?<=\n)/)) {
    const bare = line.trimEnd();
    const begun = OPEN.exec(bare)?.[1];
    const ended = CLOSE.exec(bare)?.[1];
    if (begun !== undefined && isFeature(begun, features)) open.push(begun);
    else if (ended !== undefined && open.at(-1) === ended) open.pop();
    else if (open.every((name) => isFeature(name, features) && features[name])) kept.push(line);
  }
  return kept.join('');
}

function isFeature(name: string, features: FeatureFlags): name is keyof FeatureFlags {
  return Object.hasOwn(features, name);
}

/** Matches a placeholder, `{name}`. The allowed names exclude most JSON and code in braces. */
const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/g;
const FENCE = /^ {0,3}(`{3,}|~{3,})([^\r\n]*)/;

/** Returns the length of a text after filling in its placeholders, without building it. */
export function filledLength(
  text: string,
  variables: ReadonlyMap<string, string>,
  placeholder = PLACEHOLDER,
): number {
  let length = text.length;
  for (const [whole, name = ''] of text.matchAll(placeholder))
    length += (variables.get(name) ?? whole).length - whole.length;
  return length;
}

/**
 * Replaces `{name}` placeholders by their values in one pass, so that placeholders in values are not replaced. Unknown
 * placeholders stay in the text; those outside code blocks are returned in `unknown`.
 */
export function renderTemplate(
  text: string,
  variables: ReadonlyMap<string, string>,
): { readonly text: string; readonly unknown: readonly string[] } {
  const unknown = new Set<string>();
  let fence: string | undefined;
  const lines = text.split(/(?<=\n)/).map((line) => {
    const [, mark, behind = ''] = FENCE.exec(line) ?? [];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true && behind.trim() === '') fence = undefined;
    return line.replace(PLACEHOLDER, (whole, name: string) => {
      const value = variables.get(name);
      if (value === undefined && fence === undefined) unknown.add(name);
      return value ?? whole;
    });
  });
  return { text: lines.join(''), unknown: [...unknown] };
}

/** True for a line that comes from a template. */
export type TemplateLines = (line: string) => boolean;

/** Returns a function that recognizes the lines of templates, with any value in place of each placeholder. */
export function templateLines(templates: readonly string[]): TemplateLines {
  const linesOf = (text: string) =>
    withoutTicks(text)
      .split('\n')
      .map((line) => line.trim());
  const lines = new Set(templates.flatMap(linesOf));
  const patterns = [...lines].flatMap((line) => {
    const parts = line.split(PLACEHOLDER).filter((_, i) => i % 2 === 0);
    // A placeholder alone would match every line.
    if (parts.length === 1 || !/\p{L}/u.test(parts.join(''))) return [];
    return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('.*')}$`);
  });
  return (text) =>
    linesOf(text).every((line) => lines.has(line) || patterns.some((pattern) => pattern.test(line)));
}

/**
 * True if the spec's text has not been written yet: it has only headings, comments, blank checkboxes and lines of templates.
 * @param body the text below the frontmatter.
 */
export function isUnwritten(body: string, isOfTemplate: TemplateLines): boolean {
  return withoutComments(body)
    .split(/\r?\n/)
    .every((line) => isNoText(line.trim()) || isOfTemplate(line));
}

/** True for a blank line, a heading or its underline, a thematic break, and a blank checkbox. */
function isNoText(line: string): boolean {
  if (line === '' || /^(?:#{1,6}(?:\s|$)|[=-]+$)/.test(line)) return true;
  const box = checkboxIn(line);
  return box !== undefined && isBlankText(box.text);
}

/** Private-use characters that replace the braces of placeholders, because braces would begin a mapping in YAML. */
const [MARK_OPEN, MARK_CLOSE] = ['\ue000', '\ue001'];
const MARKED = /\ue000([A-Za-z_][A-Za-z0-9_-]{0,63})\ue001/g;

/** The default value of a field in a template's frontmatter, with its placeholders filled in. */
export interface TemplateDefault {
  readonly value: JsonValue;
  /** True if the value contained a placeholder; the value is then a text, whatever the field's type. */
  readonly isFilled: boolean;
  /** The unknown placeholders of the value, which stay in it. */
  readonly unknown: readonly string[];
}

/**
 * Marks the placeholders of a template's frontmatter, so that a YAML parser reads `owner: {lead}` as text and not as a mapping.
 * Offsets do not change.
 */
export function withMarkedPlaceholders(block: string): string {
  return block.replace(PLACEHOLDER, `${MARK_OPEN}$1${MARK_CLOSE}`);
}

/** Returns the first frontmatter key that contains a placeholder, as written. */
export function placeholderKey(frontmatter: JsonObject): string | undefined {
  return Object.keys(frontmatter)
    .find((key) => key.includes(MARK_OPEN))
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
        { value, isFilled: typeof marked === 'string' && marked.includes(MARK_OPEN), unknown: [...unknown] },
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

/** Returns the possible values of `--template`: configured names, and names of template files without `-template.md` or `.md`. */
export function templateNames(
  configured: Readonly<Record<string, string>>,
  files: readonly string[],
): readonly string[] {
  const unnamed = files.filter((file) => !Object.values(configured).includes(file));
  const short = unnamed.map((file) => file.replace(/(?:-template)?\.md$/, ''));
  return [...new Set([...Object.keys(configured), ...short])].sort();
}

/**
 * Returns the file of a template by name: the configured file, or an existing one, which for `api` is `api-template.md` or
 * `api.md`.
 */
export function templateFile(
  name: string,
  configured: Readonly<Record<string, string>>,
  files: readonly string[],
): string | undefined {
  if (Object.hasOwn(configured, name)) return configured[name];
  return [name, `${name}-template.md`, `${name}.md`].find((file) => files.includes(file));
}

/**
 * Converts the default value that a template gives a field to the field's type. If the value came from a placeholder, it is a
 * text, which is parsed as if a user had typed it.
 * @throws SpectoolError `FIELD_INVALID` for a value of another type.
 */
export function defaultValue(
  key: string,
  { value, isFilled }: TemplateDefault,
  { custom }: FrontmatterConfig,
): JsonValue {
  if (isSetField(key)) return memberTexts(key, value);
  const field = standardField(key);
  if (field !== undefined) return scalarValue(field, value);
  const type = Object.hasOwn(custom, key) ? custom[key] : undefined;
  if (type === undefined) return value;
  if (isFilled) return typedValue(key, value, type);
  if (!isOfType(value, type)) throw wrongType(key, value, ALLOWED[type]);
  return value;
}

/** Returns the members of a field such as `tags` as texts. A single text is split at commas, as on the command line. */
function memberTexts(key: string, value: JsonValue): readonly string[] {
  const members = typeof value === 'string' ? value.split(',') : isList(value) ? value : [value];
  const texts = members.map((member) => {
    if (typeof member === 'object') throw wrongType(key, value, 'a list of strings');
    return memberText(key, String(member));
  });
  return [...new Set(texts)];
}

/** Returns the placeholders without a value that remain in fields copied from template defaults. */
export function unfilledDefaults(
  defaults: ReadonlyMap<string, TemplateDefault>,
  fields: JsonObject,
): readonly string[] {
  return [...defaults].flatMap(([key, { unknown }]) => {
    const written = JSON.stringify(fields[key] ?? null);
    return unknown.filter((name) => written.includes(`{${name}}`));
  });
}
