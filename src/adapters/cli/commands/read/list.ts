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

export class ListCommand extends SpectoolCommand<ListSpecsResult, ListOutput> {
  static override paths = [['list']];
  static override usage = Command.Usage({
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
    if (chosen === undefined) return result;
    const { blocked: _blocked, ...rest } = result;
    return { ...rest, specs: result.specs.map((spec) => withFacts(spec, chosen, OWN_FIELDS)) };
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
      isWhole: this.limit !== undefined,
      ...(this.sort !== undefined && { sort: this.sort }),
      ...(chosen !== undefined && { chosen, own: OWN_FIELDS }),
    });
  }

  protected override restShownBy(): string | undefined {
    return this.limit === undefined ? '--limit N' : undefined;
  }
}
