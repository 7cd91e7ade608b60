import { isDocumentFileName } from '../document/documentText.js';
import { isLateField, isStandardField } from '../fields/standardFields.js';
import { findingCode } from '../findings/finding.js';
import { dateFormatOf, groupFields, isPassedOver, legacyPattern } from '../naming/folderPattern.js';
import { FORBIDDEN_NAMES } from '../value/jsonValue.js';
import { CHOICES } from './assistants.js';
import {
  type Configuration,
  DATE_FORMATS,
  DEFAULT_CONFIG,
  type FeatureFlags,
  RULE_LEVELS,
  type Rules,
} from './configuration.js';
import { plainFolder } from '../naming/projectPath.js';

/** A problem in the configuration. */
export interface ConfigFinding {
  /** The path of the key, such as `structure.sequenceDigits`; empty for a problem of the whole file. */
  readonly key: string;
  /** The problem in words, with the value that was found. */
  readonly message: string;
  /** The allowed values, or the nearest known key. */
  readonly allowed?: string;
  /** The line of the first conflict, if the problem is conflict marks in the file. */
  readonly conflictLine?: number;
  /** Set if `validate` reports the problem as an error, not as a warning. */
  readonly isError?: true;
}

/**
 * A rule for a text in the configuration. The rule returns a description of the allowed values if the value is not allowed, or
 * else undefined.
 */
export type TextRule = (value: string) => string | undefined;

const RESERVED_FOLDERS = new Set(['.git', '.spectool', 'node_modules']);

/** Allows a path inside the project: relative, separated by `/`, without `.` and `..` after normalizing. */
export const projectPathRule: TextRule = (value) => {
  const parts = plainFolder(value).split('/');
  const fine =
    !hasUnsafeCharacter(value) &&
    !/^[A-Za-z]:/.test(value) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..') &&
    !parts.some((part) => RESERVED_FOLDERS.has(part.toLowerCase()));
  return fine ? undefined : 'a folder inside the project, such as "specs" or "docs/specs"';
};

/** Returns a rule that allows the name of a file, without folders. */
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

/** Allows only names of git remotes, not addresses, paths or options, so that git's settings alone decide the address. */
export const remoteNameRule: TextRule = (value) =>
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(value) ? undefined : 'the name of a git remote, such as "origin"';

export const fileNameRule = oneFile('spec-template.md');
/** Allows a file name for documents: the name of a text file, without folders. */
export const documentNameRule: TextRule = (value) =>
  fileNameRule(value) === undefined && isDocumentFileName(value)
    ? undefined
    : 'the name of one text file (not an image or data file), without folders, such as "README.md"';

/** Allows the name of an assistant, as a value of `--agent-tools`. */
export const assistantNameRule: TextRule = (value) =>
  /^[a-z][a-z0-9-]{0,30}$/.test(value) && !(CHOICES as readonly string[]).includes(value)
    ? undefined
    : `a name of lowercase letters, digits and "-", such as "mybot", and not one of the words ${CHOICES.join(', ')}`;

/** Allows the path of an instruction file, which becomes a link to AGENTS.md. */
export const instructionFileRule: TextRule = (value) =>
  projectPathRule(value) === undefined &&
  value === plainFolder(value) &&
  value.length <= 120 &&
  /\.mdc?$/i.test(value) &&
  value.toLowerCase() !== 'agents.md'
    ? undefined
    : 'a Markdown file in the project, other than AGENTS.md and outside .git, .spectool and node_modules, such as "MYBOT.md" or ".mybot/rules.md"';

/** Allows `flat`, `custom`, or a supported legacy pattern. */
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
    : '"flat", "custom", or a legacy pattern that ends in "{seq}-{name}", such as "{date}/{seq}-{name}/" or "{date}-{seq}-{name}/"';
};

/**
 * Matches a prefix that ends in a month without a year before it. Such a prefix is not allowed, because `03001` (month 03, number
 * 001) could also be number 3001.
 */
const BARE_MONTH = /(?<!\{YYYY\}[-_.]?)\{MM\}$/;

/** Allows a prefix, which is the text before the number in folder names: text and date tokens. */
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
    : 'a text without "/", with date placeholders such as "{YYYYMMDD}-", that does not end in a digit or in "{MM}" without a year';
};

