import type { PageData, PageSpec, PageState } from '../pageData.js';

/** The data of the page, with what several views ask of it. */
export interface Project extends PageData {
  readonly byRef: ReadonlyMap<string, PageSpec>;
  /** Who needs a spec. */
  readonly neededBy: ReadonlyMap<string, readonly PageSpec[]>;
  readonly firstDay: string;
  readonly lastDay: string;
}

/** The order of columns. */
export const STATES: readonly PageState[] = ['planned', 'in-progress', 'complete', 'archived', 'unknown'];
export const STATE_NAMES: Readonly<Record<PageState, string>> = {
  planned: 'Planned',
  'in-progress': 'In progress',
  complete: 'Complete',
  archived: 'Archived',
  unknown: 'Unknown',
};
export const PRIORITIES: readonly string[] = ['critical', 'high', 'medium', 'low'];

/** Unpacks what the exporter put into the file. */
export async function readProject(base64: string): Promise<Project> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const data = (await new Response(unpacked).json()) as PageData;
  const byRef = new Map(data.specs.map((spec) => [spec.ref, spec]));
  const neededBy = new Map<string, PageSpec[]>();
  for (const spec of data.specs)
    for (const ref of spec.needs) neededBy.set(ref, [...(neededBy.get(ref) ?? []), spec]);
  const days = data.specs.flatMap(({ phases }) => phases.map(([day]) => day)).sort();
  return { ...data, byRef, neededBy, firstDay: days[0] ?? '', lastDay: days.at(-1) ?? '' };
}

/** What a spec was at the end of a day; undefined before it was there. */
export function stateOn({ phases }: PageSpec, day: string): PageState | undefined {
  const state = phases.findLast(([from]) => from <= day)?.[1];
  return state === 'gone' ? undefined : state;
}
