import { type Configuration, DEFAULT_CONFIG } from '../../domain/project/configuration.js';
import { CONFIG_FILE } from '../../domain/project/projectFolders.js';
import type { Warning } from '../warning.js';

/** Default configuration, written out so that users see what they can change. */
export function defaultConfigText({ template, variables }: Configuration): string {
  const { specsDir, autoCheck, structure, features } = DEFAULT_CONFIG;
  const config = {
    $schema: './config.schema.json',
    template,
    templates: { default: template },
    specsDir,
    autoCheck,
    structure,
    features: { aiAgents: features.aiAgents, examples: features.examples },
    ...(Object.keys(variables).length > 0 && { variables }),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** Warns of options of `init` that have no effect, because the configuration exists already and decides. */
export function unheeded(
  tools: readonly string[],
  config: Configuration,
  isTemplateChanged: boolean,
): readonly Warning[] {
  const warnings: Warning[] = [];
  const named = config.templates['default'];
  if (isTemplateChanged && named !== undefined && named !== config.template) {
    warnings.push({
      code: 'CONFIG_KEPT',
      message: `templates.default is still ${named}, but new specs are made from ${config.template}.`,
      hint: `In ${CONFIG_FILE}, set templates.default to ${config.template}, or set template to ${named}.`,
    });
  }
  if (!config.features.aiAgents && tools.length > 0) {
    warnings.push({
      code: 'CONFIG_KEPT',
      message: `features.aiAgents is false, so no files were linked for ${tools.join(', ')}.`,
      hint: `Set features.aiAgents to true in ${CONFIG_FILE}.`,
      advice: [{ useCase: 'initProject', to: 'make the links after that' }],
    });
  }
  return warnings;
}
