import type { PlainText } from '../domain/document/plainText.js';

/** Templates of the project, `.spectool/templates/`. */
export interface TemplateLibrary {
  /** A template file, undefined when it is not there. Only plain file names are answered. */
  read(fileName: string): PlainText | undefined;
  /** Names of the files there. */
  names(): readonly string[];
}
