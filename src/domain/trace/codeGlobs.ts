import { SpectoolError } from '../errors/spectoolError.js';
import { fieldText } from '../fields/checkFieldText.js';
import { isProjectPath } from '../naming/projectPath.js';
import type { FrontmatterConfig } from '../project/configuration.js';
import type { SpecView } from '../spec/specView.js';

/** The most globs of one spec that are matched; a spec about more files can name their folder. */
const MOST_GLOBS = 100;

/**
 * Checks a path or glob for the field `code` and returns it as it is written to the frontmatter.
 * @throws SpectoolError `FIELD_INVALID` for a path that is not inside the project.
 */
function codeGlob(given: string): string {
  const glob = fieldText('code', given).replace(/^(?:\.\/+)+/, '');
  if (glob !== '' && isProjectPath(glob.replace(/\/$/, '')) && !glob.includes('\\')) return glob;
  throw new SpectoolError('FIELD_INVALID', `code: "${given}" is not a path in the project.`, {
    hint: 'Write a path from the root of the project, separated by "/"; it may have wildcards, such as src/auth/** or src/*.ts.',
    details: { field: 'code' },
  });
}

/**
 * Checks a member of a field such as `tags` and returns it as it is written to the frontmatter.
 * @throws SpectoolError `FIELD_INVALID` if the field does not allow it.
 */
export function memberText(field: string, given: string): string {
  return field === 'code' ? codeGlob(given) : fieldText(field, given);
}

/**
 * Returns the globs of the files that a spec is about. Empty if the project has declared a custom field `code`, because that field
 * may mean anything.
 */
export function codeGlobsOf(
  { code, fields: { code: single } }: Pick<SpecView, 'code' | 'fields'>,
  { custom }: Pick<FrontmatterConfig, 'custom'>,
): readonly string[] {
  if (Object.hasOwn(custom, 'code')) return [];
  return (code ?? (typeof single === 'string' ? [single] : [])).slice(0, MOST_GLOBS);
}
