import type { Holder } from '../../domain/claims/claims.js';
import { underClaim } from '../../domain/spec/operations/claims.js';
import type { LinkUpdate } from '../../domain/document/links.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { StreamId } from '../../domain/log/records/record.js';
import { decideGroup } from '../../domain/spec/operations/location.js';
import type { ActiveSpec, Spec } from '../../domain/spec/spec.js';
import type { SpecCommand } from '../../domain/spec/specCommands.js';
import { evolve } from '../../domain/spec/specEvents.js';
import type { Services } from '../services.js';
import type { ask } from './reconcile.js';
import { renamesBy, updateAllReferences } from './folderMoves.js';
import type { PlannedChange, RecordDrafts } from './plannedChange.js';

/** What claims, groups and names add to a change that a command asks for. */
export class ChangeAdditions {
  constructor(private readonly use: Services) {}

  /** Adds to a change that references by former names get the names of now; an undo does nothing else than asked. */
  withNamesNow(drafts: RecordDrafts, change: PlannedChange, document: SpecDocument): PlannedChange {
    const { folder } = change;
    const now = drafts.once('names', () => this.use.oldNames.now());
    const moves = this.use.oldNames.in(folder, document, now);
    if (moves.length === 0) return change;
    const isLinked = moves.some(({ at }) => typeof at === 'number');
    const follow: LinkUpdate = (text, file) =>
      updateAllReferences(change.editText?.(text, file) ?? text, moves);
    return {
      ...change,
      commands: (spec) => {
        const commands = change.commands(spec);
        const isUndo = commands.some(({ type }) => type === 'Undo');
        return isUndo ? commands : [...commands, ...renamesBy(moves)(spec.frontmatter)];
      },
      ...(isLinked && { editText: follow }),
    };
  }

  /** Adds a move of the folder to another group if a changed field determines the group. */
  regrouped(
    drafts: RecordDrafts,
    found: ActiveSpec,
    commands: readonly SpecCommand[],
    asked: ReturnType<typeof ask>,
  ): ReturnType<typeof ask> {
    if (commands.length === 0 || asked.spec.deleted !== undefined) return asked;
    const groups = () =>
      drafts.once('groups', () => [
        ...new Set(this.use.specStore.folders().flatMap(({ group }) => group ?? [])),
      ]);
    const said = commands.flatMap(({ type, data }) =>
      type === 'ChangeFields' ? [...Object.keys(data.set), ...data.unset] : [],
    );
    const events = decideGroup(found, asked.spec, this.use.config.structure, said, groups);
    return {
      spec: events.reduce<Spec>(evolve, asked.spec) as ActiveSpec,
      events: [...asked.events, ...events],
    };
  }

  /**
   * Checks the change against the claim of the spec: only the holder of the claim can change the assignee or end the work.
   */
  underClaim(
    drafts: RecordDrafts,
    stream: StreamId,
    found: ActiveSpec,
    asked: ReturnType<typeof ask>,
  ): ReturnType<typeof ask> & { readonly holder?: Holder } {
    // A new spec has no claim to check.
    if (asked.events.length === 0 || asked.events.some(({ type }) => type === 'SpecCreated')) return asked;
    const elsewhere = drafts.once('claims', () => this.use.openClaims.elsewhere(drafts.at))(stream);
    if (found.claim === undefined && elsewhere === undefined) return asked;
    const claimant = this.use.openClaims.claimant(drafts.actor, drafts.at);
    const { events, holder } = underClaim(found, asked.events, claimant, elsewhere);
    return {
      spec: events.slice(asked.events.length).reduce<Spec>(evolve, asked.spec) as ActiveSpec,
      events,
      ...(holder && { holder }),
    };
  }
}
