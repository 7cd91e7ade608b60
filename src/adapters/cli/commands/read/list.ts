import type { ListSpecsRequest, ListSpecsResult } from '../../../../application/queries/listAndNext.js';
import { SORT_FIELDS } from '../../../../application/projections/sortSpecs.js';
import { whereFlag } from '../../options/customFieldFlags.js';
import { filterFlags, peopleFlags, peopleOf } from '../../options/specFieldFlags.js';
import {
  type ChosenSpec,
  chosenFacts,
  type ExtraFields,
  factsFlag,
  withFacts,
} from '../../jsonDocuments/chosenFields.js';
import { defineCommand } from '../../defineCommand.js';
import { number, on, text } from '../../options/taken.js';
import type { SpecView } from '../../../../domain/spec/specView.js';
import { renderList } from './rendering/renderSpecList.js';

/** The document of `list --json`: complete specs, or the fields that `--fields` names. */
export interface ListOutput extends Omit<ListSpecsResult, 'specs' | 'blocked'> {
  readonly specs: readonly (SpecView | ChosenSpec)[];
  /** Folder names of the listed specs that depend on incomplete specs; absent with `--fields`. */
  readonly blocked?: readonly string[];
}

/** The field that only this command offers, because it reads the files for which tests speak. */
export const OWN_FIELDS: ExtraFields = {
  proof: (spec) => spec.proof ?? spec.fields['proof'],
};

export default defineCommand({
  name: 'list',
  group: 'Look',
  purpose: 'list specs with their fields',
  details: `
      Prints one line for each spec. If it goes to a pipe or a file, a list of more than 7,000 tokens is shortened: first its titles
      are cut and its tags left out, then lines. \`--limit N\` shows N whole lines; \`--json\` always has all specs.
    `,
  examples: [
    ['Specs in progress', 'spectool list --status in-progress'],
    ['Specs with a status of another tool', 'spectool list --status unknown'],
    ['Most urgent first', 'spectool list --sort priority --limit 10'],
    ['Specs with a failing test', 'spectool list --where proof=failing --all'],
    ['Only some fields', 'spectool list --fields number,title,tags'],
  ],
  takes: {
    ...filterFlags,
    where: whereFlag('--where,--field'),
    unassigned: peopleFlags.unassigned,
    mine: on('--mine', 'only specs that are assigned to you or claimed by you'),
    chosen: factsFlag,
    archived: on('--archived', 'list only archived specs'),
    all: on('--all', 'list archived specs too'),
    sort: text(
      '--sort FIELD',
      `the field to sort by: ${SORT_FIELDS.join(', ')} or a custom field; by default sequence, the number of the spec`,
    ),
    reverse: on('--reverse', 'list the specs in reverse order'),
    limit: number('--limit N', 'show at most this many specs; all by default'),
  },
  allProjects: true,
  asFlags: ({ scope, proof, ...request }: ListSpecsRequest) => ({
    ...request,
    ...(proof === true && { fields: ['proof'] }),
    all: scope === 'all',
    archived: scope === 'archived',
  }),
  runs: 'listSpecs',
  run: ({ listSpecs }, { chosen = [], all, archived, ...given }) =>
    listSpecs.execute({
      ...given,
      ...peopleOf(given),
      proof: chosen.includes('proof'),
      scope: all ? 'all' : archived ? 'archived' : 'active',
    }),
  document: (result, spectool, given): ListOutput => {
    const chosen = chosenFacts(given.chosen, result.specs, spectool, OWN_FIELDS);
    if (chosen === undefined) return result;
    const { blocked: _blocked, ...rest } = result;
    return { ...rest, specs: result.specs.map((spec) => withFacts(spec, chosen, OWN_FIELDS)) };
  },
  render: (result, terminal, spectool, given) => {
    const { config } = spectool;
    const chosen = chosenFacts(given.chosen, result.specs, spectool, OWN_FIELDS);
    return renderList(result.specs, terminal, {
      digits: config.structure.sequenceDigits,
      total: result.total,
      ...(result.others !== undefined && { others: result.others }),
      people: config.features.collaboration,
      actor: spectool.actor,
      blocked: new Set(result.blocked),
      isWhole: given.limit !== undefined,
      ...(given.sort !== undefined && { sort: given.sort }),
      ...(chosen !== undefined && { chosen, own: OWN_FIELDS }),
    });
  },
  restShownBy: (given) => (given.limit === undefined ? '--limit N' : undefined),
});
