import { graphlib, layout } from '@dagrejs/dagre';
import type { PageSpec } from '../pageData.js';
import { h, specLink, svg, specAddress } from './elements.js';
import { hashOf, plural, type Project, type Route } from './pageState.js';

const WIDTH = 190;
const HEIGHT = 46;
const LETTERS = 24;
const MANY = 400;
/** Maximum number of dependencies in a drawn graph. Drawing a larger graph would block the page for seconds. */
const MOST_EDGES = 1000;

/**
 * Draws the dependency graph from left to right. If a spec is selected as focus, draws only that spec, its dependencies and its
 * dependents.
 */
export function graph(project: Project, route: Route, go: (hash: string) => void): HTMLElement {
  const focus = project.byRef.get(route.query.get('focus') ?? '');
  const specs = focus === undefined ? tied(project) : around(project, focus);
  const chooser = h(
    'select',
    {
      class: 'broad',
      'aria-label': 'Focus',
      onchange: (event: Event) => {
        const value = (event.target as HTMLSelectElement).value;
        go(hashOf('graph', new URLSearchParams(value === '' ? {} : { focus: value })));
      },
    },
    h('option', { value: '' }, 'all specs with dependencies'),
    ...tied(project).map(({ ref }) => h('option', { value: ref, selected: ref === focus?.ref }, ref)),
  );
  const alone = project.specs.length - tied(project).length;
  const blocked = specs.filter(({ waitsFor }) => waitsFor.length > 0).length;
  const said = [
    plural(specs.length, 'spec'),
    ...(blocked > 0 ? [`${String(blocked)} blocked (framed)`] : []),
    ...(focus === undefined && alone > 0 ? [`${String(alone)} without dependencies (not drawn)`] : []),
    ...(project.cycles.length > 0 ? [plural(project.cycles.length, 'cycle')] : []),
  ].join(' · ');
  const page = h(
    'div',
    {},
    h('h1', { class: 'unseen' }, 'Graph'),
    h('form', { class: 'filters' }, chooser),
    h('p', { class: 'summary', role: 'status' }, said),
  );
  if (specs.length === 0)
    page.append(h('p', { class: 'nothing' }, 'No spec on this page depends on another.'));
  else page.append(drawnOrTold(project, specs, focus), told(specs, project));
  return page;
}

function tied({ specs, neededBy }: Project): readonly PageSpec[] {
  return specs.filter(({ ref, needs }) => needs.length > 0 || neededBy.has(ref));
}

/** Returns all direct and indirect dependencies and dependents of a spec. */
function around({ byRef, neededBy }: Project, focus: PageSpec): readonly PageSpec[] {
  const reach = (next: (spec: PageSpec) => readonly PageSpec[]) => {
    const found = new Set([focus]);
    for (const spec of found) for (const one of next(spec)) found.add(one);
    return found;
  };
  const needs = reach(({ needs: refs }) => refs.flatMap((ref) => byRef.get(ref) ?? []));
  return [...new Set([...needs, ...reach(({ ref }) => neededBy.get(ref) ?? [])])];
}

/** Draws the graph, or shows a message that it is too large. */
function drawnOrTold(project: Project, specs: readonly PageSpec[], focus: PageSpec | undefined): HTMLElement {
  const edges = specs.reduce((sum, { needs }) => sum + needs.length, 0);
  if (edges <= MOST_EDGES) return drawn(project, specs, focus);
  const way =
    focus === undefined ? ' Choose a spec to see its dependencies and the specs that depend on it.' : '';
  return h('p', { class: 'nothing', role: 'alert' }, `This graph is too large to draw.${way}`);
}

