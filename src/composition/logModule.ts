import { ContainerModule } from 'inversify';
import { CompactLog } from '../application/commands/compactLog.js';
import { RepairFindings } from '../application/validation/repairFindings.js';
import { MergeDocuments } from '../application/commands/mergeDocuments.js';
import { RenumberSpec } from '../application/commands/renumberSpec.js';
import { ResolveConflicts } from '../application/commands/resolveConflicts.js';
import { UndoChange } from '../application/commands/undoChange.js';
import { ValidateProject } from '../application/queries/validateProject.js';
import { InspectSpec } from '../application/validation/inspectSpec.js';
import { TOKENS } from './tokens.js';

/** Use cases that mend and tend: undo, numbers, packs, merges. */
export const logModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.UndoChange).toResolvedValue(
    (access, log, store, catalog, changes) => new UndoChange(access, log, store, catalog, changes),
    [TOKENS.WriteSession, TOKENS.EventLog, TOKENS.SpecStore, TOKENS.SpecCatalog, TOKENS.ChangeSpecs],
  );
  bind(TOKENS.RenumberSpec).toResolvedValue(
    (access, catalog, store, changes, numbers, { config }) =>
      new RenumberSpec(access, catalog, store, changes, numbers, config),
    [
      TOKENS.WriteSession,
      TOKENS.SpecCatalog,
      TOKENS.SpecStore,
      TOKENS.ChangeSpecs,
      TOKENS.NextNumbers,
      TOKENS.Configuration,
    ],
  );
  bind(TOKENS.CompactLog).toResolvedValue(
    (access, log, catalog, store, hasher) => new CompactLog(access, log, catalog, store, hasher),
    [TOKENS.WriteSession, TOKENS.EventLog, TOKENS.SpecCatalog, TOKENS.SpecStore, TOKENS.Hasher],
  );
  bind(TOKENS.MergeDocuments).toResolvedValue(
    (store, repository, log) => new MergeDocuments(store, repository, log),
    [TOKENS.SpecStore, TOKENS.Repository, TOKENS.EventLog],
  );
  bind(TOKENS.RepairFindings).toResolvedValue(
    (access, store, log, hasher, changes, renumber, repository, { config }) =>
      new RepairFindings(access, store, log, hasher, changes, renumber, repository, config),
    [
      TOKENS.WriteSession,
      TOKENS.SpecStore,
      TOKENS.EventLog,
      TOKENS.Hasher,
      TOKENS.ChangeSpecs,
      TOKENS.RenumberSpec,
      TOKENS.Repository,
      TOKENS.Configuration,
    ],
  );
  bind(TOKENS.InspectSpec).toResolvedValue(
    (store, files, log, hasher, tokens, { config }) =>
      new InspectSpec({ store, files, log, hasher, tokens, config }),
    [
      TOKENS.SpecStore,
      TOKENS.FileSystem,
      TOKENS.EventLog,
      TOKENS.Hasher,
      TOKENS.CountTokens,
      TOKENS.Configuration,
    ],
  );
  bind(TOKENS.ValidateProject).toResolvedValue(
    (catalog, store, log, tokens, inspect, ledger, mend, clock, { config, warnings }) =>
      new ValidateProject({
        catalog,
        store,
        log,
        tokens,
        inspect,
        ledger,
        mend,
        clock,
        config,
        configWarnings: warnings,
      }),
    [
      TOKENS.SpecCatalog,
      TOKENS.SpecStore,
      TOKENS.EventLog,
      TOKENS.CountTokens,
      TOKENS.InspectSpec,
      TOKENS.InspectionLedger,
      TOKENS.RepairFindings,
      TOKENS.Clock,
      TOKENS.Configuration,
    ],
  );
  bind(TOKENS.ResolveConflicts).toResolvedValue(
    (access, files, store, log, repository, merge, changes, renumber, { config }) =>
      new ResolveConflicts(access, files, store, log, repository, merge, changes, renumber, config.specsDir),
    [
      TOKENS.WriteSession,
      TOKENS.FileSystem,
      TOKENS.SpecStore,
      TOKENS.EventLog,
      TOKENS.Repository,
      TOKENS.MergeDocuments,
      TOKENS.ChangeSpecs,
      TOKENS.RenumberSpec,
      TOKENS.Configuration,
    ],
  );
});
