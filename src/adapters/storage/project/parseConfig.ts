import { LARGEST_SETTINGS } from '../../../domain/value/bounds.js';
import { getNodePath, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { ConfigFinding } from '../../../domain/project/configRules.js';

const DEEPEST = 20;
/**
 * Maximum number of reported mistakes of one kind, because finding the line of each requires a scan of the file from its
 * beginning.
 */
const MOST_TOLD = 10;

export type ParsedConfig =
  | { readonly value: unknown; readonly problems?: never }
  | { readonly problems: readonly ConfigFinding[]; readonly value?: never };

/** Parses strict JSON. A repeated key is reported as a problem, although the JSON standard allows it. */
export function parseConfig(text: string): ParsedConfig {
  if (text.length > LARGEST_SETTINGS) return problem('the file is larger than 1 MB');
  const source = text.replace(/^\uFEFF/, '');
  if (deepestNesting(source) > DEEPEST) return problem(`the file is nested deeper than ${DEEPEST} levels`);
  const errors: ParseError[] = [];
  const tree = parseTree(source, errors, {
    disallowComments: true,
    allowTrailingComma: false,
    allowEmptyContent: false,
  });
  if (errors.length > 0 || tree === undefined) {
    // Report several errors at one position as a single mistake.
    const slips = errors.filter(({ offset }, i) => i === 0 || offset !== errors[i - 1]?.offset);
    const found = slips.slice(0, MOST_TOLD).map(({ error, offset }) => {
      const { line, column } = placeOf(source, offset);
      return {
        key: '',
        message: `line ${line}, column ${column}: the file is not valid JSON (${wordsOf(printParseErrorCode(error))})`,
      };
    });
    return found.length === 0 ? problem('the file is empty') : { problems: found };
  }
  const mistaken = [...mistakenKeys(tree)].slice(0, MOST_TOLD);
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