/** Allows the group of a custom pattern: text, date tokens and field tokens. */
export const groupExtractorRule: TextRule = (value) => {
  const tokens = [...value.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  const fine =
    tokens.length > 0 &&
    tokens.every(
      (token) =>
        dateFormatOf(token) !== undefined ||
        // A token such as `{YYYYMM}` is a mistyped date token, not a field name.
        (FIELD_NAME.test(token) && !/^[YMD/-]+$/.test(token) && !LEGACY_TOKENS.has(token)),
    ) &&
    groupFallbackRule(literal(value, 'x')) === undefined;
  return fine
    ? undefined
    : `a date placeholder ({${DATE_FORMATS.join('}, {')}}), or a text with the placeholder of a field such as "milestone-{milestone}"`;
};

export const groupFallbackRule: TextRule = (value) =>
  projectPathRule(value) === undefined &&
  !/[{}]/.test(value) &&
  !plainFolder(value).split('/').some(isPassedOver)
    ? undefined
    : 'the name of a folder inside the specs folder, such as "misc"';

/** The tokens that only legacy patterns may contain. */
const LEGACY_TOKENS = new Set(['date', 'seq', 'name']);
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

export const fieldNameRule: TextRule = (value) => {
  if (FORBIDDEN_NAMES.has(value)) return 'another name: this one is reserved';
  return FIELD_NAME.test(value)
    ? undefined
    : 'a name of the letters a to z, digits, "_" and "-" that begins with a letter';
};

export const customFieldNameRule: TextRule = (value) =>
  isStandardField(value) && !isLateField(value)
    ? 'another name: this one is a standard field'
    : fieldNameRule(value);

/** Allows the words of a heading, without `#`. */
export const headingRule: TextRule = (value) =>
  /[\p{L}\p{N}]/u.test(value) && !/[\r\n]|^#/.test(value) && value.length <= 120
    ? undefined
    : 'the text of a heading, such as "Success Criteria"';

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

/** Allows a status word of another tool, in lower case, because `import` compares status words in lower case. */
export const statusWordRule: TextRule = (value) =>
  value !== '' && value.length <= 60 && value === value.toLowerCase() && !hasUnsafeCharacter(value)
    ? undefined
    : 'a status word in lowercase, such as "accepted"';

/** The fields that features of the project add to specs. They are text fields, unless the project declares another type. */
const FEATURE_FIELDS = { compliance: 'compliance', approvals: 'approval' } as const satisfies Partial<
  Record<keyof FeatureFlags, string>
>;

export function featureFields(features: FeatureFlags): readonly string[] {
  return Object.entries(FEATURE_FIELDS).flatMap(([feature, field]) =>
    features[feature as keyof typeof FEATURE_FIELDS] ? [field] : [],
  );
}

/** Returns the feature that adds a field. */
export function featureOf(field: string): keyof FeatureFlags | undefined {
  const found = Object.entries(FEATURE_FIELDS).find(([, brought]) => brought === field);
  return found?.[0] as keyof typeof FEATURE_FIELDS | undefined;
}

type Groups = Pick<
  Configuration,
  'structure' | 'features' | 'frontmatter' | 'criteria' | 'workflow' | 'sections' | 'import' | 'sync'
>;

/** The checked content of `.spectool/config.json`; any key may be missing. */
export type GivenConfiguration = Partial<Omit<Configuration, keyof Groups>> & {
  readonly [Group in keyof Groups]?: Partial<Groups[Group]>;
};

/** Returns the complete configuration, with the default for every missing key. */
export function completeConfiguration(given: GivenConfiguration): Configuration {
  const features = { ...DEFAULT_CONFIG.features, ...given.features };
  const frontmatter = { ...DEFAULT_CONFIG.frontmatter, ...given.frontmatter };
  const { groupExtractor, groupFallback, ...folders } = { ...DEFAULT_CONFIG.structure, ...given.structure };
  const structure = {
    ...folders,
    ...(groupExtractor !== undefined && { groupExtractor: plainFolder(groupExtractor) }),
    ...(groupFallback !== undefined && { groupFallback: plainFolder(groupFallback) }),
  };
  // Fields that determine a spec's group are added to the declared fields, so that they can be set.
  const grouping = structure.pattern === 'custom' ? groupFields(structure.groupExtractor ?? '') : [];
  return {
    template: given.template ?? DEFAULT_CONFIG.template,
    // Without the key `templates`, the key `template` determines the default template.
    templates: given.templates ?? { default: given.template ?? DEFAULT_CONFIG.template },
    specsDir: plainFolder(given.specsDir ?? DEFAULT_CONFIG.specsDir),
    autoCheck: given.autoCheck ?? DEFAULT_CONFIG.autoCheck,
    structure,
    features,
    frontmatter: {
      ...frontmatter,
      optional: [...new Set([...frontmatter.optional, ...featureFields(features), ...grouping])],
    },
    criteria: { ...DEFAULT_CONFIG.criteria, ...given.criteria },
    workflow: { ...DEFAULT_CONFIG.workflow, ...given.workflow },
    agents: (given.agents ?? DEFAULT_CONFIG.agents).map(({ skillFolder, ...agent }) => ({
      ...agent,
      ...(skillFolder !== undefined && { skillFolder: plainFolder(skillFolder) }),
    })),
    sections: { ...DEFAULT_CONFIG.sections, ...given.sections },
    rules: given.rules === undefined ? DEFAULT_CONFIG.rules : currentRules(given.rules),
    import: { ...DEFAULT_CONFIG.import, ...given.import },
    adopted: (given.adopted ?? DEFAULT_CONFIG.adopted).map((one) => ({
      ...one,
      path: plainFolder(one.path),
    })),
    sync: { ...DEFAULT_CONFIG.sync, ...given.sync },
    variables: given.variables ?? DEFAULT_CONFIG.variables,
  };
}

/**
 * Replaces former finding codes in `rules` by their current names. If two former codes have the same current name, the stricter
 * level is used.
 */
function currentRules(given: Rules): Rules {
  const rules: { -readonly [Code in keyof Rules]: Rules[Code] } = {};
  for (const [name, level = 'off'] of Object.entries(given)) {
    const code = findingCode(name);
    if (code === undefined) continue;
    const other = rules[code] ?? 'off';
    rules[code] = RULE_LEVELS.indexOf(level) < RULE_LEVELS.indexOf(other) ? other : level;
  }
  return rules;
}
