/** Files that come with the package: templates, the skill, the configuration's schema. */
export interface ShippedFiles {
  /** @param path relative to the package, `templates/spec-template.md`. @throws SpectoolError `INTERNAL` when it is missing. */
  read(path: string): string;
}
