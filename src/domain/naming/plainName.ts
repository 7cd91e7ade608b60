/** True for the name of one folder: no separator, and, where `\` separates too, no step upward. */
export function isPlainName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    !/[/\0]/.test(name) &&
    name.split('\\').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}
