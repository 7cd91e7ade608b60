import type { PageData, PageSpec, PageState, PageTexts } from '../pageData.js';

/** The data of the page, and indexes of it that several views use. */
export interface Project extends PageData {
  readonly byRef: ReadonlyMap<string, PageSpec>;
  /** The specs that depend on a spec, by the `ref` of that spec. */
  readonly neededBy: ReadonlyMap<string, readonly PageSpec[]>;
  readonly firstDay: string;
  readonly lastDay: string;
  /** Returns the sanitised HTML of a spec's text. The texts are unpacked on first use. */
  readonly htmlOf: (spec: PageSpec) => Promise<string>;
}

/** The states of specs, in the order of the board's columns. */
export const STATES: readonly PageState[] = ['planned', 'in-progress', 'complete', 'archived', 'unknown'];
export const STATE_NAMES: Readonly<Record<PageState, string>> = {
  planned: 'Planned',
  'in-progress': 'In progress',
  complete: 'Complete',
  archived: 'Archived',
  unknown: 'Unknown',
};
export const PRIORITIES: readonly string[] = ['critical', 'high', 'medium', 'low'];

/** Decodes and decompresses a block of data in the page. */
async function unpacked(id: string): Promise<unknown> {
  const element = document.getElementById(id);
  const letters = atob(element?.textContent ?? '');
  element?.remove();
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).json();
}

export async function readProject(): Promise<Project> {
  const data = (await unpacked('data')) as PageData;
  const byRef = new Map(data.specs.map((spec) => [spec.ref, spec]));
  const neededBy = new Map<string, PageSpec[]>();
  for (const spec of data.specs)
    for (const ref of spec.needs) {
      const others = neededBy.get(ref);
      if (others === undefined) neededBy.set(ref, [spec]);
      else others.push(spec);
    }
  const days = data.specs.flatMap(({ phases }) => phases.map(([day]) => day)).sort();
  const places = new Map(data.specs.map((spec, i) => [spec, i]));
  let texts: Promise<PageTexts> | undefined;
  const htmlOf = async (spec: PageSpec) => {
    texts ??= unpacked('texts') as Promise<PageTexts>;
    return (await texts)[places.get(spec) ?? -1] ?? '';
  };
  return { ...data, byRef, neededBy, firstDay: days[0] ?? '', lastDay: days.at(-1) ?? '', htmlOf };
}

/** Returns the state that a spec had at the end of a day; undefined if the spec did not exist yet. */
export function stateOn({ phases }: PageSpec, day: string): PageState | undefined {
  const state = phases.findLast(([from]) => from <= day)?.[1];
  return state === 'gone' ? undefined : state;
}
