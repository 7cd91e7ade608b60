import type { Configuration } from '../../../domain/project/configuration.js';
import {
  completeConfiguration,
  type GivenConfiguration,
} from '../../../domain/project/configurationDefaults.js';
import { validateConfig } from './configValidation.js';
import { parseConfig } from './parseConfig.js';

/** Returns the settings in the text of a configuration file, with defaults; undefined if the text is not valid. */
export function validConfiguration(text: string): Configuration | undefined {
  const { value, problems } = parseConfig(text);
  if (problems !== undefined || validateConfig(value).errors.length > 0) return undefined;
  return completeConfiguration(value as GivenConfiguration);
}
