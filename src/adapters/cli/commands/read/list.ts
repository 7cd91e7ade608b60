import { Command, Option } from 'clipanion';
import type { ListSpecsRequest, ListSpecsResult } from '../../../../application/queries/listSpecs.js';
import { SORT_FIELDS } from '../../../../application/projections/sortSpecs.js';
import type { Spectool } from '../../../../application/spectool.js';
import { fieldOption, whereFlag } from '../../options/customFieldFlags.js';
import { filterOptions, peopleOf, unassignedFilter } from '../../options/specFieldFlags.js';
import {
  type ChosenSpec,
  chosenFacts,
  type ExtraFields,
  factsFlag,
  withFacts,
} from '../../jsonDocuments/chosenFields.js';
import { listOption, numberOption } from '../../options/parseListAndNumber.js';
import { allProjectsFlag } from '../../projects/allProjects.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { takes } from '../../commandDefinition.js';
import { SpectoolCommand } from '../../spectoolCommand.js';
import type { SpecView } from '../../../../domain/spec/specView.js';
import { type BriefSpec, briefSpec } from '../../jsonDocuments/briefSpec.js';
import { limitTokens } from '../../jsonDocuments/limitTokens.js';
import { renderList } from './rendering/renderSpecList.js';

/** A spec in a list that is shortened to fit the size limit. */
export type ListedSpec = Pick<BriefSpec, 'sequence' | 'ref' | 'status' | 'claim'>;

/** The document of `list --json`: complete specs, or the fields that `--fields` names. */
export interface ListOutput extends Omit<ListSpecsResult, 'specs' | 'blocked'> {
  readonly specs: readonly (SpecView | ChosenSpec | ListedSpec)[];
  /**
   * True if the list with complete specs would exceed the size limit; each spec then has only its number, folder name, status and
   * claim.
   */
  readonly shortened?: true;
  /** Folder names of the listed specs that depend on incomplete specs; absent with `--fields`. */
  readonly blocked?: readonly string[];
}

/**
 * Tokens of a shortened spec, divided by their estimate. The share is below 1, because folder names consist of common words,
 * which need few tokens.
 */
const IN_SHORT = 0.75;

/** The field that only this command offers, because it reads the files for which tests speak. */
export const OWN_FIELDS: ExtraFields = {
  proof: (spec) => spec.proof ?? spec.fields['proof'],
};

function listedSpec(spec: SpecView): ListedSpec {
  const { sequence, ref, status, claim } = briefSpec(spec);
  return { sequence, ref, status, ...(claim && { claim }) };
}

export class ListCommand extends SpectoolCommand<ListSpecsResult, ListOutput> {
  static override paths = [['list']];
  static override usage = Command.Usage({
    details: `
      Prints one line for each spec. A list of more than 7,000 tokens is shortened if it goes to a pipe or a file: its titles are cut,
      and its tags are left out. With \`--json\`, such a list has only the number, folder name, status and claim of each spec.
      To get everything about the specs you need, name the fields with \`--fields\`, or set \`--limit\`.
    `,
    examples: [
      ['Specs in progress', 'spectool list --status in-progress'],
      ['Specs with a status of another tool', 'spectool list --status unknown'],
      ['Most urgent first', 'spectool list --sort priority --limit 10'],
      ['Specs with a failing test', 'spectool list --where proof=failing --all'],
      ['Only some fields', 'spectool list --fields number,title,tags'],
    ],
  });

  override allProjects = allProjectsFlag();
  filters = filterOptions(this);
  where = whereFlag('--where,--field');
  unassigned = unassignedFilter();
  mine = Option.Boolean('--mine', false, {
    description: 'only specs that are assigned to you or claimed by you',
  });
  chosen = factsFlag();
  archived = Option.Boolean('--archived', false, { description: 'list only archived specs' });
  all = Option.Boolean('--all', false, { description: 'list archived specs too' });
  sort = takes(
    'FIELD',
    Option.String('--sort', {
      description: `the field to sort by: ${SORT_FIELDS.join(', ')} or a custom field; by default sequence, the number of the spec`,
    }),
  );
  reverse = Option.Boolean('--reverse', false, { description: 'list the specs in reverse order' });
  limit = takes(
    'N',
    Option.String('--limit', { description: 'show at most this many specs; all by default' }),
  );

  static asFlags({ scope, proof, ...request }: ListSpecsRequest): object {
    return {
      ...request,
      ...(proof === true && { fields: ['proof'] }),
      all: scope === 'all',
      archived: scope === 'archived',
    };
  }

  protected override async run(spectool: Spectool): Promise<ListSpecsResult> {
    return spectool.listSpecs.execute({
      proof: listOption(this.chosen)?.includes('proof') === true,
      scope: this.all ? 'all' : this.archived ? 'archived' : 'active',
      reverse: this.reverse,
      mine: this.mine,
      ...this.filters(),
      ...peopleOf(this.filters().assignee, this.unassigned),
      where: fieldOption(this.where),
      sort: this.sort,
      limit: numberOption('--limit', this.limit),
    });
  }

  protected override document(result: ListSpecsResult, spectool: Spectool): ListOutput {
    const chosen = chosenFacts(this.chosen, result.specs, spectool, OWN_FIELDS);
    if (chosen === undefined) return this.#fitting(result);
    const { blocked: _blocked, ...rest } = result;
    return { ...rest, specs: result.specs.map((spec) => withFacts(spec, chosen, OWN_FIELDS)) };
  }

  /**
   * Returns the list with complete specs if they fit the size limit, otherwise with as many shortened specs as fit. With
   * `--limit`, there is no size limit.
   */
  #fitting(result: ListSpecsResult): ListOutput {
    if (limitTokens(result.specs, this.limit !== undefined).length === result.specs.length) return result;
    const specs = limitTokens(result.specs.map(listedSpec), false, IN_SHORT);
    const names = new Set(result.specs.slice(0, specs.length).flatMap(({ ref, path }) => [ref, path]));
    const blocked = result.blocked.filter((name) => names.has(name));
    return { ...result, specs, shown: specs.length, shortened: true, blocked };
  }

  protected override render(result: ListSpecsResult, terminal: Terminal, spectool: Spectool): string {
    const { config } = spectool;
    const chosen = chosenFacts(this.chosen, result.specs, spectool, OWN_FIELDS);
    return renderList(result.specs, terminal, {
      digits: config.structure.sequenceDigits,
      total: result.total,
      ...(result.others !== undefined && { others: result.others }),
      people: config.features.collaboration,
      actor: spectool.actor,
      blocked: new Set(result.blocked),
      ...(this.sort !== undefined && { sort: this.sort }),
      ...(chosen !== undefined && { chosen, own: OWN_FIELDS }),
    });
  }
}
