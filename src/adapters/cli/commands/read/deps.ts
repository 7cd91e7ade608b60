import { type GraphNode, waitingEdges } from '../../../../application/projections/dependencyGraph.js';
import type { ShowDependenciesResult } from '../../../../application/queries/showDependencies.js';
import { personText } from '../../../../domain/value/person.js';
import { adjacency, reverseEdges } from '../../../../domain/graph/dependencies.js';
import { endedAs } from '../../../../domain/spec/archiveOutcome.js';
import { STATUSES } from '../../../../domain/fields/statusAndPriority.js';
import { partsText } from '../../../presentation/sentences.js';
import { argument, switchFlag, choiceFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText, displayWidth, truncate, wrap } from '../../layout/terminalText.js';
import { numberText } from '../../layout/specTable.js';
import { createStyle, type Style, type Terminal } from '../../layout/terminalStyle.js';

/**
 * Renders the dependency graph as a Mermaid flowchart. Specs without edges are left out; arrows lead from a spec to its
 * dependency.
 */
export function dependencyMermaid(graph: ShowDependenciesResult): string {
  const linked = new Set([...graph.roots, ...graph.edges.flatMap(({ from, to }) => [from, to])]);
  const nodes = graph.nodes.filter((node) => linked.has(node.ref));
  // Use numbers as Mermaid identifiers, because folder names may contain characters that identifiers must not contain.
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

const FORMATS = ['tree', 'mermaid'] as const;

export const depsCommand = defineCommand({
  name: 'deps',
  group: 'Look',
  purpose: 'show which specs depend on which',
  details: `
      Without SPEC, shows the dependencies of all specs. With SPEC, shows the specs that SPEC depends on, or with \`--reverse\` the
      specs that depend on SPEC. Cycles and missing specs are marked. \`--format mermaid\` prints the graph for
      the program Mermaid.
    `,
  examples: [
    ['The whole graph', 'spectool deps'],
    ['What depends on spec 5', 'spectool deps 5 --reverse'],
    ['A graph for Mermaid', 'spectool deps --format mermaid'],
  ],
  takes: {
    spec: argument('[SPEC]'),
    reverse: switchFlag('--reverse', 'show the specs that depend on SPEC, instead of its dependencies'),
    format: choiceFlag('--format', FORMATS, 'the output format; tree by default'),
  },
  runs: 'showDependencies',
  run: ({ showDependencies }, { format: _format, ...given }) => showDependencies.execute(given),
  warnings: ({ cycles, warnings = [] }) => [
    ...warnings,
    ...cycles.map((cycle) => ({
      code: 'DEPENDENCY_CYCLE',
      message: `These specs depend on each other in a cycle: ${[...cycle, cycle[0] ?? ''].join(' → ')}`,
    })),
  ],
  restShownBy: ({ format = 'tree' }) => (format === 'tree' ? '--json' : undefined),
  render: (result, terminal, { config }, { format }) => {
    if (format === 'mermaid') return dependencyMermaid(result);
    return renderDependencies(result, terminal, config.structure.sequenceDigits);
  },
});

/** Maximum depth of the printed tree; deeper levels would not fit the width of a terminal. */
const DEEPEST = 24;

/**
 * Renders the dependency graph as trees. A spec that appears several times has its children listed only once; cycles and missing
 * specs are marked. No final newline.
 */
export function renderDependencies(
  graph: ShowDependenciesResult,
  terminal: Terminal,
  digits: number,
): string {
  const style = createStyle(terminal);
  const nodes = new Map(graph.nodes.map((node) => [node.ref, node]));
  const directed = waitingEdges(graph.edges);
  const steps = adjacency(graph.reverse ? reverseEdges(directed) : directed);
  const spread = new Set<string>();
  const lines = graph.roots.flatMap((root, i) => [
    ...(i > 0 ? [''] : []),
    ...tree(root, spread, nodes, steps, graph, style, terminal, digits),
  ]);
  const related = graph.edges.filter((edge) => edge.kind === 'related');
  if (graph.spec !== undefined && related.length > 0) {
    const others = related.map((edge) => (edge.from === graph.spec ? edge.to : edge.from));
    lines.push('', `related  ${[...new Set(others)].map((ref) => style.ref(safeText(ref))).join(', ')}`);
  }
  if (graph.roots.length === 0) {
    return `No spec depends on another.\n${style.step('Add a dependency: spectool update SPEC --add-dep OTHER')}`;
  }
  const [root] = graph.roots;
  if (graph.spec !== undefined && directed.length === 0 && root !== undefined) {
    const node = nodes.get(root);
    const asked = node === undefined ? safeText(root) : numberText(node, digits);
    lines.push('', graph.reverse ? `No spec depends on ${asked}.` : `${asked} depends on no other spec.`);
  }
  const alone = graph.nodes.length - new Set(directed.flatMap(({ from, to }) => [from, to])).size;
  if (graph.spec === undefined && alone > 0) {
    lines.push(
      '',
      style.quiet(
        `${alone} ${alone === 1 ? 'spec' : 'specs'} without dependencies ${alone === 1 ? 'is' : 'are'} not shown. See all specs: ${style.called('spectool list')}`,
      ),
    );
  }
  const legend = [
    ...STATUSES.map((status) => style.status(status)),
    style.mark('blocked'),
    style.mark('ready'),
  ];
  return [...lines, '', ...wrap(legend.join('  '), terminal.columns)].join('\n');
}

interface Visit {
  readonly ref: string;
  readonly prefix: string;
  /** Prefix for the lines of the children of this tree node. */
  readonly below: string;
  readonly path: readonly string[];
}

function tree(
  root: string,
  /** Specs whose children have already been printed, in this tree or an earlier one. */
  spread: Set<string>,
  nodes: ReadonlyMap<string, GraphNode>,
  steps: ReadonlyMap<string, ReadonlySet<string>>,
  graph: ShowDependenciesResult,
  style: Style,
  terminal: Terminal,
  digits: number,
): string[] {
  const lines: string[] = [];
  const waiting: Visit[] = [{ ref: root, prefix: '', below: '', path: [] }];
  const { branch, lastBranch, vertical } = style.symbols;
  const room = terminal.columns === undefined ? Infinity : Math.floor((terminal.columns - 24) / 3);
  const deepest = Math.min(DEEPEST, Math.max(2, room));
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    const { ref, prefix, below, path } = visit;
    const children: ReadonlySet<string> = steps.get(ref) ?? new Set();
    const again = path.includes(ref)
      ? style.mark('cycle')
      : spread.has(ref) && children.size > 0
        ? style.quiet('(shown above)')
        : path.length >= deepest && children.size > 0
          ? style.quiet(`(${children.size} more)`)
          : '';
    const [above = ''] = path.slice(-1);
    const tie = nodes.get(ref)?.partOf === above ? 'part' : nodes.get(above)?.partOf === ref ? 'whole' : '';
    const marks = [style.quiet(tie), again];
    lines.push(nodeLine(nodes.get(ref), ref, prefix, marks, graph, style, terminal, digits));
    if (again !== '' || children.size === 0) continue;
    spread.add(ref);
    [...children].reverse().forEach((child, i) => {
      const last = i === 0;
      waiting.push({
        ref: child,
        prefix: `${below}${last ? lastBranch : branch} `,
        below: `${below}${last ? ' ' : vertical}  `,
        path: [...path, ref],
      });
    });
  }
  return lines;
}

