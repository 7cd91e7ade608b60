import { Container, type ServiceIdentifier } from 'inversify';
import type { Announcements } from '../adapters/storage/log/announcements.js';
import { type Bound, bindings, type Place } from './bindings.js';
import type { OwnPorts } from './embedderPorts.js';

/** Returns the instance of a service or use case, created on first use. */
export type Get = <Name extends keyof Bound>(name: Name) => Bound[Name];

/**
 * Creates a container that binds services on demand: binding all of them takes longer than creating the few that a command needs.
 */
export function servicesOf(place: Place, ports: OwnPorts, announcements: Announcements | undefined): Get {
  const container = new Container({ defaultScope: 'Singleton' });
  const get: Get = (name) => {
    bind(name);
    return container.get(token(name));
  };
  const all = bindings(place, get);
  const bound = new Set<keyof Bound>();
  const bind = (name: keyof Bound): void => {
    if (bound.has(name)) return;
    bound.add(name);
    const own = Object.hasOwn(ports, name) ? ports[name as keyof OwnPorts] : undefined;
    if (own !== undefined) {
      container.bind<unknown>(name).toConstantValue(own);
      return;
    }
    all[name].bindIn(container, name);
    all[name].takes.forEach(bind);
  };
  if (announcements !== undefined) {
    container.onActivation(token('eventLog'), (_, log) => announcements.eventLog(log));
    container.onActivation(token('lock'), (_, lock) => announcements.lock(lock, () => get('eventLog')));
  }
  return get;
}

/** Returns the name as a token typed with its service. */
function token<Name extends keyof Bound>(name: Name): ServiceIdentifier<Bound[Name]> {
  return name;
}
