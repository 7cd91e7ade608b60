import { linkFrom } from '../../domain/document/links.js';
import { asWritten, link, markdownTable } from '../../domain/document/markdownText.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Services } from '../services.js';

/**
 * Returns how a page shows and links specs.
 * @param page path of the page, relative to the root.
 * @param address where the project's files are, ending with a slash, if links are not relative to the page.
 */
export function pageLinks({ specStore, config, place }: Services, page: string, address = '') {
  const { sequenceDigits } = config.structure;
  return {
    /** Returns the number of a spec; its folder name if it has none. */
    number: ({ sequence, ref }: SpecView) =>
      sequence === null ? asWritten(ref) : String(sequence).padStart(sequenceDigits, '0'),
    /** Returns a link to the document of a spec. @param words Markdown. */
    to: (words: string, spec: SpecView) =>
      link(words, address + linkFrom(page, specStore.documentPath(spec))),
    /** Returns the path of a document outside the specs folder; undefined for other documents. */
    elsewhere: (spec: SpecView) => {
      const document = specStore.documentPath(spec);
      return document.startsWith(`${place.specsDir}/`) ? undefined : document;
    },
  };
}
export type PageLinks = ReturnType<typeof pageLinks>;

const HEAD = ['spec', 'title', 'status', 'owner', 'priority', 'tags', 'criteria', 'completed or replaced'];
const ORDER: readonly SpecView['status'][] = ['in-progress', 'planned', 'complete', null];

/**
 * Returns the index of all specs as Markdown, one row for each. It contains no totals and no time of its own, so that branches
 * which change different specs change different lines.
 */
export function specIndex(specs: readonly SpecView[], links: PageLinks): string {
  const byRef = new Map(specs.map((spec) => [spec.ref, spec]));
  const sorted = specs.toSorted((a, b) => {
    const [left = '', right = ''] = [a.completed, b.completed];
    return ORDER.indexOf(a.status) - ORDER.indexOf(b.status) || (left < right ? 1 : left > right ? -1 : 0);
  });
  const part = (heading: string, archived: boolean) => {
    const rows = sorted.filter((spec) => spec.archived === archived).map((spec) => row(spec, byRef, links));
    return rows.length === 0 ? [heading] : [heading, markdownTable(HEAD, rows).join('\n')];
  };
  const archived = part('## Archived', true);
  return [...part('# Specs', false), ...(archived.length > 1 ? archived : [])].join('\n\n');
}

function row(spec: SpecView, byRef: ReadonlyMap<string, SpecView>, links: PageLinks): readonly string[] {
  const { title, status, broken, assignee = '', priority = '', tags, criteria, proof, completed } = spec;
  const failing = (proof?.counts.failing ?? 0) + (proof?.counts.gone ?? 0);
  const { archivedAs = 'superseded', supersededBy = '' } = spec;
  const later = byRef.get(supersededBy);
  const by = later === undefined ? asWritten(supersededBy) : links.to(links.number(later), later);
  const path = links.elsewhere(spec);
  return [
    links.number(spec),
    [links.to(asWritten(title), spec), ...(path === undefined ? [] : [asWritten(path)])].join(' '),
    broken === true ? 'broken' : (status?.replace('-', ' ') ?? unknownStatus(spec)),
    asWritten(assignee),
    priority,
    asWritten(tags.join(', ')),
    [
      ...(criteria === undefined ? [] : [`${String(criteria.done)}/${String(criteria.total)}`]),
      ...(failing === 0 ? [] : [`**${String(failing)} failing**`]),
    ].join(', '),
    [
      ...(completed === undefined ? [] : [completed]),
      ...(by !== '' ? [`${archivedAs} by ${by}`] : spec.archivedAs === undefined ? [] : [archivedAs]),
    ].join(', '),
  ];
}

/** Returns `unknown`, with the word that the document has for its status. */
function unknownStatus({ problems = [] }: SpecView): string {
  const [word] = problems.flatMap((one) => ('field' in one && one.field === 'status' && one.value) || []);
  return word === undefined ? 'unknown' : `unknown (${asWritten(word)})`;
}
