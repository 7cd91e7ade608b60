import type { Services } from './services.js';

/** A service of the application, which reads the services that it uses when it needs them. */
export abstract class Service {
  constructor(protected readonly use: Services) {}
}
