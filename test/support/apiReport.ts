import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { temporaryFolder } from './temporaryFolder.js';

const ROOT = join(import.meta.dirname, '../..');
const QUIET = { default: { logLevel: ExtractorLogLevel.None } };

/** Returns all exports of an entry point of the built package as text. @param entry name of a file in dist/cjs/composition. */
export function apiReport(entry: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'made'));
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: ROOT,
      mainEntryPointFilePath: join(ROOT, `dist/cjs/composition/${entry}.d.ts`),
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            module: 'nodenext',
            moduleResolution: 'nodenext',
            target: 'es2022',
            lib: ['es2023'],
            types: ['node'],
            skipLibCheck: true,
            strict: true,
          },
        },
      },
      apiReport: {
        enabled: true,
        reportFolder: folder,
        reportTempFolder: join(folder, 'made'),
        reportFileName: entry,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: QUIET,
        compilerMessageReporting: QUIET,
        tsdocMessageReporting: QUIET,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(ROOT, 'package.json'),
  });
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      message.handled = true;
    },
  });
  return readFileSync(join(folder, `${entry}.api.md`), 'utf8').replaceAll('\r\n', '\n');
}
