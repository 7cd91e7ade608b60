import * as t from 'typanion';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { standardField } from '../../../domain/fields/standardFields.js';
import { FINDING_CODES, findingCode, REMOVED_CODES } from '../../../domain/findings/finding.js';
import { groupFields } from '../../../domain/naming/folderPattern.js';
import { nearestWords } from '../../../domain/naming/nearestWords.js';
import {
  assistantNameRule,
  type ConfigFinding,
  customFieldNameRule,
  documentNameRule,
  fieldNameRule,
  fileNameRule,
  groupExtractorRule,
  groupFallbackRule,
  headingRule,
  instructionFileRule,
  patternRule,
  prefixRule,
  projectPathRule,
  remoteNameRule,
  statusWordRule,
  type TextRule,
  completeConfiguration,
  type GivenConfiguration,
} from '../../../domain/project/configRulesAndDefaults.js';
import {
  COMPLETION_NEEDS,
  CUSTOM_FIELD_TYPES,
  DATE_FORMATS,
  IMPORTED_STATUSES,
  PROOF_NEEDS,
  RULE_LEVELS,
  START_NEEDS,
  type Configuration,
  ADOPTED_KIND_NAMES,
} from '../../../domain/project/configuration.js';
import { isBuiltInPlaceholder } from '../../../domain/template/template.js';
import { isJsonObject, jsonIn, type JsonValue } from '../../../domain/value/jsonValue.js';
import { parseConfig } from './configText.js';

const FIELD_NAMES = 'a list of field names, of the letters a to z, digits, "_" and "-"';

/** The rule for one key of the configuration: a test of its value, and a text for the message if the test fails. */
interface KeyRule {
  readonly test: t.AnyStrictValidator;
  readonly allowed: string;
  /** For a list of objects: the rules for the keys of each object. */
  readonly items?: Readonly<Record<string, KeyRule & { readonly isOptional?: boolean }>>;
}

interface GroupShape {
  readonly keys: Readonly<Record<string, KeyRule | GroupShape>>;
  readonly allowed: string;
}

function passes(rule: KeyRule, value: unknown): boolean {
  return rule.test(value, { errors: [] });
}

function isGroup(rule: KeyRule | GroupShape): rule is GroupShape {
  return 'keys' in rule;
}

const text = (rule: TextRule): KeyRule => ({
  test: t.cascade(t.isString(), [textRule(rule)]),
  get allowed() {
    return rule('') ?? rule('/') ?? '';
  },
});
const flag: KeyRule = { test: t.isBoolean(), allowed: 'true or false' };
const oneOf = (values: readonly string[]): KeyRule => ({
  test: t.isEnum(values),
  allowed: values.map((value) => `"${value}"`).join(', '),
});

function textRule(rule: TextRule): t.LooseTest<string> {
  return (value) => rule(value) === undefined;
}

const fileName = text(fileNameRule);

/** For each setting that earlier versions had: what to do instead (docs/adr/0009-simpler-rules.md). */
export const REMOVED_KEYS: Readonly<Record<string, string>> = {
  extends:
    '`spectool validate --fix` writes the inherited values into .spectool/config.json; `spectool config unset extends` removes them',
  'workflow.approvals':
    'one approval is enough now: `spectool config unset workflow.approvals`; ask each person whose approval you need with `spectool update SPEC --reviewer PERSON`',
  'sync.timeout': 'a command waits ten seconds for the remote: `spectool config unset sync.timeout`',
  ...Object.fromEntries(
    Object.entries(REMOVED_CODES).map(([code, now]) => [
      `rules.${code}`,
      `${now}: \`spectool config unset rules.${code}\``,
    ]),
  ),
};

/** Returns the warning for a setting that earlier versions had; undefined for any other key. */
function removedKey(key: string): ConfigFinding | undefined {
  const allowed = Object.hasOwn(REMOVED_KEYS, key) ? REMOVED_KEYS[key] : undefined;
  return allowed === undefined ? undefined : { key, message: 'was removed and has no effect', allowed };
}

