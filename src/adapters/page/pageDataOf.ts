import type { ExportedSpec } from '../../application/projections/exportedSpec.js';
import type { ExportProjectResult } from '../../application/queries/exportProject.js';
import { findCycles } from '../../domain/graph/findCycles.js';
import { referenceIndex } from '../../domain/naming/referenceIndex.js';
import { outcomeText } from '../../domain/spec/outcome.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { eventSentence } from '../presentation/eventSentence.js';
import { tickText } from '../presentation/tickText.js';
import type { PageData, PageSpec, PageState, PageTexts } from './pageData.js';
import { type LinkTarget, renderMarkdown } from './renderMarkdown.js';

/** What a page holds, made of what the use case answers. @param digits `structure.sequenceDigits` */
export function pageDataOf(
  { project, specs }: ExportProjectResult,
  digits: number,
): { readonly data: PageData; readonly texts: PageTexts } {
  const views = specs.map(({ spec }) => spec);
  const find = referenceIndex(views);
  const byPath = new Map(views.map((spec) => [spec.path, spec]));
  const named = (names: readonly string[]) => [...new Set(names.flatMap((name) => find(name)?.ref ?? []))];
  const pages = specs.map((one): PageSpec => {
    const { spec } = one;
    return {
      ...facts(spec, digits),
      criteria: one.criteria.map((criterion) => {
        const proof = tickText(criterion);
        return { text: criterion.text, done: criterion.done, ...(proof !== '' && { proof }) };
      }),
      needs: named(spec.dependsOn),
      waitsFor: one.waitsFor,
      related: named(spec.related),
      phases: one.phases.map(({ day, state }) => [day, state]),
      events: eventsOf(one),
    };
  });
  const edges = pages.flatMap(({ ref, needs }) => needs.map((to) => ({ from: ref, to })));
  const texts = specs.map(({ spec, body, criteria }) =>
    renderMarkdown(body, targetsFrom(spec.path, byPath), new Set(criteria.map(({ text }) => text))),
  );
  return { data: { project, specs: pages, cycles: findCycles(edges) }, texts };
}

function facts(spec: SpecView, digits: number) {
  const { ref, title, tags, priority, assignee, reviewer, group, completed, claim } = spec;
  return {
    ref,
    number: spec.sequence === null ? '' : String(spec.sequence).padStart(digits, '0'),
    title,
    state: stateOf(spec),
    ...(spec.archivedAs !== undefined && { ended: outcomeText(spec.archivedAs, spec.supersededBy) }),
    ...(priority !== undefined && { priority }),
    tags,
    ...(assignee !== undefined && { assignee }),
    ...(reviewer !== undefined && { reviewer }),
    ...(group !== undefined && { group }),
    ...(spec.created !== null && { created: spec.created }),
    ...(spec.updated !== null && { updated: spec.updated }),
    ...(completed !== undefined && { completed }),
    ...(claim !== undefined && { claim: { by: claim.by, until: claim.until } }),
    fields: Object.entries(spec.fields).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
    problems: (spec.problems ?? []).map(({ message }) => message),
  };
}

function stateOf({ archived, status }: SpecView): PageState {
  return archived ? 'archived' : (status ?? 'unknown');
}

function eventsOf({ events }: ExportedSpec): PageSpec['events'] {
  return events.map(({ type, data, at, actor }) => [at ?? '', actor ?? '', eventSentence(type, data)]);
}

/** Links between specs lead to their pages; what else lies in the repository is not on the page. */
function targetsFrom(path: string, byPath: ReadonlyMap<string, SpecView>): LinkTarget {
  return (href) => {
    if (/^(?:https?:|mailto:)/i.test(href)) return href;
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(href)) return undefined;
    const parts = path.split('/');
    for (const part of decoded(href.replace(/[?#].*$/, '')).split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '.' && part !== '') parts.push(part);
    }
    const spec = byPath.get(parts.join('/')) ?? byPath.get(parts.slice(0, -1).join('/'));
    return spec === undefined || spec.path === path ? undefined : `#/spec/${encodeURIComponent(spec.ref)}`;
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
