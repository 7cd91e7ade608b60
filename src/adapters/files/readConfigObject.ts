import { join } from 'node:path';
import { CONFIG_FILE } from '../../domain/project/projectFolders.js';
import { isJsonObject, type JsonObject } from '../../domain/value/jsonValue.js';
import { textOfRegularFile } from './readRegularFile.js';

/** Size limit of a configuration file, in bytes. */
const LONGEST = 1024 * 1024;

/**
 * Returns the settings in the configuration file of a project, unchecked. Errors in the file are ignored, because they are
 * reported when it is loaded.
 */
export function configObjectIn(project: string): JsonObject {
  try {
    const text = textOfRegularFile(join(project, CONFIG_FILE), LONGEST) ?? '';
    const config: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isJsonObject(config) ? config : {};
  } catch {
    return {};
  }
}