/**
 * The rules for all keys of `.spectool/config.json`. The members of `templates`, `variables`, `rules`, `import.map` and
 * `frontmatter.custom` are checked by `MEMBER_RULES`.
 */
const CONFIG_SHAPE: GroupShape = {
  allowed: 'an object',
  keys: {
    $schema: { test: t.isString(), allowed: 'a text' },
    template: fileName,
    templates: { test: t.isUnknown(), allowed: 'an object such as { "bug": "bug-template.md" }' },
    specsDir: text(projectPathRule),
    autoCheck: flag,
    structure: {
      allowed: 'an object',
      keys: {
        pattern: text(patternRule),
        prefix: text(prefixRule),
        dateFormat: oneOf(DATE_FORMATS),
        sequenceDigits: {
          test: t.cascade(t.isNumber(), [t.isInteger(), t.isInInclusiveRange(1, 10)]),
          allowed: 'a whole number from 1 to 10',
        },
        defaultFile: text(documentNameRule),
        groupExtractor: text(groupExtractorRule),
        groupFallback: text(groupFallbackRule),
      },
    },
    features: {
      allowed: 'an object',
      keys: {
        aiAgents: flag,
        examples: flag,
        collaboration: flag,
        compliance: flag,
        approvals: flag,
        apiDocs: flag,
      },
    },
    frontmatter: {
      allowed: 'an object',
      keys: {
        required: {
          test: t.isArray(t.cascade(t.isString(), [textRule(fieldNameRule)])),
          allowed: FIELD_NAMES,
        },
        optional: {
          test: t.isArray(t.cascade(t.isString(), [textRule(fieldNameRule)])),
          allowed: FIELD_NAMES,
        },
        custom: { test: t.isUnknown(), allowed: 'an object such as { "team": "string" }' },
      },
    },
    criteria: {
      allowed: 'an object',
      keys: {
        sections: {
          test: t.cascade(t.isArray(t.cascade(t.isString(), [textRule(headingRule)])), [t.hasMinLength(1)]),
          allowed: 'a list of at least one heading, such as "Success Criteria"',
        },
      },
    },
    workflow: {
      allowed: 'an object',
      keys: {
        completeNeeds: oneOf(COMPLETION_NEEDS),
        startNeeds: oneOf(START_NEEDS),
        selfApproval: flag,
        proof: oneOf(PROOF_NEEDS),
      },
    },
    agents: {
      test: t.isArray(t.isUnknown()),
      allowed: 'a list of objects such as { "name": "mybot", "file": "MYBOT.md" }',
      items: {
        name: text(assistantNameRule),
        file: text(instructionFileRule),
        skillFolder: { ...text(projectPathRule), isOptional: true },
      },
    },
    sections: {
      allowed: 'an object',
      keys: {
        recommended: {
          test: t.isArray(t.cascade(t.isString(), [textRule(headingRule)])),
          allowed: 'a list of headings, such as "Problem"',
        },
      },
    },
    rules: {
      test: t.isUnknown(),
      allowed: 'an object with codes of findings as keys and "off", "warning" or "error" as values',
    },
    import: {
      allowed: 'an object',
      keys: { map: { test: t.isUnknown(), allowed: 'an object such as { "accepted": "complete" }' } },
    },
    adopted: {
      test: t.isArray(t.isUnknown()),
      allowed: 'a list of objects such as { "path": "docs/adr", "kind": "records" }',
      items: {
        path: text(projectPathRule),
        kind: oneOf(ADOPTED_KIND_NAMES),
        words: {
          test: t.isRecord(t.isEnum(IMPORTED_STATUSES)),
          allowed: 'an object such as { "accepted": "complete" }',
          isOptional: true,
        },
      },
    },
    sync: {
      allowed: 'an object',
      keys: { remote: text(remoteNameRule) },
    },
    variables: { test: t.isUnknown(), allowed: 'an object such as { "team": "Core" }' },
  },
};

