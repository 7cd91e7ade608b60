import { Container } from 'inversify';
import type { EventAnnouncer } from '../adapters/storage/log/eventAnnouncer.js';
import { SERVICES } from '../application/services.js';
import { bindings, type Place } from './bindings.js';
import type { AllServices, Binding, ServiceName } from './injection.js';
import type { OwnPorts } from './replaceablePorts.js';

/**
 * Returns an object of all services. Each is bound and created when it is first read, because binding all of them takes
 * longer than creating the few that a command needs.
 */
export function servicesOf(
  place: Place,
  ports: OwnPorts,
  announcements: EventAnnouncer | undefined,
): AllServices {
  const container = new Container({ defaultScope: 'Singleton' });
  const all: Readonly<Record<string, Binding<unknown> | undefined>> = bindings(place);
  const bind = (name: string): void => {
    if (container.isBound(name)) return;
    const own = Object.hasOwn(ports, name) ? ports[name as keyof OwnPorts] : undefined;
    const [shared, binding] = [SERVICES[name as keyof typeof SERVICES], all[name]];
    if (own !== undefined) container.bind<unknown>(name).toConstantValue(own);
    else if (typeof binding === 'object') {
      binding.takes.forEach(bind);
      binding.bindIn(container, name);
    } else
      container
        .bind<unknown>(name)
        .toDynamicValue(() => (binding === undefined ? new shared(services) : binding(services)));
  };
  const isService = (name: PropertyKey): name is ServiceName => name in all || name in SERVICES;
  const services = new Proxy<Record<PropertyKey, unknown>>(
    {},
    {
      get(created, name) {
        if (!Object.hasOwn(created, name) && isService(name)) {
          bind(name);
          created[name] = container.get(name);
        }
        return created[name];
      },
    },
  ) as unknown as AllServices;
  if (announcements !== undefined) {
    container.onActivation<AllServices['eventLog']>('eventLog', (_, log) => announcements.eventLog(log));
    container.onActivation<AllServices['lock']>('lock', (_, lock) =>
      announcements.lock(lock, () => services.eventLog),
    );
  }
  return services;
}
