import type { FeatureFlags } from '../project/configuration.js';

const OPEN = /^[ \t]*(?:<!--|#)[ \t]*if:([A-Za-z]+)(?:[ \t]*-->)?$/;
const CLOSE = /^[ \t]*(?:<!--|#)[ \t]*end:([A-Za-z]+)(?:[ \t]*-->)?$/;

/**
 * Removes the parts of a template that belong to disabled features. A part is between the lines `<!-- if:apiDocs -->` and
 * `<!-- end:apiDocs -->` (`# if:apiDocs` in frontmatter); these two lines are always removed. Lines of this form that name no
 * feature stay.
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
