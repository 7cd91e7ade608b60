import { Container, type ServiceIdentifier } from 'inversify';
import type { EventAnnouncer } from '../adapters/storage/log/eventAnnouncer.js';
import { type Bound, bindings, type Place } from './bindings.js';
import type { OwnPorts } from './replaceablePorts.js';

/** Returns the service or use case with this name; creates it on first use. */
export type Get = <Name extends keyof Bound>(name: Name) => Bound[Name];

/**
 * Creates a container that binds each service when it is first requested, because binding all of them takes longer than
 * creating the few that a command needs.
 */
export function servicesOf(place: Place, ports: OwnPorts, announcements: EventAnnouncer | undefined): Get {
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

/** Returns a service's name as an inversify token that has the type of the service. */
function token<Name extends keyof Bound>(name: Name): ServiceIdentifier<Bound[Name]> {
  return name;
}
