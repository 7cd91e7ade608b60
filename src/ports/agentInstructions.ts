/** Instructions for AI coding agents: how to work with specs, told with the commands a reader would run. */
export interface AgentInstructions {
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
