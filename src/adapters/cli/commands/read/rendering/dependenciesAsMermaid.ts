import type { ShowDependenciesResult } from '../../../../../application/queries/showDependencies.js';
import { endedAs } from '../../../../../domain/spec/archiveOutcome.js';
import { safeText } from '../../../layout/escapeUnsafeText.js';

/**
 * Renders the dependency graph as a Mermaid flowchart. Specs without edges are left out; arrows lead from a spec to its
 * dependency.
 */
export function dependencyMermaid(graph: ShowDependenciesResult): string {
  const linked = new Set([...graph.roots, ...graph.edges.flatMap(({ from, to }) => [from, to])]);
  const nodes = graph.nodes.filter((node) => linked.has(node.ref));
  // Folder names may contain characters that Mermaid identifiers may not, so number the specs.
  const ids = new Map(nodes.map((node, i) => [node.ref, `n${i}`]));
  const className = (status: string | null, missing: boolean): string =>
    missing ? 'missing' : (status ?? 'unknown').replace('-', '');
  return [
    'flowchart TD',
    ...nodes.map((node) => {
      const { ref, title, status, missing } = node;
      const ended = endedAs(node);
      const text = (title === ref ? ref : `${ref}: ${title}`) + (ended === undefined ? '' : `, ${ended}`);
      const name = className(ended === undefined ? status : null, missing === true);
      return `  ${ids.get(ref) ?? ''}["${escaped(text)}"]:::${name}`;
    }),
    ...graph.edges.map(({ from, to, kind }) => {
      const arrow = { depends_on: '-->', part_of: '---|part|', related: '-.-' }[kind];
      const [first, second] = kind === 'part_of' ? [to, from] : [from, to];
      return `  ${ids.get(first) ?? ''} ${arrow} ${ids.get(second) ?? ''}`;
    }),
    '  classDef planned fill:#dbeafe,stroke:#2563eb,color:#111',
    '  classDef inprogress fill:#fef3c7,stroke:#d97706,color:#111',
    '  classDef complete fill:#dcfce7,stroke:#16a34a,color:#111',
    '  classDef unknown fill:#f3f4f6,stroke:#6b7280,color:#111',
    '  classDef missing fill:#fee2e2,stroke:#dc2626,color:#111,stroke-dasharray:4',
  ].join('\n');
}

/** Replaces each character that Mermaid, Markdown or HTML could interpret by its character code. */
function escaped(text: string): string {
  const codes = safeText(text).replace(
    /[^\p{L}\p{M}\p{N} .,:-]/gu,
    (char) => `#${char.codePointAt(0) ?? 0};`,
  );
  // Mermaid does not allow an empty label.
  return codes.trim() === '' ? '-' : codes;
}
