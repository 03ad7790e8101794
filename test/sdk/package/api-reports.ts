import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, type ExtractorLogLevel } from '@microsoft/api-extractor';

/** A string, since the values of a const enum aren't there for a compiler that sees one file at a time. */
const SILENT = { default: { logLevel: 'none' as string as ExtractorLogLevel } };

/** API Extractor's report of each entry of the built package, by the name of its file. */
export async function apiReports(folder: string): Promise<[name: string, report: string][]> {
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'));
  const reportFolder = await mkdtemp(join(folder, 'reports-'));
  const configs = entries.map((entry) =>
    configOf(folder, entry === '.' ? 'index' : entry.slice(2), reportFolder),
  );
  // One program for all of them: each would read the contract's types anew.
  const additionalEntryPoints = configs.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath);
  const compilerState = CompilerState.create(configs[0]!, { additionalEntryPoints });
  return Promise.all(
    configs.map(async (config) => {
      Extractor.invoke(config, { compilerState, localBuild: true, messageCallback });
      return [config.reportConfigs[0]!.fileName, await readFile(config.reportFilePath, 'utf8')];
    }),
  );
}

/** The compiler and the linter have their say elsewhere: the report is of what is exported. */
function messageCallback(message: { handled: boolean }): void {
  message.handled = true;
}

function configOf(folder: string, entry: string, reportFolder: string): ExtractorConfig {
  const mainEntryPointFilePath = join(folder, `dist/${entry}.d.cts`);
  const reportFileName = `${entry.replaceAll('/', '-')}.api.md`;
  const compilerOptions = { module: 'nodenext', target: 'es2022', strict: true, types: ['node'] };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions, files: [mainEntryPointFilePath] } },
      apiReport: { enabled: true, reportFolder, reportTempFolder: reportFolder, reportFileName },
      messages: {
        compilerMessageReporting: SILENT,
        extractorMessageReporting: SILENT,
        tsdocMessageReporting: SILENT,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  });
}
