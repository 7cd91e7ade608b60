/** What `create --template` may be asked for: names of the configuration, and files, without their `-template.md`. */
export function templateNames(
  configured: Readonly<Record<string, string>>,
  files: readonly string[],
): readonly string[] {
  const short = files.map((file) => file.replace(/-template\.md$/, ''));
  return [...new Set([...Object.keys(configured), ...short])].sort();
}
