import { mayBeDocument } from '../document/plainText.js';
import { isStandardField } from '../fields/fields.js';
import { dateFormatOf } from '../naming/dateTokens.js';
import { legacyPattern } from '../naming/folderPattern.js';
import { isPassedOver } from '../naming/groupFolder.js';
import { FORBIDDEN_NAMES } from '../value/json.js';
import { CHOICES } from './assistants.js';
import { DATE_FORMATS } from './configuration.js';

/** A problem in the configuration. */
export interface ConfigFinding {
  /** Key path, `structure.sequenceDigits`; empty for the file as a whole. */
  readonly key: string;
  /** The problem, naming the value found. */
  readonly message: string;
  /** The allowed values, or the nearest known key. */
  readonly allowed?: string;
  /** Line of the first conflict, if the finding is about conflict marks. */
  readonly conflictLine?: number;
}

/** A rule returns what is allowed if a value breaks it, and undefined otherwise. */
export type TextRule = (value: string) => string | undefined;

const RESERVED_FOLDERS = new Set(['.git', '.spectool', 'node_modules']);

/** Normalizes a folder: `./specs/` is `specs`. */
export function plainFolder(value: string): string {
  return value.replace(/^(?:\.\/)+/, '').replace(/\/$/, '');
}

/** A path inside the project: relative, `/`-separated, without `.` and `..` after normalizing. */
export const projectPathRule: TextRule = (value) => {
  const parts = plainFolder(value).split('/');
  const fine =
    !hasUnsafeCharacter(value) &&
    !/^[A-Za-z]:/.test(value) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..') &&
    !parts.some((part) => RESERVED_FOLDERS.has(part.toLowerCase()));
  return fine ? undefined : 'a folder inside the project, such as "specs" or "docs/specs"';
};

/** The name of a file, without folders. */
const oneFile =
  (example: string): TextRule =>
  (value) =>
    value !== '' &&
    !value.includes('/') &&
    !value.startsWith('.') &&
    !hasUnsafeCharacter(value) &&
    value.length <= 120
      ? undefined
      : `the name of one file, without folders, such as "${example}"`;

export const fileNameRule = oneFile('spec-template.md');
/** The configured name of documents. Old documents are still searched by such names when the name changes. */
export const documentNameRule: TextRule = (value) =>
  fileNameRule(value) === undefined && mayBeDocument(value)
    ? undefined
    : 'the name of one text file, no picture or data, without folders, such as "README.md"';

/** The name of an assistant for `--agent-tools`. */
export const assistantNameRule: TextRule = (value) =>
  /^[a-z][a-z0-9-]{0,30}$/.test(value) && !(CHOICES as readonly string[]).includes(value)
    ? undefined
    : 'a name of small letters, digits and "-", such as "junie"';

/** A file that may be replaced by a link to AGENTS.md. */
export const instructionFileRule: TextRule = (value) =>
  documentNameRule(value) === undefined && /\.mdc?$/i.test(value) && value.toLowerCase() !== 'agents.md'
    ? undefined
    : 'the name of a Markdown file in the root, such as "JUNIE.md"';

/** `flat`, `custom`, or a supported legacy pattern. */
export const patternRule: TextRule = (value) => {
  if (value === 'flat' || value === 'custom') return undefined;
  const parts = legacyPattern(value, 'YYYYMMDD');
  const fine =
    parts !== undefined &&
    prefixRule(parts.prefix) === undefined &&
    unknownTokens(parts.group).length === 0 &&
    (parts.group === '' || groupFallbackRule(literal(parts.group, 'x')) === undefined);
  return fine
    ? undefined
    : '"flat", "custom", or a legacy pattern that ends in "{seq}-{name}", with {date} in a folder above or before "-{seq}": "{date}/{seq}-{name}/", "{date}-{seq}-{name}/"';
};

/** Without a year before it, a month is not allowed at the end: `03001` could also be number 3001. */
const BARE_MONTH = /(?<!\{YYYY\}[-_.]?)\{MM\}$/;

/** The text before the number of a folder: text and date tokens. */
export const prefixRule: TextRule = (value) => {
  const fine =
    unknownTokens(value).length === 0 &&
    !literal(value).includes('/') &&
    !hasUnsafeCharacter(value) &&
    !value.includes('..') &&
    !value.startsWith('.') &&
    !/\d$/.test(literal(value)) &&
    !BARE_MONTH.test(value) &&
    value.length <= 60;
  return fine
    ? undefined
    : 'a text without "/", with date tokens such as "{YYYYMMDD}-", that does not end in a digit or a month, which would read as a part of the number';
};

/** The group of a custom pattern: text, date tokens and field tokens. */
export const groupExtractorRule: TextRule = (value) => {
  const tokens = [...value.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  const fine =
    tokens.length > 0 &&
    tokens.every(
      (token) =>
        dateFormatOf(token) !== undefined ||
        // `{YYYYMM}` is a mistaken date token.
        (FIELD_NAME.test(token) && !/^[YMD/-]+$/.test(token) && !LEGACY_TOKENS.has(token)),
    ) &&
    groupFallbackRule(literal(value, 'x')) === undefined;
  return fine
    ? undefined
    : `a date token ({${DATE_FORMATS.join('}, {')}}), or a text with a field token such as "milestone-{milestone}"`;
};

export const groupFallbackRule: TextRule = (value) =>
  projectPathRule(value) === undefined &&
  !/[{}]/.test(value) &&
  !plainFolder(value).split('/').some(isPassedOver)
    ? undefined
    : 'a folder name inside the specs directory, such as "misc"';

/** Tokens that only legacy patterns have. */
const LEGACY_TOKENS = new Set(['date', 'seq', 'name']);
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

export const fieldNameRule: TextRule = (value) => {
  if (FORBIDDEN_NAMES.has(value)) return 'another name: this one is reserved';
  return FIELD_NAME.test(value)
    ? undefined
    : 'a name of the letters a to z, digits, "_" and "-" that begins with a letter';
};

/** Custom fields that projects may have declared before they became standard fields. */
const CAME_LATER: ReadonlySet<string> = new Set(['archived_as', 'superseded_by']);

export const customFieldNameRule: TextRule = (value) =>
  isStandardField(value) && !CAME_LATER.has(value)
    ? 'another name: this one is a standard field'
    : fieldNameRule(value);

/** The words of a heading, without `#`. */
export const headingRule: TextRule = (value) =>
  /[\p{L}\p{N}]/u.test(value) && !/[\r\n]|^#/.test(value) && value.length <= 120
    ? undefined
    : 'the words of a heading, such as "Success Criteria"';

function unknownTokens(value: string): readonly string[] {
  return [...value.matchAll(/\{([^{}]*)\}?/g)]
    .map((match) => match[1] ?? '')
    .filter((token) => dateFormatOf(token) === undefined);
}

function literal(value: string, token = ''): string {
  return value.replace(/\{[^{}]*\}/g, token);
}

function hasUnsafeCharacter(value: string): boolean {
  return /[\\\u0000-\u001f\u007f-\u009f:*?"<>|]/.test(value);
}

/** A status word of another tool, normalized as `import` compares it. */
export const statusWordRule: TextRule = (value) =>
  value !== '' && value.length <= 60 && value === value.toLowerCase() && !hasUnsafeCharacter(value)
    ? undefined
    : 'a status word in small letters, such as "accepted"';
