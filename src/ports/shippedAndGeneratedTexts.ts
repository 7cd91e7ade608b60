import type { GitHook } from '../domain/project/managedTexts.js';
import type { PlainText } from '../domain/document/documentText.js';
import type { Assistant } from '../domain/project/assistants.js';
import type { JsonValue } from '../domain/value/jsonValue.js';

/** Files shipped with the package: templates, the skill, the JSON schema of the configuration. */
export interface ShippedFiles {
  /**
   * Returns the text of a shipped file.
   * @param path relative to the package, such as `templates/spec-template.md`.
   * @throws SpectoolError `INTERNAL` if the file is missing.
   */
  read(path: string): string;
}

/** Templates of the project, in `.spectool/templates/`. */
export interface TemplateLibrary {
  /** Reads a template; undefined if the file does not exist. Accepts only file names without a path. */
  read(fileName: string): PlainText | undefined;
  /** Names of the template files. */
  names(): readonly string[];
}

export type JsonRead =
  | { readonly value: JsonValue; readonly problem?: never }
  | { readonly problem: string; readonly value?: never };

/** Edits JSON files that belong to people or other programs; all bytes outside the change stay the same. */
export interface JsonText {
  /**
   * Parses the text, or returns the reason why it cannot be edited safely: not JSON, a duplicate key, too large or too deep.
   */
  read(text: string): JsonRead;
  /** Appends an item to the list at `path`; creates the list if there is none. */
  withItem(text: string, path: readonly string[], item: JsonValue): string;
  /** Removes the value at `path`, and lists or objects that become empty by that. */
  without(text: string, path: readonly (string | number)[]): string;
}

/** Instructions for AI coding agents: how they work with specs, and which commands they run. */
export interface AgentInstructions {
  readonly hooks: HookTexts;
  /** Version of the instructions; it increases whenever their text changes. */
  readonly version: number;
  /** Returns short instructions for this project as Markdown, without the markers around spectool's block in AGENTS.md. */
  write(facts: AgentsFacts): string;
}

/** Values to insert into the text of AGENTS.md. */
export interface AgentsFacts {
  readonly projectName: string;
  /** One-line description of the project. */
  readonly description?: string;
  readonly specsDir: string;
  readonly defaultFile: string;
  /** Example of a spec folder's name; `exampleFolder` is its path. */
  readonly exampleRef: string;
  readonly exampleFolder: string;
  /** Names of the templates that `create` accepts. */
  readonly templates: readonly string[];
  /** Required fields, except those that are set when a spec is created. */
  readonly required: readonly string[];
  /** True if specs have an assignee and a reviewer. */
  readonly collaboration: boolean;
  /** True if the text of a spec must be approved before work begins. */
  readonly approvals: boolean;
  /** Custom fields of the project with their types. */
  readonly customFields: readonly (readonly [name: string, type: string])[];
  /** Path of the skill file if the skill is installed; the methodology is then in that file. */
  readonly skillPath?: string;
}

/** Shell commands and scripts that assistants and git run as hooks. */
export interface HookTexts {
  /** Returns the command that gives an assistant the project's instructions when a session begins. */
  sessionCommand(assistant: Assistant): string;
  /** True if a command is the session hook of this assistant, from this or an earlier version. */
  isSessionCommand(command: string, assistant: Assistant): boolean;
  /** The command that refuses a write of a whole file that would remove text from a spec. */
  readonly guardCommand: string;
  /** True if a hand-written command line also runs this command of spectool. */
  runs(command: 'prime' | 'guard', line: string): boolean;
  /**
   * Returns the texts of a git hook: the current version first, then earlier versions. The `pre-commit` hook adds the records of
   * staged documents to the commit, and stops the commit if specs are wrong or cannot be checked. The `post-commit` hook updates
   * git's index.
   * @param prefix path from the top of the working tree to the project; empty if the project is at the top.
   */
  gitHooks(hook: GitHook, prefix: string): readonly [now: string, ...earlier: string[]];
  /** Returns a line for a hook of the user's own, which runs what spectool's hook runs. @param prefix as for `gitHooks`. */
  ownHookLine(hook: 'pre-commit' | 'commit-msg', prefix: string): string;
  /** True if a hook of the user's own has such a line for the project, perhaps in other words. */
  hasHookLine(hook: 'pre-commit' | 'commit-msg', prefix: string, text: string): boolean;
  /** True if spectool generated the hook, even if the hook was edited since. */
  isGitHook(text: string): boolean;
}