function codeRule(name: string): string | undefined {
  if (findingCode(name) !== undefined) return undefined;
  const [near] = nearestWords(name, FINDING_CODES, 1);
  return near === undefined
    ? `a code that \`validate\` prints: ${FINDING_CODES.join(', ')}`
    : `a code that \`validate\` prints; did you mean ${near}?`;
}

/** The rules for the members of free-form objects: for their names and for their values. */
const MEMBER_RULES: Readonly<Record<string, { readonly name: TextRule; readonly value: KeyRule }>> = {
  templates: { name: fieldNameRule, value: fileName },
  rules: { name: codeRule, value: oneOf(RULE_LEVELS) },
  variables: { name: fieldNameRule, value: { test: t.isString(), allowed: 'a text' } },
  'import.map': { name: statusWordRule, value: oneOf(IMPORTED_STATUSES) },
  'frontmatter.custom': { name: customFieldNameRule, value: oneOf(CUSTOM_FIELD_TYPES) },
};

interface ConfigKey {
  readonly path: readonly string[];
  readonly rule: KeyRule | GroupShape;
}

/** The keys of the configuration, such as `structure.prefix`, without the members of free-form objects such as `rules`. */
export const CONFIG_KEYS: readonly string[] = keysOf(CONFIG_SHAPE, '');

/** All keys that a user can type, including those that `rules` can have, such as `rules.SIZE`. */
export const ALL_KEYS: readonly string[] = [...CONFIG_KEYS, ...FINDING_CODES.map((code) => `rules.${code}`)];

function keysOf({ keys }: GroupShape, prefix: string): readonly string[] {
  return Object.entries(keys).flatMap(([name, rule]) => {
    if (name === '$schema') return [];
    return isGroup(rule) ? keysOf(rule, `${prefix}${name}.`) : [`${prefix}${name}`];
  });
}

/**
 * Parses a key of the configuration as a user types it, such as `structure.prefix` or `rules.SIZE`.
 * @throws SpectoolError `USAGE` with the nearest known key.
 */
export function configKey(key: string): ConfigKey {
  const path = key.split('.');
  // A removed setting can still be read and unset; `typedValue` refuses to set it.
  if (Object.hasOwn(REMOVED_KEYS, key)) return { path, rule: { test: t.isUnknown(), allowed: '' } };
  const place = Object.keys(MEMBER_RULES).find((one) => key.startsWith(`${one}.`));
  const members = place === undefined ? undefined : MEMBER_RULES[place];
  if (place !== undefined && members !== undefined) {
    const name = key.slice(place.length + 1);
    const allowed = members.name(name);
    if (allowed === undefined) return { path, rule: members.value };
    throw new SpectoolError('USAGE', `"${name}" cannot be a key of ${place}.`, { hint: `Use ${allowed}` });
  }
  let rule: KeyRule | GroupShape = CONFIG_SHAPE;
  for (const part of path) {
    const next: KeyRule | GroupShape | undefined =
      isGroup(rule) && Object.hasOwn(rule.keys, part) ? rule.keys[part] : undefined;
    if (next === undefined) throw unknownKey(key);
    rule = next;
  }
  return { path, rule };
}

function unknownKey(key: string): SpectoolError {
  const last = key.slice(key.lastIndexOf('.') + 1);
  const [near = ALL_KEYS.find((one) => one.endsWith(`.${last}`))] = nearestWords(key, ALL_KEYS, 1);
  return new SpectoolError('USAGE', `There is no setting "${key}".`, {
    ...(near === undefined
      ? { advice: [{ useCase: 'listSettings', to: 'see all settings' }] }
      : { hint: `Did you mean ${near}?` }),
  });
}

/**
 * Converts a value, as typed on the command line, for a key of the configuration: text if the key allows text, else JSON (`4`,
 * `true`, `["a"]`), else a comma-separated list. Several values become a list.
 * @throws SpectoolError `USAGE` with the values that are allowed.
 */