function drawn(project: Project, specs: readonly PageSpec[], focus: PageSpec | undefined): HTMLElement {
  const inCycle = new Set(
    project.cycles.flatMap((cycle) => cycle.map((ref, i) => `${ref} ${cycle[(i + 1) % cycle.length] ?? ''}`)),
  );
  const plan = new graphlib.Graph();
  // `network-simplex` gives a better layout than `longest-path`, but takes seconds for very large graphs.
  const ranker = specs.length > MANY ? 'longest-path' : 'network-simplex';
  plan.setGraph({ rankdir: 'LR', ranker, nodesep: 14, ranksep: 64, marginx: 8, marginy: 8 });
  plan.setDefaultEdgeLabel(() => ({}));
  // Use numbers as node names, because the layout library's plain object cannot hold a node with a name such as `constructor`.
  const names = new Map(specs.map(({ ref }, i) => [ref, String(i)]));
  const nameOf = (ref: string) => names.get(ref) ?? '';
  const specOf = (name: string) => specs[Number(name)] as PageSpec;
  for (const { ref } of specs) plan.setNode(nameOf(ref), { width: WIDTH, height: HEIGHT });
  // Dependencies are left of the specs that depend on them.
  for (const { ref, needs } of specs)
    for (const to of needs) if (names.has(to)) plan.setEdge(nameOf(to), nameOf(ref));
  layout(plan);
  const { width = 0, height = 0 } = plan.graph() as { width?: number; height?: number };
  const columns = new Set(plan.nodes().map((name) => (plan.node(name) as Point).x));
  const lines = (plan.edges() as readonly { v: string; w: string }[]).map(({ v, w }) => {
    const { points } = plan.edge(v, w) as { points: readonly Point[] };
    const path = route(plan.node(v) as Point, points, plan.node(w) as Point, columns);
    const [needed, { ref, waitsFor }] = [specOf(v), specOf(w)];
    const waits = waitsFor.includes(needed.ref);
    return svg('path', {
      d: path,
      class: inCycle.has(`${ref} ${needed.ref}`) ? 'edge cycle' : waits ? 'edge waits' : 'edge',
      'marker-end': 'url(#arrow)',
    });
  });
  const nodes = specs.map((spec) => {
    const { x, y } = plan.node(nameOf(spec.ref)) as Point;
    return node(spec, x - WIDTH / 2, y - HEIGHT / 2, spec === focus);
  });
  const arrow = svg(
    'marker',
    {
      id: 'arrow',
      viewBox: '0 0 8 8',
      refX: '8',
      refY: '4',
      markerUnits: 'userSpaceOnUse',
      markerWidth: '9',
      markerHeight: '9',
      orient: 'auto',
    },
    svg('path', { d: 'M0 0L8 4L0 8z' }),
  );
  const picture = svg(
    'svg',
    {
      class: 'graph',
      viewBox: `0 0 ${String(width)} ${String(height)}`,
      width,
      height,
      role: 'group',
      'aria-label': 'Dependency graph; each spec is to the right of its dependencies',
    },
    svg('defs', {}, arrow),
    ...lines,
    ...nodes,
  );
  const start = focus && (plan.node(nameOf(focus.ref)) as Point);
  return movable(picture, width, height, start?.y);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the SVG path of an edge. It crosses a column of specs horizontally, at the place that the layout keeps free there, and
 * bends only between the columns, so that it never crosses a spec.
 */
function route(from: Point, points: readonly Point[], to: Point, columns: ReadonlySet<number>): string {
  const half = from.x > to.x ? -WIDTH / 2 : WIDTH / 2;
  if (from === to) return `M${from.x + half} ${from.y - 10}c50 -30 50 50 0 20`;
  let at = from.x + half;
  const bends = [...points.slice(1, -1).filter(({ x }) => columns.has(x)), to].map(({ x, y }, i, all) => {
    const middle = (at + x - half) / 2;
    const before = all[i - 1]?.y ?? from.y;
    at = x + half;
    return `C${middle} ${before} ${middle} ${y} ${x - half} ${y}${x === to.x ? '' : `H${at}`}`;
  });
  return `M${from.x + half} ${from.y}${bends.join('')}`;
}

function node(spec: PageSpec, x: number, y: number, isFocus: boolean): SVGElement {
  const title = spec.title.length > LETTERS ? `${spec.title.slice(0, LETTERS - 1)}…` : spec.title;
  return svg(
    'a',
    {
      href: specAddress(spec.ref),
      class: `node ${spec.state}${isFocus ? ' focus' : ''}${spec.waitsFor.length > 0 ? ' blocked' : ''}`,
      'aria-description': `${spec.title}, ${spec.state}${spec.waitsFor.length > 0 ? ', blocked' : ''}`,
    },
    svg('rect', { x, y, width: WIDTH, height: HEIGHT, rx: 3 }),
    svg('circle', { cx: x + 14, cy: y + 16, r: 4.5 }),
    svg('text', { x: x + 26, y: y + 20, class: 'number' }, spec.number === '' ? spec.ref : spec.number),
    ' ',
    svg('text', { x: x + 12, y: y + 38 }, title),
  );
}

/**
 * Wraps the picture in a frame with zoom buttons. The frame scrolls by keyboard, touch and wheel.
 * @param y the height of the picture to scroll to at first.
 */
function movable(picture: SVGElement, width: number, height: number, y = 0): HTMLElement {
  const frame = h(
    'div',
    { class: 'frame', tabindex: '0', role: 'region', 'aria-label': 'Graph, scrolls in both directions' },
    picture,
  );
  let scale = 1;
  const zoom = (factor: number) => {
    const [was, { scrollLeft, scrollTop, clientWidth, clientHeight }] = [scale, frame];
    scale =
      factor === 0 ? Math.min(1, frame.clientWidth / width) : Math.min(3, Math.max(0.1, scale * factor));
    picture.setAttribute('width', String(width * scale));
    picture.setAttribute('height', String(height * scale));
    // Keep the middle of what is shown in the middle.
    const moved = (at: number, shown: number) => ((at + shown / 2) * scale) / was - shown / 2;
    frame.scrollTo({
      left: moved(scrollLeft, clientWidth),
      top: moved(scrollTop, clientHeight),
      behavior: 'instant',
    });
  };
  // Wait for the next frame, because an element that is not yet in the page has no width and cannot scroll.
  requestAnimationFrame(() => {
    zoom(0);
    frame.scrollTo({ top: y * scale - frame.clientHeight / 2, behavior: 'instant' });
  });
  const button = (name: string, label: string, factor: number) =>
    h('button', { type: 'button', 'aria-label': label, onclick: () => zoom(factor) }, name);
  return h(
    'div',
    { class: 'movable' },
    h(
      'p',
      { class: 'zoom' },
      button('+', 'Larger', 1.25),
      button('−', 'Smaller', 0.8),
      button('fit', 'Fit the width', 0),
    ),
    frame,
  );
}

/** Lists the dependencies of the graph as text, for people who cannot see the picture. */
function told(specs: readonly PageSpec[], { byRef }: Project): HTMLElement {
  const rows = specs
    .filter(({ needs }) => needs.length > 0)
    .map((spec) =>
      h(
        'li',
        {},
        specLink(spec),
        ' depends on ',
        ...spec.needs.flatMap((ref, i) => {
          const needed = byRef.get(ref);
          return needed === undefined ? [] : [i > 0 ? ', ' : '', specLink(needed)];
        }),
      ),
    );
  return h('details', { class: 'told' }, h('summary', {}, 'In words'), h('ul', {}, ...rows));
}
