import type { ListedCommand } from './commandTable.js';
import type { MergedDocument } from './commands/log/mergeDriver.js';
import type { CompletionScript } from './commands/tools/completion.js';
import type { CommandHelp, ProgramHelp } from './help.js';
import type { ErrorDocument } from './renderError.js';
import type { SpectoolCommand } from './spectoolCommand.js';

/** `skill install` is `skill-install` here. */
type Key<Name extends string> = Name extends `${infer First} ${infer Second}` ? `${First}-${Second}` : Name;

type ResultOf<Entry extends ListedCommand> =
  Awaited<ReturnType<Entry['load']>> extends abstract new (
    ...args: never
  ) => SpectoolCommand<infer _Result, infer Document>
    ? Document
    : never;

/** What a use case answers is what its command prints, or the document made of it. */
type Results = {
  readonly [
    Entry in ListedCommand as [ResultOf<Entry>] extends [never] ? never : Key<Entry['name']>
  ]: ResultOf<Entry>;
};

/** The document each command prints with `--json`; `schemas/output.schema.json` is made from this. */
export interface CommandOutput extends Results {
  readonly completion: CompletionScript;
  readonly 'merge-driver': MergedDocument;
  /** `spectool --version`. */
  readonly version: { readonly version: string };
  /** `spectool --help`. */
  readonly help: ProgramHelp;
  /** `spectool <command> --help`. */
  readonly 'command-help': CommandHelp;
  /** What every command prints on standard error when it fails. */
  readonly error: ErrorDocument;
}