export function typedValue(key: string, { rule }: ConfigKey, typed: readonly string[]): JsonValue {
  const removed = removedKey(key);
  if (removed !== undefined)
    throw new SpectoolError('USAGE', `The setting "${key}" was removed.`, {
      hint: `${removed.allowed ?? ''}.`,
    });
  if (isGroup(rule))
    throw new SpectoolError('USAGE', `${key} is a group of settings: ${Object.keys(rule.keys).join(', ')}.`, {
      hint: `Set one of these settings, such as ${key}.${Object.keys(rule.keys)[0] ?? ''}.`,
    });
  const [only, ...others] = typed;
  const readings =
    only === undefined || others.length > 0
      ? [typed]
      : [only, jsonIn(only), only.split(',').flatMap((one) => one.trim() || [])];
  const isMap = Object.hasOwn(MEMBER_RULES, key);
  const found = readings.find(
    (value) => value !== undefined && passes(rule, value) && (!isMap || isJsonObject(value)),
  );
  if (found !== undefined) return found;
  throw new SpectoolError('USAGE', `${key} cannot be ${typed.map((one) => `"${one}"`).join(', ')}.`, {
    hint: isMap
      ? `Set one member, ${key}.NAME, or pass the whole value as JSON: ${rule.allowed}.`
      : `Allowed: ${rule.allowed}.`,
  });
}

interface ConfigCheck {
  /** Problems that prevent the configuration from being used. */
  readonly errors: readonly ConfigFinding[];
  /** Keys and values that have no effect. */
  readonly warnings: readonly ConfigFinding[];
}

/** Validates a whole configuration. Returns all problems, each with the key, the value found and what is allowed. */
export function validateConfig(value: unknown): ConfigCheck {
  const errors: ConfigFinding[] = [];
  const warnings: ConfigFinding[] = [];
  if (isJsonObject(value)) {
    checkGroup(value, CONFIG_SHAPE, '', errors, warnings);
    checkGrouping(value, errors);
  } else errors.push({ key: '', message: `the file contains ${shown(value)}`, allowed: 'an object' });
  return { errors, warnings };
}

function checkGroup(
  value: Readonly<Record<string, unknown>>,
  shape: GroupShape,
  path: string,
  errors: ConfigFinding[],
  warnings: ConfigFinding[],
): void {
  for (const [key, found] of Object.entries(value)) {
    const place = path === '' ? key : `${path}.${key}`;
    const rule = Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined;
    const removed = removedKey(place);
    if (removed !== undefined) {
      // Report an error to a project that required several approvals, because it would now require fewer without notice.
      const isError = place === 'workflow.approvals' && found !== 1;
      warnings.push({ ...removed, ...(isError && { isError }) });
    } else if (rule === undefined) {
      const [near] = nearestWords(key, Object.keys(shape.keys), 1);
      const allowed =
        near === undefined
          ? `known settings: ${Object.keys(shape.keys).join(', ')}`
          : `did you mean ${near}?`;
      warnings.push({ key: place, message: 'is not a setting and has no effect', allowed });
    } else if (isGroup(rule)) {
      if (isJsonObject(found)) checkGroup(found, rule, place, errors, warnings);
      else errors.push({ key: place, message: `is ${shown(found)}`, allowed: rule.allowed });
    } else {
      checkValue(found, rule, place, errors, warnings);
    }
  }
}

/**
 * Checks settings that depend on each other: the pattern `custom` needs a `groupExtractor`, and the fields that it uses must have
 * a single value.
 */
