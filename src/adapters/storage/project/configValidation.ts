import { groupExtractorRule, type ConfigFinding } from '../../../domain/project/configRules.js';
import { nearestWords } from '../../../domain/naming/nearestWords.js';
import { groupFields } from '../../../domain/naming/groupFolder.js';
import { standardField } from '../../../domain/fields/standardFields.js';
import { isJsonObject } from '../../../domain/value/jsonValue.js';
import {
  allowedBy,
  CONFIG_SHAPE,
  type GroupShape,
  isGroup,
  type KeyRule,
  MEMBER_RULES,
  passes,
  REMOVED_KEYS,
} from './configShape.js';
import { isBuiltInPlaceholder } from '../../../domain/template/builtInPlaceholders.js';

export interface ConfigCheck {
  /** Problems with which the configuration cannot be used. */
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
  } else errors.push({ key: '', message: `the file holds ${shown(value)}`, allowed: 'an object' });
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
    if (rule === undefined && Object.hasOwn(REMOVED_KEYS, place)) {
      warnings.push({
        key: place,
        message: 'was removed and has no effect',
        allowed: REMOVED_KEYS[place] ?? '',
        // A project that asked for several approvals would have fewer without a word.
        ...(place === 'workflow.approvals' && found !== 1 && { isError: true }),
      });
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
 * Checks settings that depend on each other: the pattern `custom` needs a `groupExtractor`, whose fields must have a single
 * value.
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
      allowed: allowedBy(groupExtractorRule),
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
    // The project's name is also used outside templates, in references such as `api:012`.
    if (place === 'variables' && isBuiltInPlaceholder(name) && name !== 'project_name') {
      const message = `has no effect: spectool itself fills in {${name}}`;
      warnings.push({ key: `${place}.${name}`, message, allowed: 'choose another name' });
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
