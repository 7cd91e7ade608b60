import { createRequire } from 'node:module';
import type matter from 'gray-matter';
import type * as Yaml from 'yaml';

interface YamlLibraries {
  readonly yaml: typeof Yaml;
  readonly matter: typeof matter;
}

/** A constant that is defined only in a build of the program, which puts `yaml` and `gray-matter` into a file of their own. */
declare const SPECTOOL_BUNDLED: boolean | undefined;

let loaded: YamlLibraries | undefined;

/** Loads the YAML libraries on first use, because most commands only read frontmatter with simple `key: value` lines. */
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
