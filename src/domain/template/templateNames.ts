/** What `--template` may be asked for: names of the configuration, and files, without their `-template.md`. */
export function templateNames(
  configured: Readonly<Record<string, string>>,
  files: readonly string[],
): readonly string[] {
  const short = files.map((file) => file.replace(/(?:-template)?\.md$/, ''));
  return [...new Set([...Object.keys(configured), ...short])].sort();
}

/** The file such a name stands for: `api` may be configured, or found as `api-template.md` or `api.md`. */
export function templateFile(
  name: string,
  configured: Readonly<Record<string, string>>,
  files: readonly string[],
): string | undefined {
  if (Object.hasOwn(configured, name)) return configured[name];
  return [name, `${name}-template.md`, `${name}.md`].find((file) => files.includes(file));
}
