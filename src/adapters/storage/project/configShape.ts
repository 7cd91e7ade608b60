import * as t from 'typanion';
import {
  assistantNameRule,
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
} from '../../../domain/project/configRules.js';
import { FINDING_CODES, findingCode } from '../../../domain/findings/finding.js';
import { nearestWords } from '../../../domain/naming/nearestWords.js';
import {
  COMPLETION_NEEDS,
  PROOF_NEEDS,
  CUSTOM_FIELD_TYPES,
  DATE_FORMATS,
  IMPORTED_STATUSES,
  RULE_LEVELS,
  START_NEEDS,
} from '../../../domain/project/configuration.js';

const FIELD_NAMES = 'a list of field names, of the letters a to z, digits, "_" and "-"';

/** The rule for one key of the configuration: a test of its value, and a text for the message if the test fails. */
export interface KeyRule {
  readonly test: t.AnyStrictValidator;
  readonly allowed: string;
  /** For a list of objects: the rules for the keys of each object. */
  readonly items?: Readonly<Record<string, KeyRule & { readonly isOptional?: boolean }>>;
}

export interface GroupShape {
  readonly keys: Readonly<Record<string, KeyRule | GroupShape>>;
  readonly allowed: string;
}

export function passes(rule: KeyRule, value: unknown): boolean {
  return rule.test(value, { errors: [] });
}

export function isGroup(rule: KeyRule | GroupShape): rule is GroupShape {
  return 'keys' in rule;
}

const text = (rule: TextRule, allowed: string): KeyRule => ({
  test: t.cascade(t.isString(), [textRule(rule)]),
  allowed,
});
const flag: KeyRule = { test: t.isBoolean(), allowed: 'true or false' };
const oneOf = (values: readonly string[]): KeyRule => ({
  test: t.isEnum(values),
  allowed: values.map((value) => `"${value}"`).join(', '),
});

function textRule(rule: TextRule): t.LooseTest<string> {
  return (value) => rule(value) === undefined;
}

export const allowedBy = (rule: TextRule) => rule('') ?? rule('/') ?? '';
const fileName = text(fileNameRule, allowedBy(fileNameRule));

/** For each setting that earlier versions had: what to do instead (docs/adr/0009-simpler-rules.md). */
export const REMOVED_KEYS: Readonly<Record<string, string>> = {
  extends: '`spectool validate --fix` writes the inherited values into .spectool/config.json',
  'workflow.approvals':
    'one approval is enough now. Take the setting out; ask each person whose approval you need with `spectool update SPEC --reviewer PERSON`',
};

/**
 * The rules for all keys of `.spectool/config.json`. The members of `templates`, `variables`, `rules`, `import.map` and
 * `frontmatter.custom` are checked by `MEMBER_RULES`.
 */
export const CONFIG_SHAPE: GroupShape = {
  allowed: 'an object',
  keys: {
    $schema: { test: t.isString(), allowed: 'a text' },
    template: fileName,
    templates: { test: t.isUnknown(), allowed: 'an object such as { "bug": "bug-template.md" }' },
    specsDir: text(projectPathRule, allowedBy(projectPathRule)),
    autoCheck: flag,
    structure: {
      allowed: 'an object',
      keys: {
        pattern: text(patternRule, allowedBy(patternRule)),
        prefix: text(prefixRule, allowedBy(prefixRule)),
        dateFormat: oneOf(DATE_FORMATS),
        sequenceDigits: {
          test: t.cascade(t.isNumber(), [t.isInteger(), t.isInInclusiveRange(1, 10)]),
          allowed: 'a whole number from 1 to 10',
        },
        defaultFile: text(documentNameRule, allowedBy(documentNameRule)),
        groupExtractor: text(groupExtractorRule, allowedBy(groupExtractorRule)),
        groupFallback: text(groupFallbackRule, allowedBy(groupFallbackRule)),
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
        name: text(assistantNameRule, allowedBy(assistantNameRule)),
        file: text(instructionFileRule, allowedBy(instructionFileRule)),
        skillFolder: { ...text(projectPathRule, allowedBy(projectPathRule)), isOptional: true },
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
    sync: {
      allowed: 'an object',
      keys: {
        remote: text(remoteNameRule, allowedBy(remoteNameRule)),
        timeout: {
          test: t.cascade(t.isNumber(), [t.isInteger(), t.isInInclusiveRange(1, 60)]),
          allowed: 'a whole number from 1 to 60',
        },
      },
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
export const MEMBER_RULES: Readonly<Record<string, { readonly name: TextRule; readonly value: KeyRule }>> = {
  templates: { name: fieldNameRule, value: fileName },
  rules: { name: codeRule, value: oneOf(RULE_LEVELS) },
  variables: { name: fieldNameRule, value: { test: t.isString(), allowed: 'a text' } },
  'import.map': { name: statusWordRule, value: oneOf(IMPORTED_STATUSES) },
  'frontmatter.custom': { name: customFieldNameRule, value: oneOf(CUSTOM_FIELD_TYPES) },
};