function nodeLine(
  node: GraphNode | undefined,
  ref: string,
  prefix: string,
  furtherMarks: readonly string[],
  graph: ShowDependenciesResult,
  style: Style,
  terminal: Terminal,
  digits: number,
): string {
  const missing = node?.missing === true || node === undefined;
  const ended = node && endedAs(node);
  const [symbol, paint] = missing
    ? [style.symbolOf('missing'), style.error]
    : ended !== undefined
      ? [style.symbolOf('archived'), style.quiet]
      : [style.statusSymbol(node.status), style.statusPaint(node.status)];
  const isElsewhere = node?.elsewhere === true;
  const name = missing || isElsewhere ? safeText(ref) : `${numberText(node, digits)} ${safeText(node.title)}`;
  const waiting = Object.hasOwn(graph.waitingFor, ref);
  const parts = Object.hasOwn(graph.parts ?? {}, ref) ? graph.parts?.[ref] : undefined;
  const progress = parts === undefined ? '' : style.quiet(`parts: ${partsText(parts)}`);
  const mark = missing
    ? style.mark('missing')
    : ended !== undefined
      ? style.warning(safeText(ended))
      : waiting
        ? style.mark('blocked')
        : node.status === 'planned' && !isElsewhere && parts?.complete === parts?.total
          ? style.mark('ready')
          : '';
  const holder = node?.claimedBy === undefined ? '' : style.quiet(safeText(personText(node.claimedBy)));
  const marks = [mark, progress, holder, ...furtherMarks]
    .filter((part) => part !== '')
    .map((part) => `  ${part}`)
    .join('');
  const room =
    terminal.columns === undefined ? Infinity : terminal.columns - prefix.length - 2 - displayWidth(marks);
  const label = room === Infinity ? name : truncate(name, Math.max(4, room), style.symbols.ellipsis);
  return `${style.quiet(prefix)}${paint(symbol)} ${node?.status === 'complete' ? style.quiet(label) : label}${marks}`;
}
