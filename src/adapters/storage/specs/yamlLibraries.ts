import { createRequire } from 'node:module';
import type matter from 'gray-matter';
import type * as Yaml from 'yaml';

interface YamlLibraries {
  readonly yaml: typeof Yaml;
  readonly matter: typeof matter;
}

/** Set by the build of the program, where both libraries are one file of their own. */
declare const SPECTOOL_BUNDLED: boolean | undefined;

let loaded: YamlLibraries | undefined;

/** Loaded by the first frontmatter that is more than plain lines: most commands never meet one. */
export function yamlLibraries(): YamlLibraries {
  loaded ??= load();
  return loaded;
}

function load(): YamlLibraries {
  if (typeof SPECTOOL_BUNDLED !== 'undefined')
    return createRequire(__filename)('./yamlLibraries.cjs') as YamlLibraries;
  const require = createRequire(import.meta.url);
  return { yaml: require('yaml') as typeof Yaml, matter: require('gray-matter') as typeof matter };
}
