/**
 * True for names under which no specs are looked for: hidden, a package's or git's own. Some disks pass over letters that do not
 * show, and dots and blanks at the end.
 */
export function isUnseenFolder(name: string): boolean {
  const shown = name.replace(/\p{Default_Ignorable_Code_Point}+/gu, '').replace(/[. ]+$/, '');
  return shown === '' || shown.startsWith('.') || shown === 'node_modules' || /^git~\d+$/i.test(shown);
}
