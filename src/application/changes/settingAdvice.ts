import type { Advice } from '../../domain/errors/advice.js';
import { standardField } from '../../domain/spec/fields.js';

/** How to give a field a value. @param spec as its folder is named. */
export function settingAdvice(spec: string, key: string, to = 'give it a value'): Advice {
  const field = standardField(key);
  if (field === undefined) return { useCase: 'updateSpec', request: { spec, fields: { [key]: '…' } }, to };
  const name = (field.members === undefined ? field.name : `add${field.members}`) as 'tags';
  return { useCase: 'updateSpec', request: { spec }, needs: [name], to };
}
