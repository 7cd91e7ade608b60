import type { GitHook } from '../domain/project/gitFiles.js';
import type { PlainText } from '../domain/document/plainText.js';
import type { Assistant } from '../domain/project/assistants.js';
import type { JsonValue } from '../domain/value/json.js';

/** Files that come with the package: templates, the skill, the configuration's schema. */
export interface ShippedFiles {
  /** @param path relative to the package, `templates/spec-template.md`. @throws SpectoolError `INTERNAL` when it is missing. */
  read(path: string): string;
}

/** Templates of the project, `.spectool/templates/`. */
export interface TemplateLibrary {
  /** A template file, undefined when it is not there. Only plain file names are answered. */
  read(fileName: string): PlainText | undefined;
  /** Names of the files there. */
  names(): readonly string[];
}

export type JsonRead =
  | { readonly value: JsonValue; readonly problem?: never }
  | { readonly problem: string; readonly value?: never };

/** JSON that people keep by hand, such as another program's settings: a change leaves every other byte as it was. */
export interface JsonText {
  /** What it says, or why it cannot be changed safely: no JSON, a key twice, too large or too deep. */
  read(text: string): JsonRead;
  /** With one more item at the end of the list at `path`; the list is made where there is none. */
  withItem(text: string, path: readonly string[], item: JsonValue): string;
  /** Without what stands at `path`; a list or object that held nothing else goes with it. */
  without(text: string, path: readonly (string | number)[]): string;
}

/** Instructions for AI coding agents: how to work with specs, told with the commands a reader would run. */
export interface AgentInstructions {
  readonly hooks: HookTexts;
  /** Looked up before anything is written: what commands say of themselves. */
  load(): Promise<InstructionWriter>;
}

export interface InstructionWriter {
  /** Rises whenever the text changes. */
  readonly version: number;
  /** Short, and true of this project. Markdown, without markers. */
  write(facts: AgentsFacts): string;
}

/** What AGENTS.md is made of besides its fixed text. */
export interface AgentsFacts {
  readonly projectName: string;
  /** What it is, on one line. */
  readonly description?: string;
  readonly specsDir: string;
  readonly defaultFile: string;
  /** A spec's folder as it would be named, without and with where it stands. */
  readonly exampleRef: string;
  readonly exampleFolder: string;
  /** Names of the templates a spec can be created from. */
  readonly templates: readonly string[];
  /** Fields every spec must carry, besides those that it is given when it is created. */
  readonly required: readonly string[];
  /** Specs have an assignee and a reviewer. */
  readonly collaboration: boolean;
  /** Fields of the project's own, with their type. */
  readonly customFields: readonly (readonly [name: string, type: string])[];
  /** Path of the skill file when it is installed: it then holds the methodology. */
  readonly skillPath?: string;
}

/** What assistants and git run by themselves, in a shell. */
export interface HookTexts {
  /** Tells an assistant what it needs when a session begins. */
  sessionCommand(assistant: Assistant): string;
  /** Whether a command is the one for this assistant, of this version or an earlier one. */
  isSessionCommand(command: string, assistant: Assistant): boolean;
  /** Whether a command does the same in somebody's own words. */
  runsPrime(command: string): boolean;
  /**
   * Takes the records of staged documents into a commit, holds it back while specs are wrong, and where that cannot be told; or brings
   * git's index up after it. Then as earlier versions wrote it.
   * @param prefix from the top of the working tree to the project; empty for the top itself.
   */
  gitHooks(hook: GitHook, prefix: string): readonly [now: string, ...earlier: string[]];
  /** Whether a hook was one of these once, whatever was written into it since. */
  isGitHook(text: string): boolean;
}
