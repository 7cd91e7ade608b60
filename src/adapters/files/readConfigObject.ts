import { LARGEST_SETTINGS } from '../../domain/value/bounds.js';
import { join } from 'node:path';
import { CONFIG_FILE } from '../../domain/project/projectFolders.js';
import { isJsonObject, type JsonObject } from '../../domain/value/jsonValue.js';
import { textOfRegularFile } from './readRegularFile.js';

/**
 * Returns the settings in the configuration file of a project, unchecked. Errors in the file are ignored, because they are
 * reported when it is loaded.
 */
export function configObjectIn(project: string): JsonObject {
  try {
    const text = textOfRegularFile(join(project, CONFIG_FILE), LARGEST_SETTINGS) ?? '';
    const config: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isJsonObject(config) ? config : {};
  } catch {
    return {};
  }
}
