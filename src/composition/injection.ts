import 'reflect-metadata/lite';
import { type Container, decorate, inject, injectable, unmanaged } from 'inversify';
import type { ServiceName, Services } from './services.js';

/** Maps a list of names to the types of these services. */
type Taken<Names extends readonly ServiceName[]> = {
  -readonly [Index in keyof Names]: Services[Names[Index]];
};

/** Splits `'a, b'` into `['a', 'b']` at type level. */
type Listed<Names extends string> = Names extends ''
  ? []
  : Names extends `${infer First}, ${infer Rest}`
    ? [First, ...Listed<Rest>]
    : [Names];
type Known<Names> = Names extends readonly ServiceName[] ? Names : never;

/** How the container creates a service, and from which others. */
export interface Binding<Service> {
  readonly takes: readonly ServiceName[];
  bindIn(container: Container, name: string): void;
  /** Type of the service; never set. */
  readonly makes?: Service;
}

const described = new WeakSet<object>();

/**
 * Binds a class to the services that its constructor takes, named in order: `'specStore, clock'`. Names that do not match the
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
        // Remaining constructor parameters are optional and not injected.
        for (let index = takes.length; index < made.length; index++) decorate(unmanaged(), made, index);
      }
      container.bind(name).to(made);
    },
  };
}

/** Binds the result of a function to the services that it takes. */
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
