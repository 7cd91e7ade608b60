import { type FieldRow, standardField } from '../../domain/spec/fields.js';

/** The command that gives a field a value, for hints. @param spec how a command line names it. */
export function settingCommand(spec: string, key: string): string {
  const field = standardField(key);
  return `spectool update ${spec} ${field === undefined ? `--field ${key}=…` : flagFor(field)}`;
}

function flagFor({ key, kind, one }: FieldRow): string {
  if (one !== undefined) return `--add-${one} …`;
  return `--${key} ${kind === 'day' ? 'YYYY-MM-DD' : '…'}`;
}
