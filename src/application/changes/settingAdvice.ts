import type { Advice } from '../../domain/errors/advice.js';
import { standardField } from '../../domain/spec/fields.js';

/** How to work on a complete spec again; an archived one is brought back first. @param spec as its folder is named. */
export function reopening(spec: string, archived: boolean): Advice {
  if (archived)
    return { useCase: 'unarchiveSpecs', request: { specs: [spec] }, to: 'bring it back to work on it' };
  const request = { spec, status: 'in-progress', force: true } as const;
  return { useCase: 'updateSpec', request, needs: ['reason'], to: 'reopen it' };
}

/** How to give a field a value. @param spec as its folder is named. */
export function settingAdvice(spec: string, key: string, to = 'give it a value'): Advice {
  const field = standardField(key);
  if (field === undefined) return { useCase: 'updateSpec', request: { spec, fields: { [key]: '…' } }, to };
  const name = (field.members === undefined ? field.name : `add${field.members}`) as 'tags';
  return { useCase: 'updateSpec', request: { spec }, needs: [name], to };
}
