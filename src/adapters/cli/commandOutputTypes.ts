import type { ListedCommand } from './commandTable.js';
import type { CommandHelp, ProgramHelp } from './commandHelp.js';
import type { AllProjectsOutput } from './projects/allProjects.js';
import type { ErrorDocument } from './renderError.js';

/** A command's name with a hyphen instead of the space: `skill install` becomes `skill-install`. */
type Key<Name extends string> = Name extends `${infer First} ${infer Second}` ? `${First}-${Second}` : Name;

type ResultOf<Entry extends ListedCommand> =
  Awaited<ReturnType<Entry['load']>> extends { readonly printed?: infer Document } ? Document : never;

/** Maps each command to the type of the document that it prints with `--json`. */
type Results = {
  readonly [
    Entry in ListedCommand as [ResultOf<Entry>] extends [never] ? never : Key<Entry['name']>
  ]: ResultOf<Entry>;
};

/** The document each command prints with `--json`; `schemas/output.schema.json` is generated from this type. */
export interface CommandOutput extends Results {
  /** Printed by a command with `--all-projects`. */
  readonly 'all-projects': AllProjectsOutput;
  /** Printed by `spectool --version`. */
  readonly version: { readonly version: string };
  /** Printed by `spectool --help`. */
  readonly help: ProgramHelp;
  /** Printed by `spectool <command> --help`. */
  readonly 'command-help': CommandHelp;
  /** Printed on standard error by every command that fails. */
  readonly error: ErrorDocument;
}
