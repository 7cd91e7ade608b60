import type { FeatureFlags } from '../project/configuration.js';

const OPEN = /^[ \t]*(?:<!--|#)[ \t]*if:([A-Za-z]+)(?:[ \t]*-->)?$/;
const CLOSE = /^[ \t]*(?:<!--|#)[ \t]*end:([A-Za-z]+)(?:[ \t]*-->)?$/;

/**
 * A template with the parts a project has switched off taken out. A part stands between lines
 * `<!-- if:apiDocs -->` and `<!-- end:apiDocs -->` (`# if:apiDocs` in frontmatter); the lines themselves never stay.
 * A name that is no feature switches nothing: its lines are left as they are.
 */
export function withFeatures(template: string, features: FeatureFlags): string {
  const open: string[] = [];
  const kept: string[] = [];
  for (const line of template.split(/(?<=\n)/)) {
    const bare = line.trimEnd();
    const begun = OPEN.exec(bare)?.[1];
    const ended = CLOSE.exec(bare)?.[1];
    if (begun !== undefined && isFeature(begun, features)) open.push(begun);
    else if (ended !== undefined && open.at(-1) === ended) open.pop();
    else if (open.every((name) => isFeature(name, features) && features[name])) kept.push(line);
  }
  return kept.join('');
}

function isFeature(name: string, features: FeatureFlags): name is keyof FeatureFlags {
  return Object.hasOwn(features, name);
}
