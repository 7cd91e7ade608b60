import 'reflect-metadata/lite';
import { type Container, decorate, inject, injectable, unmanaged } from 'inversify';
import type { ServiceName, Services } from './services.js';

/** Maps a list of service names to the types of these services. */
type Taken<Names extends readonly ServiceName[]> = {
  -readonly [Index in keyof Names]: Services[Names[Index]];
};

/** Type-level split: `'a, b'` becomes `['a', 'b']`. */
type Listed<Names extends string> = Names extends ''
  ? []
  : Names extends `${infer First}, ${infer Rest}`
    ? [First, ...Listed<Rest>]
    : [Names];
type Known<Names> = Names extends readonly ServiceName[] ? Names : never;

/** How the container creates a service, and from which other services. */
export interface Binding<Service> {
  readonly takes: readonly ServiceName[];
  bindIn(container: Container, name: string): void;
  /** Type of the created service; only for the compiler, never set. */
  readonly makes?: Service;
}

const described = new WeakSet<object>();

/**
 * Binds a class to the services that its constructor needs, named in order: `'specStore, clock'`. Names that do not match the
 * constructor are a compile error. Metadata for inversify is attached here, so that the class does not depend on inversify.
 */
export function injected<Made extends object, const Names extends string = ''>(
  made: new (...services: Taken<Known<Listed<Names>>>) => Made,
  names?: Names & (Listed<Names> extends readonly ServiceName[] ? unknown : never),
): Binding<Made> {
  const takes = (names === undefined ? [] : names.split(', ')) as ServiceName[];
  return {
    takes,
    bindIn(container, name) {
      if (!described.has(made)) {
        described.add(made);
        decorate(injectable(), made);
        takes.forEach((service, index) => {
          decorate(inject(service), made, index);
        });
        // The remaining constructor parameters are optional and not injected.
        for (let index = takes.length; index < made.length; index++) decorate(unmanaged(), made, index);
      }
      container.bind(name).to(made);
    },
  };
}

/** Binds a service that a function creates from the other services named in `takes`. */
export function made<const Names extends readonly ServiceName[], Service>(
  takes: Names,
  make: (services: Pick<Services, Names[number]>) => Service,
): Binding<Service> {
  return {
    takes,
    bindIn(container, name) {
      container
        .bind<unknown>(name)
        .toResolvedValue(
          (...services: unknown[]) =>
            make(
              Object.fromEntries(
                takes.map((taken, index) => [taken, services[index]]),
              ) as unknown as Services,
            ),
          [...takes],
        );
    },
  };
}