function checkGrouping(value: Readonly<Record<string, unknown>>, errors: ConfigFinding[]): void {
  const { structure, frontmatter } = value;
  if (!isJsonObject(structure) || structure['pattern'] !== 'custom') return;
  const extractor = structure['groupExtractor'];
  const key = 'structure.groupExtractor';
  if (extractor === undefined) {
    errors.push({
      key,
      message: 'is missing, but structure.pattern "custom" requires it',
      allowed: text(groupExtractorRule).allowed,
    });
  }
  if (typeof extractor !== 'string' || errors.some((error) => error.key === key)) return;
  for (const field of groupFields(extractor)) {
    if (!isList(field, frontmatter)) continue;
    const message = `groups specs by "${field}", which can have many values`;
    errors.push({ key, message, allowed: 'a field with one value' });
  }
}

function isList(field: string, frontmatter: unknown): boolean {
  const kind = standardField(field)?.kind;
  const custom =
    isJsonObject(frontmatter) && isJsonObject(frontmatter['custom']) ? frontmatter['custom'] : {};
  return (
    kind === 'list' || kind === 'references' || (Object.hasOwn(custom, field) && custom[field] === 'array')
  );
}

function checkValue(
  found: unknown,
  rule: KeyRule,
  place: string,
  errors: ConfigFinding[],
  warnings: ConfigFinding[],
): void {
  if (!passes(rule, found) || (place in MEMBER_RULES && !isJsonObject(found))) {
    errors.push({ key: place, message: `is ${shown(found)}`, allowed: rule.allowed });
    return;
  }
  if (rule.items !== undefined && Array.isArray(found))
    checkItems(found, rule.items, rule.allowed, place, errors);
  const members = Object.hasOwn(MEMBER_RULES, place) ? MEMBER_RULES[place] : undefined;
  if (members === undefined || !isJsonObject(found)) return;
  for (const [name, value] of Object.entries(found)) {
    // `project_name` has an effect, because it is also used outside templates, in references such as `api:012`.
    if (place === 'variables' && isBuiltInPlaceholder(name) && name !== 'project_name') {
      const message = `has no effect: spectool fills in {${name}} itself`;
      warnings.push({ key: `${place}.${name}`, message, allowed: 'choose another name' });
    }
    const removed = removedKey(`${place}.${name}`);
    if (removed !== undefined) {
      warnings.push(removed);
      continue;
    }
    const wrongName = members.name(name);
    if (wrongName !== undefined)
      errors.push({ key: `${place}.${name}`, message: `is named ${shown(name)}`, allowed: wrongName });
    if (!passes(members.value, value)) {
      errors.push({ key: `${place}.${name}`, message: `is ${shown(value)}`, allowed: members.value.allowed });
    }
  }
}

/** Checks each object in a list, so that the problem names the object and the key. */
function checkItems(
  list: readonly unknown[],
  rules: NonNullable<KeyRule['items']>,
  allowed: string,
  place: string,
  errors: ConfigFinding[],
): void {
  for (const [i, item] of list.entries()) {
    const at = `${place}[${String(i)}]`;
    if (!isJsonObject(item)) {
      errors.push({ key: at, message: `is ${shown(item)}`, allowed });
      continue;
    }
    for (const [key, rule] of Object.entries(rules)) {
      const value = Object.hasOwn(item, key) ? item[key] : undefined;
      if (value === undefined ? rule.isOptional !== true : !passes(rule, value)) {
        const message = value === undefined ? 'is missing' : `is ${shown(value)}`;
        errors.push({ key: `${at}.${key}`, message, allowed: rule.allowed });
      }
    }
    for (const key of Object.keys(item).filter((name) => !Object.hasOwn(rules, name)))
      errors.push({
        key: `${at}.${key}`,
        message: 'is not a setting',
        allowed: `only ${Object.keys(rules).join(', ')}`,
      });
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** Returns the settings in the text of a configuration file, with defaults; undefined if the text is not valid. */
export function validConfiguration(text: string): Configuration | undefined {
  const { value, problems } = parseConfig(text);
  if (problems !== undefined || validateConfig(value).errors.length > 0) return undefined;
  return completeConfiguration(value as GivenConfiguration);
}
