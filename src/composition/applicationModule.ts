import { ContainerModule } from 'inversify';
import { ArchiveSpecs } from '../application/commands/archiveSpecs.js';
import { ChangeSpecs } from '../application/changes/changeSpecs.js';
import { CreateSpec } from '../application/commands/createSpec.js';
import { Journal } from '../application/changes/journal.js';
import { ListSpecs } from '../application/queries/listSpecs.js';
import { NewSpecText } from '../application/changes/newSpecText.js';
import { NextNumbers } from '../application/changes/nextNumbers.js';
import { ShowHistory } from '../application/queries/showHistory.js';
import { SpecCatalog } from '../application/specCatalog.js';
import { SpecHistories } from '../application/changes/specHistory.js';
import { TemplateVariables } from '../application/changes/templateVariables.js';
import { UpdateSpec } from '../application/commands/updateSpec.js';
import { ViewSpec } from '../application/queries/viewSpec.js';
import { WriteSession } from '../application/changes/writeSession.js';
import { TOKENS } from './tokens.js';

/** Use cases and the services they share; everything below them comes from other modules or from the embedder. */
export const applicationModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.Configuration)
    .toResolvedValue((store) => store.load(), [TOKENS.ConfigurationStore])
    .inSingletonScope();
  bind(TOKENS.SpecCatalog)
    .toResolvedValue((store, place) => new SpecCatalog(store, place), [TOKENS.SpecStore, TOKENS.ProjectPlace])
    .inSingletonScope();
  bind(TOKENS.Journal).toResolvedValue(
    (files, hasher, { config }) => new Journal(files, hasher, config.specsDir),
    [TOKENS.FileSystem, TOKENS.Hasher, TOKENS.Configuration],
  );
  bind(TOKENS.SpecHistories).toResolvedValue(
    (log, hasher) => new SpecHistories(log, hasher),
    [TOKENS.EventLog, TOKENS.Hasher],
  );
  bind(TOKENS.ChangeSpecs).toResolvedValue(
    (store, log, hasher, histories, journal, { config }) =>
      new ChangeSpecs(store, log, hasher, histories, journal, config.specsDir),
    [
      TOKENS.SpecStore,
      TOKENS.EventLog,
      TOKENS.Hasher,
      TOKENS.SpecHistories,
      TOKENS.Journal,
      TOKENS.Configuration,
    ],
  );
  bind(TOKENS.WriteSession).toResolvedValue(
    (files, journal, lock, numbers, log, store, clock, ids, actors, { config }) =>
      new WriteSession(files, journal, lock, numbers, log, store, clock, ids, actors, config.specsDir),
    [
      TOKENS.FileSystem,
      TOKENS.Journal,
      TOKENS.ProjectLock,
      TOKENS.NumberRegistry,
      TOKENS.EventLog,
      TOKENS.SpecStore,
      TOKENS.Clock,
      TOKENS.IdGenerator,
      TOKENS.ActorSource,
      TOKENS.Configuration,
    ],
  );
  bind(TOKENS.NextNumbers).toResolvedValue(
    (store, log, repository, registry, { config }) =>
      new NextNumbers(store, log, repository, registry, config),
    [TOKENS.SpecStore, TOKENS.EventLog, TOKENS.Repository, TOKENS.NumberRegistry, TOKENS.Configuration],
  );
  bind(TOKENS.NewSpecText).toResolvedValue(
    (templates, store, { config }) => new NewSpecText(templates, store, config),
    [TOKENS.TemplateLibrary, TOKENS.SpecStore, TOKENS.Configuration],
  );
  bind(TOKENS.TemplateVariables).toResolvedValue(
    ({ config }, place, actors, log) => new TemplateVariables(config, place, actors, log),
    [TOKENS.Configuration, TOKENS.ProjectPlace, TOKENS.ActorSource, TOKENS.EventLog],
  );

  bind(TOKENS.CreateSpec).toResolvedValue(
    (access, catalog, store, log, journal, numbers, newText, variables, clock, ids, hasher, { config }) =>
      new CreateSpec({
        access,
        catalog,
        store,
        log,
        journal,
        numbers,
        newText,
        variables,
        clock,
        ids,
        hasher,
        config,
      }),
    [
      TOKENS.WriteSession,
      TOKENS.SpecCatalog,
      TOKENS.SpecStore,
      TOKENS.EventLog,
      TOKENS.Journal,
      TOKENS.NextNumbers,
      TOKENS.NewSpecText,
      TOKENS.TemplateVariables,
      TOKENS.Clock,
      TOKENS.IdGenerator,
      TOKENS.Hasher,
      TOKENS.Configuration,
    ],
  );
  bind(TOKENS.UpdateSpec).toResolvedValue(
    (access, catalog, store, changes, clock, { config }) =>
      new UpdateSpec(access, catalog, store, changes, clock, config),
    [
      TOKENS.WriteSession,
      TOKENS.SpecCatalog,
      TOKENS.SpecStore,
      TOKENS.ChangeSpecs,
      TOKENS.Clock,
      TOKENS.Configuration,
    ],
  );
  bind(TOKENS.ListSpecs).toResolvedValue((catalog) => new ListSpecs(catalog), [TOKENS.SpecCatalog]);
  bind(TOKENS.ViewSpec).toResolvedValue(
    (catalog, store, log) => new ViewSpec(catalog, store, log),
    [TOKENS.SpecCatalog, TOKENS.SpecStore, TOKENS.EventLog],
  );
  bind(TOKENS.ShowHistory).toResolvedValue(
    (log, catalog, store, hasher) => new ShowHistory(log, catalog, store, hasher),
    [TOKENS.EventLog, TOKENS.SpecCatalog, TOKENS.SpecStore, TOKENS.Hasher],
  );
  bind(TOKENS.ArchiveSpecs).toResolvedValue(
    (access, catalog, changes) => new ArchiveSpecs(access, catalog, changes, 'archive'),
    [TOKENS.WriteSession, TOKENS.SpecCatalog, TOKENS.ChangeSpecs],
  );
  bind(TOKENS.UnarchiveSpecs).toResolvedValue(
    (access, catalog, changes) => new ArchiveSpecs(access, catalog, changes, 'unarchive'),
    [TOKENS.WriteSession, TOKENS.SpecCatalog, TOKENS.ChangeSpecs],
  );
});
