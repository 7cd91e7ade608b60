/** Returns the possible values of `--template`: configured names, and names of template files without `-template.md` or `.md`. */
export function templateNames(
  configured: Readonly<Record<string, string>>,
  files: readonly string[],
): readonly string[] {
  const short = files.map((file) => file.replace(/(?:-template)?\.md$/, ''));
  return [...new Set([...Object.keys(configured), ...short])].sort();
}

/**
 * Returns the file of a template by name: the configured file, or an existing one, which for `api` is `api-template.md` or
 * `api.md`.
 */
export function templateFile(
  name: string,
  configured: Readonly<Record<string, string>>,
  files: readonly string[],
): string | undefined {
  if (Object.hasOwn(configured, name)) return configured[name];
  return [name, `${name}-template.md`, `${name}.md`].find((file) => files.includes(file));
}
