/** Templates of the project, `.spectool/templates/`. */
export interface TemplateLibrary {
  /** Text of a template file, undefined when it is not there. Only plain file names are answered. */
  read(fileName: string): string | undefined;
  /** Names of the files there. */
  names(): readonly string[];
}
