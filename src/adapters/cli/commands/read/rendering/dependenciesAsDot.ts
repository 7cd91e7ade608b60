import type { ShowDependenciesResult } from '../../../../../application/queries/showDependencies.js';
import { endedAs } from '../../../../../domain/spec/archiveOutcome.js';
import { safeText } from '../../../layout/escapeUnsafeText.js';

const FILL: Readonly<Record<string, string>> = {
  planned: '#dbeafe',
  'in-progress': '#fef3c7',
  complete: '#dcfce7',
  unknown: '#f3f4f6',
  missing: '#fee2e2',
};

/**
 * Renders the dependency graph in the DOT language of Graphviz. Specs without edges are left out; arrows lead from a spec to its
 * dependency.
 */
export function dependencyDot(graph: ShowDependenciesResult): string {
  const linked = new Set([...graph.roots, ...graph.edges.flatMap(({ from, to }) => [from, to])]);
  const nodes = graph.nodes.filter((node) => linked.has(node.ref));
  return [
    'digraph specs {',
    '  rankdir=LR;',
    '  node [shape=box, style="rounded,filled", fontname="sans-serif"];',
    ...nodes.map((node) => {
      const { ref, title, status, missing } = node;
      const ended = endedAs(node);
      const state = missing === true ? 'missing' : ended === undefined ? status : null;
      const fill = FILL[state ?? 'unknown'] ?? '#ffffff';
      const text = quoted(ref, ...(title === ref ? [] : [title]), ...(ended === undefined ? [] : [ended]));
      return `  ${quoted(ref)} [label=${text}, fillcolor="${fill}"${missing === true ? ', style="dashed,filled"' : ''}];`;
    }),
    ...graph.edges.map(({ from, to, kind }) => {
      if (kind === 'part_of') return `  ${quoted(to)} -> ${quoted(from)} [dir=none, label="part"];`;
      const look = kind === 'related' ? ' [style=dotted, dir=none, constraint=false]' : '';
      return `  ${quoted(from)} -> ${quoted(to)}${look};`;
    }),
    '}',
  ].join('\n');
}

/** Returns a quoted DOT string with one line per argument. */
function quoted(...lines: readonly string[]): string {
  return `"${lines.map((line) => safeText(line).replace(/[\\"]/g, '\\$&')).join('\\n')}"`;
}
