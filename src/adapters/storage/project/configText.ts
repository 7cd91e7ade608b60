import { BOUNDS } from '../../../domain/value/bounds.js';
import {
  findNodeAtLocation,
  getNodePath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { pathFromRoot } from '../../../domain/naming/projectPath.js';
import type { ConfigFinding } from '../../../domain/project/configRulesAndDefaults.js';
import type { SettingChange } from '../../../domain/project/configuration.js';
import { CONFIG_FILE } from '../../../domain/project/projectFolders.js';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../../../domain/value/jsonValue.js';
import type { JsonRead, JsonText } from '../../../ports/shippedAndGeneratedTexts.js';

type ParsedConfig =
  | { readonly value: unknown; readonly problems?: never }
  | { readonly problems: readonly ConfigFinding[]; readonly value?: never };

/** Parses strict JSON. A repeated key is reported as a problem, although the JSON standard allows it. */
export function parseConfig(text: string): ParsedConfig {
  if (text.length > BOUNDS.smallFile) return problem('the file is larger than 1 MB');
  const source = text.replace(/^\uFEFF/, '');
  if (deepestNesting(source) > BOUNDS.depth)
    return problem(`the file is nested deeper than ${BOUNDS.depth} levels`);
  const errors: ParseError[] = [];
  const tree = parseTree(source, errors, {
    disallowComments: true,
    allowTrailingComma: false,
    allowEmptyContent: false,
  });
  if (errors.length > 0 || tree === undefined) {
    // Report several errors at one position as a single mistake.
    const slips = errors.filter(({ offset }, i) => i === 0 || offset !== errors[i - 1]?.offset);
    const found = slips.slice(0, BOUNDS.listed).map(({ error, offset }) => {
      const { line, column } = placeOf(source, offset);
      return {
        key: '',
        message: `line ${line}, column ${column}: the file is not valid JSON (${wordsOf(printParseErrorCode(error))})`,
      };
    });
    return found.length === 0 ? problem('the file is empty') : { problems: found };
  }
  const mistaken = [...mistakenKeys(tree)].slice(0, BOUNDS.listed);
  if (mistaken.length > 0) return { problems: mistaken.map((one) => mistake(one, source)) };
  return { value: JSON.parse(source) as unknown };
}

/** A key in the configuration file that repeats another key of its object, or has a forbidden name. */
interface MistakenKey {
  readonly object: Node;
  readonly name: string;
  readonly offset: number;
  readonly isTwice: boolean;
}

function* mistakenKeys(node: Node): Generator<MistakenKey> {
  const seen = new Set<string>();
  for (const child of node.children ?? []) {
    const name = node.type === 'object' ? (child.children?.[0]?.value as unknown) : undefined;
    if (typeof name === 'string') {
      const key = { object: node, name, offset: child.offset };
      if (seen.has(name)) yield { ...key, isTwice: true };
      if (name === '__proto__') yield { ...key, isTwice: false };
      seen.add(name);
    }
    yield* mistakenKeys(child);
  }
}

function mistake({ object, name, offset, isTwice }: MistakenKey, source: string): ConfigFinding {
  const { line } = placeOf(source, offset);
  const key = [...getNodePath(object), name].join('.');
  return isTwice
    ? { key, message: `appears twice (line ${line})`, allowed: 'each key only once' }
    : { key, message: `is a forbidden name (line ${line})` };
}

/**
 * Returns how deep brackets nest in a JSON text. Computed before parsing, because the recursive parser could overflow the stack.
 */
function deepestNesting(source: string): number {
  let [depth, deepest, inText] = [0, 0, false];
  for (let i = 0; i < source.length; i++) {
    const letter = source[i];
    if (inText) {
      if (letter === '\\') i++;
      else if (letter === '"') inText = false;
    } else if (letter === '"') inText = true;
    else if (letter === '{' || letter === '[') deepest = Math.max(deepest, ++depth);
    else if (letter === '}' || letter === ']') depth--;
  }
  return deepest;
}

function placeOf(source: string, offset: number): { readonly line: number; readonly column: number } {
  const before = source.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

function wordsOf(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function problem(message: string): ParsedConfig {
  return { problems: [{ key: '', message }] };
}

/**
 * Sets or removes a value in a JSON text and keeps every other byte. New text has the layout of the text around it;
 * jsonc-parser's own edit functions would reformat the rest.
 * @param path of the key or list item; missing objects on the way are created.
 */
export function editedJson(
  text: string,
  path: readonly (string | number)[],
  value: JsonValue | undefined,
): string {
  const source = text.replace(/^\uFEFF/, '');
  const edited = value === undefined ? without(source, path) : withValue(source, path, value);
  return text.slice(0, text.length - source.length) + edited;
}

/** Appends an item to the list at `path` in a JSON text; creates the list if it is missing. */
function withListItem(text: string, path: readonly string[], item: JsonValue): string {
  const source = text.replace(/^\uFEFF/, '');
  const tree = parseTree(source);
  const list = tree && findNodeAtLocation(tree, [...path]);
  const last = list?.children?.at(-1);
  if (list === undefined || last === undefined) return editedJson(text, path, [item]);
  const isOnOneLine = !source.slice(list.offset, endOf(list)).includes('\n');
  const indent = indentAt(source, last);
  const added = isOnOneLine
    ? ` ${inline(item)}`
    : `${source.includes('\r\n') ? '\r\n' : '\n'}${indent}${laidOut(source, item, indent)}`;
  const bom = text.slice(0, text.length - source.length);
  return `${bom}${source.slice(0, endOf(last))},${added}${source.slice(endOf(last))}`;
}

function withValue(source: string, path: readonly (string | number)[], value: JsonValue): string {
  const root = parseTree(source);
  const there = root && findNodeAtLocation(root, [...path]);
  if (there !== undefined) {
    const isOnOneLine = !source.slice(there.offset, endOf(there)).includes('\n');
    const text = isOnOneLine ? inline(value) : spread(source, value, indentAt(source, there));
    return source.slice(0, there.offset) + text + source.slice(endOf(there));
  }
  let [object, depth] = [root, 0];
  for (; depth < path.length; depth++) {
    const next = object && findNodeAtLocation(object, [path[depth] ?? '']);
    if (next === undefined) break;
    object = next;
  }
  if (object === undefined) return source;
  const missing = path.slice(depth + 1).reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), value);
  return withMember(source, object, String(path[depth]), missing);
}

function withMember(source: string, object: Node, key: string, value: JsonValue): string {
  const last = object.children?.at(-1);
  const here = source.slice(object.offset, endOf(object));
  const name = JSON.stringify(key);
  const isOnOneLine = last === undefined ? !source.includes('\n') : !here.includes('\n');
  if (isOnOneLine) {
    const gap = /":\S/.test(here) ? '' : ' ';
    const comma = last === undefined ? '' : `,${gap}`;
    const at = last === undefined ? object.offset + 1 : endOf(last);
    return `${source.slice(0, at)}${comma}${name}:${gap}${inline(value)}${source.slice(at)}`;
  }
  const eol = source.includes('\r\n') ? '\r\n' : '\n';
  const outer = indentAt(source, object);
  const inner = last === undefined ? outer + unitOf(source) : indentAt(source, last);
  const member = `${eol}${inner}${name}: ${laidOut(source, value, inner)}`;
  return last === undefined
    ? `${source.slice(0, object.offset)}{${member}${eol}${outer}}${source.slice(endOf(object))}`
    : `${source.slice(0, endOf(last))},${member}${source.slice(endOf(last))}`;
}

/** Removes a value from a JSON text, and also its object or list if that becomes empty. */
function without(source: string, path: readonly (string | number)[]): string {
  const root = parseTree(source);
  const value = root && findNodeAtLocation(root, [...path]);
  const member = value?.parent?.type === 'array' ? value : value?.parent;
  const members = member?.parent?.children;
  if (member === undefined || members === undefined) return source;
  if (members.length === 1) return path.length > 1 ? without(source, path.slice(0, -1)) : '{}';
  const i = members.indexOf(member);
  const [before, after] = [members[i - 1], members[i + 1]];
  const [from, to] =
    after !== undefined || before === undefined
      ? [member.offset, after?.offset ?? endOf(member)]
      : [endOf(before), endOf(member)];
  return source.slice(0, from) + source.slice(to);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** Returns the indentation of the line in which a value begins. */
function indentAt(source: string, { offset }: Node): string {
  const line = source.slice(source.lastIndexOf('\n', offset) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Returns the indentation of one level, as used for the first indented key. */
function unitOf(source: string): string {
  return /\n([ \t]+)"/.exec(source)?.[1] ?? '  ';
}

/** Formats the replacement of a value that was written on several lines: a list of plain values gets one item per line. */
function spread(source: string, value: JsonValue, indent: string): string {
  if (!isList(value) || value.length === 0 || value.some(isJsonObject)) return laidOut(source, value, indent);
  const eol = source.includes('\r\n') ? '\r\n' : '\n';
  const lines = value.map((one) => `${indent}${unitOf(source)}${inline(one)}`);
  return `[${lines.map((line) => eol + line).join(',')}${eol}${indent}]`;
}

/**
 * Formats a value: a list of plain values on one line, any other list with one item per line, an object with one member per line.
 */
function laidOut(source: string, value: JsonValue, indent: string): string {
  if (isList(value) && value.some((one) => isJsonObject(one) || isList(one))) {
    const eol = source.includes('\r\n') ? '\r\n' : '\n';
    const inner = indent + unitOf(source);
    const items = value.map((one) => `${inner}${laidOut(source, one, inner)}`);
    return `[${eol}${items.join(`,${eol}`)}${eol}${indent}]`;
  }
  const members = isJsonObject(value) ? Object.entries(value) : [];
  if (members.length === 0) return inline(value);
  const eol = source.includes('\r\n') ? '\r\n' : '\n';
  const inner = indent + unitOf(source);
  const lines = members.map(([key, one]) => `${inner}${JSON.stringify(key)}: ${laidOut(source, one, inner)}`);
  return `{${eol}${lines.join(`,${eol}`)}${eol}${indent}}`;
}

function inline(value: JsonValue): string {
  if (isList(value)) return `[${value.map(inline).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inline(one)}`);
  return `{${members.join(', ')}}`;
}

/** Edits JSON settings files of other programs, with the same checks as for the project's configuration. */
export const editableJson: JsonText = {
  read: (text): JsonRead => {
    const { value, problems } = parseConfig(text);
    if (problems === undefined) return { value: value as JsonValue };
    const [{ key, message } = { key: '', message: 'it cannot be read' }] = problems;
    return { problem: key === '' ? message : `${key} ${message}` };
  },
  withItem: withListItem,
  without: (text, path) => editedJson(text, path, undefined),
};

/**
 * Reads a file of the repository. Returns the file's text, or why it could not be read.
 * @param path relative to the project's root; outside the project it begins with `../`.
 */
export type ReadInRepository = (path: string) => { readonly text: string } | { readonly problem: string };

/** The settings that earlier versions took from the file that `extends` named. */
const INHERITED = ['features', 'frontmatter', 'criteria', 'workflow', 'rules', 'variables'];
/** Maximum number of files that are read because of `extends`. */
const LONGEST_CHAIN = 10;

/**
 * Returns the changes that copy the values inherited through `extends`, which earlier versions had, into the configuration's own
 * file and remove `extends`. Undefined if an inherited file cannot be read, because its values would be lost.
 */
export function inheritedSettings(
  own: JsonObject,
  read: ReadInRepository,
): readonly SettingChange[] | undefined {
  const changes: SettingChange[] = [];
  let given = own;
  let at = CONFIG_FILE;
  let from = own['extends'];
  for (let files = 0; typeof from === 'string' && files < LONGEST_CHAIN; files += 1) {
    at = pathFromRoot(`${at}/..`, from);
    const answer = read(at);
    const other = 'text' in answer ? parseConfig(answer.text).value : undefined;
    if (!isJsonObject(other)) return undefined;
    const missing = INHERITED.flatMap((key) => missingIn(given[key], other[key], [key]));
    for (const change of missing) changes.push(change);
    given = missing.reduce(withInherited, given);
    from = other['extends'];
  }
  return [...changes, { path: ['extends'] }];
}

/** Returns a change for each value that only the inherited settings have; a list counts as one value. */
function missingIn(
  own: JsonValue | undefined,
  inherited: JsonValue | undefined,
  path: readonly string[],
): readonly SettingChange[] {
  // The name of a project was never inherited.
  if (inherited === undefined || path.join('.') === 'variables.project_name') return [];
  if (isJsonObject(inherited) && (own === undefined || isJsonObject(own)))
    return Object.entries(inherited).flatMap(([key, value]) => missingIn(own?.[key], value, [...path, key]));
  return own === undefined ? [{ path, value: inherited }] : [];
}

function withInherited(
  given: JsonObject,
  { path: [key = '', ...rest], value = null }: SettingChange,
): JsonObject {
  const inner = given[key];
  const below =
    rest.length === 0 ? value : withInherited(isJsonObject(inner) ? inner : {}, { path: rest, value });
  return { ...given, [key]: below };
}
