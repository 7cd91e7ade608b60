import { ContainerModule } from 'inversify';
import { FileTokenLedger } from '../adapters/tokens/fileTokenLedger.js';
import { GptTokenCounter } from '../adapters/tokens/gptTokenCounter.js';
import { CountTokens } from '../application/queries/countTokens.js';
import { NextSpecs } from '../application/queries/nextSpecs.js';
import { ShowBoard } from '../application/queries/showBoard.js';
import { ShowDependencies } from '../application/queries/showDependencies.js';
import { ShowStatistics } from '../application/queries/showStatistics.js';
import { TOKENS } from './tokens.js';

/** Use cases that only look, and what counts tokens for them. */
export const readingModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.TokenCounter).toResolvedValue(() => new GptTokenCounter(), []);
  bind(TOKENS.TokenLedger).toResolvedValue(
    (files, hasher, clock) => new FileTokenLedger(files, hasher, () => clock.now()),
    [TOKENS.FileSystem, TOKENS.Hasher, TOKENS.Clock],
  );

  bind(TOKENS.ShowBoard).toResolvedValue(
    (store, log, clock, tokens, { config }) => new ShowBoard(store, log, clock, tokens, config.specsDir),
    [TOKENS.SpecStore, TOKENS.EventLog, TOKENS.Clock, TOKENS.CountTokens, TOKENS.Configuration],
  );
  bind(TOKENS.ShowDependencies).toResolvedValue(
    (catalog) => new ShowDependencies(catalog),
    [TOKENS.SpecCatalog],
  );
  bind(TOKENS.NextSpecs).toResolvedValue(
    (catalog, clock) => new NextSpecs(catalog, clock),
    [TOKENS.SpecCatalog, TOKENS.Clock],
  );
  bind(TOKENS.CountTokens).toResolvedValue(
    (catalog, store, counter, ledger) => new CountTokens(catalog, store, counter, ledger),
    [TOKENS.SpecCatalog, TOKENS.SpecStore, TOKENS.TokenCounter, TOKENS.TokenLedger],
  );
  bind(TOKENS.ShowStatistics).toResolvedValue(
    (catalog, log, clock) => new ShowStatistics(catalog, log, clock),
    [TOKENS.SpecCatalog, TOKENS.EventLog, TOKENS.Clock],
  );
});
