import { pathFromRoot } from '../../../domain/naming/projectPath.js';
import type { ConfigFinding } from '../../../domain/project/configRules.js';
import { CONFIG_FILE } from '../../../domain/project/projectFolders.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/value/jsonValue.js';
import { validateConfig } from './configValidation.js';
import { parseConfig } from './parseConfig.js';

/**
 * Returns the text of a file in the repository, or why it is not read.
 * @param path relative to the project's root; outside the project it begins with `../`.
 */
export type ReadInRepository = (path: string) => { readonly text: string } | { readonly problem: string };

/** A file that a configuration inherits from, with what it gives to the project. */
export interface InheritedFile {
  readonly path: string;
  readonly text: string;
  readonly given: JsonObject;
}

/** A problem of a configuration, with the file that has to be corrected. */
export interface InheritanceProblem {
  readonly path: string;
  readonly finding: ConfigFinding;
}

/** The settings that are inherited, each by key. Those about folders, templates and files of assistants are not. */
const INHERITED = ['features', 'frontmatter', 'criteria', 'workflow', 'rules', 'variables'];
/** Maximum number of files that one configuration inherits from. */
const DEEPEST = 10;

/** Returns the files that a configuration inherits from, the nearest first, or what is wrong in one of them or with `extends`. */
export function inheritedFiles(
  own: JsonObject,
  read: ReadInRepository | 'nothing',
): readonly InheritedFile[] | InheritanceProblem {
  if (read === 'nothing') return [];
  const files: InheritedFile[] = [];
  const paths = [CONFIG_FILE];
  for (let from = own['extends']; typeof from === 'string';) {
    const wrong = (message: string, allowed?: string): InheritanceProblem => ({
      path: paths.at(-1) ?? '',
      finding: { key: 'extends', message, ...(allowed !== undefined && { allowed }) },
    });
    const path = pathFromRoot(`${paths.at(-1) ?? ''}/..`, from);
    if (paths.includes(path))
      return wrong(`leads back to a file it came from: ${[...paths, path].join(', ')}`, 'no cycle');
    if (files.length === DEEPEST) return wrong(`leads through more than ${String(DEEPEST)} files`);
    const isAbsolute = from.startsWith('/');
    const answer = isAbsolute ? { problem: 'an absolute path is not followed' } : read(path);
    if ('problem' in answer)
      return wrong(
        `names "${from}", but ${isAbsolute ? '' : `${path} `}${answer.problem}`,
        'a file in the repository, by its path from the folder of this file, such as "../../.spectool/config.json"',
      );
    const { value, problems } = parseConfig(answer.text);
    const [problem] = problems ?? validateConfig(value).errors;
    if (problem !== undefined) return { path, finding: problem };
    const whole = value as JsonObject;
    files.push({ path, text: answer.text, given: inheritable(whole) });
    paths.push(path);
    from = whole['extends'];
  }
  return files;
}

/** Returns the settings of a configuration together with those that it inherits: by key, and a list as a whole. */
export function withInherited(own: JsonObject, files: readonly InheritedFile[]): JsonObject {
  return files.reduce((given, file) => merged(file.given, given), own);
}

function inheritable(given: JsonObject): JsonObject {
  const kept = INHERITED.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]] as const]));
  const { variables, ...settings } = Object.fromEntries(kept);
  if (!isJsonObject(variables)) return settings;
  // The name of a project cannot be shared, because references such as `api:012` contain it.
  const { project_name: _own, ...shared } = variables;
  return { ...settings, variables: shared };
}

function merged(below: JsonObject, above: JsonObject): JsonObject {
  const all: Record<string, JsonValue> = { ...below, ...above };
  for (const [key, value] of Object.entries(above)) {
    const inherited = Object.hasOwn(below, key) ? below[key] : undefined;
    if (isJsonObject(value) && isJsonObject(inherited)) all[key] = merged(inherited, value);
  }
  return all;
}
