import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';
import { isJsonObject, type JsonValue } from '../../../domain/value/jsonValue.js';
import type { JsonRead, JsonText } from '../../../ports/shippedAndGeneratedTexts.js';
import { parseConfig } from './parseConfig.js';

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
export function withListItem(text: string, path: readonly string[], item: JsonValue): string {
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

/** Formats a value that replaces one written on several lines: a list of plain values then has one item per line. */
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

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
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
