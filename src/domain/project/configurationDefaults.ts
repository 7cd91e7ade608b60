import { findingCode } from '../findings/finding.js';
import { groupFields } from '../naming/groupFolder.js';
import {
  type Configuration,
  DEFAULT_CONFIG,
  RULE_LEVELS,
  type Rules,
  type StructureConfig,
} from './configuration.js';
import { plainFolder } from './configRules.js';
import { featureFields } from './featureFields.js';

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
  const structure = plainGroups({ ...DEFAULT_CONFIG.structure, ...given.structure });
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
    rules: currentRules(given.rules ?? DEFAULT_CONFIG.rules),
    import: { ...DEFAULT_CONFIG.import, ...given.import },
    sync: { ...DEFAULT_CONFIG.sync, ...given.sync },
    variables: given.variables ?? DEFAULT_CONFIG.variables,
  };
}

/**
 * Converts the finding codes in `rules` to their current names. If two former codes now have the same name, the stricter level
 * counts.
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

function plainGroups(structure: StructureConfig): StructureConfig {
  const { groupExtractor, groupFallback } = structure;
  return {
    ...structure,
    ...(groupExtractor !== undefined && { groupExtractor: plainFolder(groupExtractor) }),
    ...(groupFallback !== undefined && { groupFallback: plainFolder(groupFallback) }),
  };
}
