import type { Assistant } from '../domain/project/assistants.js';

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
   * Holds back a commit while specs are wrong, and where that cannot be told; then as earlier versions wrote it.
   * @param prefix from the top of the working tree to the project; empty for the top itself.
   */
  gitHooks(prefix: string): readonly [now: string, ...earlier: string[]];
  /** Whether a hook was one of these once, whatever was written into it since. */
  isGitHook(text: string): boolean;
}
