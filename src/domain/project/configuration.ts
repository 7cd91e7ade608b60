import type { FindingCode } from '../findings/finding.js';
import type { JsonValue } from '../value/jsonValue.js';
import type { OwnAssistant } from './assistants.js';

/** One key of the configuration. */
export interface Setting {
  /** The path of the key, such as `structure.prefix` or `rules.SIZE`. */
  readonly key: string;
  /** The value of the key; null if it has none. */
  readonly value: JsonValue;
  /** True if the configuration file does not set the key. */
  readonly isDefault: boolean;
}

/** A change of one configuration key, by its path; without `value`, the key is removed. */
export interface SettingChange {
  readonly path: readonly string[];
  readonly value?: JsonValue | undefined;
}

export const DATE_FORMATS = ['YYYYMMDD', 'YYYY-MM-DD', 'YYYY-MM', 'YYYY/MM', 'YYYY', 'MM'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export const CUSTOM_FIELD_TYPES = ['string', 'number', 'boolean', 'array'] as const;
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number];

/** The configured names and paths of spec folders. */
export interface StructureConfig {
  /** `flat`, `custom`, or a legacy pattern with `{date}`, `{seq}` and `{name}`. */
  readonly pattern: string;
  readonly prefix: string;
  readonly dateFormat: DateFormat;
  readonly sequenceDigits: number;
  readonly defaultFile: string;
  readonly groupExtractor?: string;
  readonly groupFallback?: string;
}

export interface FeatureFlags {
  readonly aiAgents: boolean;
  readonly examples: boolean;
  readonly collaboration: boolean;
  readonly compliance: boolean;
  readonly approvals: boolean;
  readonly apiDocs: boolean;
}

export interface FrontmatterConfig {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly custom: Readonly<Record<string, CustomFieldType>>;
}

/**
 * True if documents contain the field `updated`, because the configuration lists it; otherwise only the log has the time of the
 * last change.
 */
export function keepsUpdated({ required, optional }: FrontmatterConfig): boolean {
  return required.includes('updated') || optional.includes('updated');
}

/** Which checkboxes are criteria. */
interface CriteriaConfig {
  /** The headings, of any level, below which checkboxes are criteria. */
  readonly sections: readonly string[];
}

export const COMPLETION_NEEDS = ['criteria', 'nothing'] as const;

export const START_NEEDS = ['nothing', 'approval'] as const;
export const PROOF_NEEDS = ['shown', 'required'] as const;

export interface WorkflowConfig {
  /** With `criteria`, a spec can be completed only if all criteria are ticked, unless the completion is forced. */
  readonly completeNeeds: (typeof COMPLETION_NEEDS)[number];
  /** With `approval`, work on a spec can begin only if its text is approved, unless the change is forced. */
  readonly startNeeds: (typeof START_NEEDS)[number];
  /** If true, the actor who wrote a text last may also approve the text. */
  readonly selfApproval: boolean;
  /** With `required`, each criterion of a complete spec must be proven by tests, or attested by another person. */
  readonly proof: (typeof PROOF_NEEDS)[number];
}

interface SectionsConfig {
  /** The headings that each spec should have; a longer heading that contains the words is accepted, too. */
  readonly recommended: readonly string[];
}

export const RULE_LEVELS = ['off', 'warning', 'error'] as const;

/** The severity that a project sets for findings, by finding code, instead of the default severity. */
export type Rules = Readonly<Partial<Record<FindingCode, (typeof RULE_LEVELS)[number]>>>;

/** The statuses and outcomes to which imported status words are mapped; an outcome archives the spec. */
export const IMPORTED_STATUSES = [
  'planned',
  'in-progress',
  'complete',
  'archived',
  'rejected',
  'superseded',
  'deferred',
] as const;
export type ImportedStatus = (typeof IMPORTED_STATUSES)[number];

/** The kinds of documents that can be adopted; `records` are decision records, `plans` are any Markdown files. */
export const ADOPTED_KIND_NAMES = [
  'spec-kit',
  'openspec',
  'kiro',
  'conductor',
  'superpowers',
  'gsd',
  'bmad',
  'records',
  'plans',
] as const;

/** A folder whose documents, which another tool writes, count as specs where they are: an entry of the setting `adopted`. */
export interface AdoptedFolder {
  /** Path relative to the project's root. */
  readonly path: string;
  /** The name of the kind of documents, such as `superpowers`. */
  readonly kind: (typeof ADOPTED_KIND_NAMES)[number];
  /** The meaning of status words in these documents, in addition to those that spectool knows. */
  readonly words?: Readonly<Record<string, ImportedStatus>>;
}

interface ImportConfig {
  /** The status or outcome for each status word of another tool, in lower case: `accepted` → `complete`. */
  readonly map: Readonly<Record<string, ImportedStatus>>;
}

/** How clones of the project coordinate claims and numbers. */
interface SyncConfig {
  /** The name of the git remote through which clones share claims and numbers; if absent, no remote is used. */
  readonly remote?: string;
}

/** The configuration: `.spectool/config.json`, with the default for every missing key. */
export interface Configuration {
  readonly template: string;
  readonly templates: Readonly<Record<string, string>>;
  readonly specsDir: string;
  readonly autoCheck: boolean;
  readonly structure: StructureConfig;
  readonly features: FeatureFlags;
  readonly frontmatter: FrontmatterConfig;
  readonly criteria: CriteriaConfig;
  readonly workflow: WorkflowConfig;
  /** The project's own assistants, in addition to the built-in ones. */
  readonly agents: readonly OwnAssistant[];
  readonly sections: SectionsConfig;
  readonly rules: Rules;
  readonly import: ImportConfig;
  /** Folders with documents of other tools that are specs where they are. */
  readonly adopted: readonly AdoptedFolder[];
  readonly sync: SyncConfig;
  readonly variables: Readonly<Record<string, string>>;
}

export const DEFAULT_CONFIG: Configuration = {
  template: 'spec-template.md',
  templates: { default: 'spec-template.md' },
  specsDir: 'specs',
  autoCheck: true,
  structure: {
    pattern: 'flat',
    prefix: '',
    dateFormat: 'YYYYMMDD',
    sequenceDigits: 3,
    defaultFile: 'README.md',
  },
  features: {
    aiAgents: true,
    examples: true,
    collaboration: false,
    compliance: false,
    approvals: false,
    apiDocs: false,
  },
  frontmatter: { required: ['status', 'created'], optional: ['tags', 'priority'], custom: {} },
  criteria: { sections: ['Success Criteria', 'Acceptance Criteria', 'Definition of Done'] },
  workflow: {
    completeNeeds: 'criteria',
    startNeeds: 'nothing',
    selfApproval: false,
    proof: 'shown',
  },
  agents: [],
  sections: { recommended: ['Problem', 'Solution', 'Success Criteria'] },
  rules: {},
  import: { map: {} },
  adopted: [],
  sync: {},
  variables: {},
};
