import { pathFromRoot } from '../../../domain/naming/projectPath.js';
import { CONFIG_FILE } from '../../../domain/project/projectFolders.js';
import type { SettingChange } from '../../../domain/project/setting.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/value/jsonValue.js';
import { parseConfig } from './parseConfig.js';

/**
 * Returns the text of a file in the repository, or why it is not read.
 * @param path relative to the project's root; outside the project it begins with `../`.
 */
export type ReadInRepository = (path: string) => { readonly text: string } | { readonly problem: string };

/** The settings that earlier versions took from the file that `extends` named. */
const INHERITED = ['features', 'frontmatter', 'criteria', 'workflow', 'rules', 'variables'];
/** Maximum number of files that are followed. */
const DEEPEST = 10;

/**
 * Returns the changes that write the values which a configuration inherited in earlier versions into its own file, and remove
 * `extends`; undefined if a file cannot be read, because its values would be lost.
 */
export function inheritedSettings(
  own: JsonObject,
  read: ReadInRepository,
): readonly SettingChange[] | undefined {
  const changes: SettingChange[] = [];
  let given = own;
  let at = CONFIG_FILE;
  let from = own['extends'];
  for (let files = 0; typeof from === 'string' && files < DEEPEST; files += 1) {
    at = pathFromRoot(`${at}/..`, from);
    const answer = read(at);
    const other = 'text' in answer ? parseConfig(answer.text).value : undefined;
    if (!isJsonObject(other)) return undefined;
    const missing = INHERITED.flatMap((key) => missingIn(given[key], other[key], [key]));
    for (const change of missing) changes.push(change);
    given = missing.reduce(withValue, given);
    from = other['extends'];
  }
  return [...changes, { path: ['extends'] }];
}

/** Returns a change for each value that only the inherited settings have; a list counts as one value. */
function missingIn(
  own: JsonValue | undefined,
  inherited: JsonValue | undefined,
  path: readonly string[],
): readonly SettingChange[] {
  // The name of a project was never inherited.
  if (inherited === undefined || path.join('.') === 'variables.project_name') return [];
  if (isJsonObject(inherited) && (own === undefined || isJsonObject(own)))
    return Object.entries(inherited).flatMap(([key, value]) => missingIn(own?.[key], value, [...path, key]));
  return own === undefined ? [{ path, value: inherited }] : [];
}

function withValue(
  given: JsonObject,
  { path: [key = '', ...rest], value = null }: SettingChange,
): JsonObject {
  const inner = given[key];
  const below =
    rest.length === 0 ? value : withValue(isJsonObject(inner) ? inner : {}, { path: rest, value });
  return { ...given, [key]: below };
}
