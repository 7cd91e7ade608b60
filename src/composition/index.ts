/** Public API of the package: `import { createSpectool } from 'spectool'`. */
export { createSpectool, type SpectoolOptions } from './createSpectool.js';
export type { Ports } from './ports.js';
export { SpectoolError } from '../domain/errors/spectoolError.js';
export { ERROR_CODES, type ErrorCode } from '../domain/errors/errorCode.js';
export type { Spectool } from '../application/spectool.js';
export type { SpecView } from '../domain/spec/specView.js';
export type { HistoryEvent } from '../application/historyEvent.js';
export type { ProjectConfig } from '../domain/project/projectConfig.js';
