import 'reflect-metadata/lite';
import { type Container, decorate, inject, injectable, unmanaged } from 'inversify';
import type { ServiceName, Services } from './services.js';

/** Services in the order of their names. */
type Taken<Names extends readonly ServiceName[]> = {
  -readonly [Index in keyof Names]: Services[Names[Index]];
};

/** `'a, b'` as `['a', 'b']`. */
type Listed<Names extends string> = Names extends ''
  ? []
  : Names extends `${infer First}, ${infer Rest}`
    ? [First, ...Listed<Rest>]
    : [Names];
type Known<Names> = Names extends readonly ServiceName[] ? Names : never;

/** How the container makes something, and of which services. */
export interface Binding<Service> {
  readonly takes: readonly ServiceName[];
  bindIn(container: Container, name: string): void;
  /** Only a type: what is made. */
  readonly makes?: Service;
}

const described = new WeakSet<object>();

/**
 * A class whose constructor takes these services, named in its order: `'specStore, clock'`. One that takes others, or more, does not compile.
 * What inversify has to know of a class is attached here, so that the class knows nothing of inversify.
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
        // What it can do without is not the container's.
        for (let index = takes.length; index < made.length; index++) decorate(unmanaged(), made, index);
      }
      container.bind(name).to(made);
    },
  };
}

/** What a function makes of these services. */
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
