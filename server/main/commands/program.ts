import { constants } from 'node:os';
import { StartStopped } from '../../base/environment/start-error.ts';
import { type Config, DEFAULT_ROLES, ROLES, type Role, readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { isChild, reportToParent } from '../processes/child-process.ts';
import { releaseSignals } from '../processes/held-signals.ts';
import { type StopSignals, takeStopSignals } from '../processes/stop-signals.ts';
import { openServiceDatabase } from './database.ts';
import { addDatabaseCommands } from './database-commands.ts';
import { failureOf } from './failure.ts';
import { command, newProgram } from './new-program.ts';
import { parseList, parseProcesses } from './option-checks.ts';
import { print } from './print.ts';
import type { Ended } from './serve.ts';
import { type Started, startReport, welcome } from './welcome.ts';

const program = newProgram(process);

/** The others are ended by a signal, as any program is. */
const STOPS_BY_ITSELF = ['serve', 'migrate'];
program.hook('preAction', (_program, action) => {
  if (!STOPS_BY_ITSELF.includes(action.name())) releaseSignals();
});

command(program, 'serve', 'run the service')
  .option(
    '--roles <roles>',
    `the roles to run, separated by commas, of ${ROLES.join(', ')}`,
    DEFAULT_ROLES.join(','),
  )
  .option('--processes <count>', 'how many processes share the port, or auto for one per core', '1')
  .action(async (options: { roles: string; processes: string; json?: boolean }) => {
    const signals = takeStopSignals();
    const config = readConfig(process.env);
    const roles = parseList(options.roles, '--roles', 'role', ROLES, ROLES);
    const count = parseProcesses(options.processes);
    if (count > 1) return untilEnded(await serveMany(config, roles, count, signals), options);
    // Imported here: loading the HTTP server takes 0.35 s, which every other command would pay as well.
    const { serve } = await import('./serve.ts');
    const service = await serve(config, roles, signals);
    if (!isChild()) return untilEnded(service, options);
    reportToParent(service, service.metrics);
    // The channel to the parent would keep the process alive.
    process.exit((await service.ended).code);
  });

async function serveMany(config: Config, roles: readonly Role[], count: number, signals: StopSignals) {
  const { serveProcesses } = await import('./serve-processes.ts');
  return { ...(await serveProcesses(config, roles, count, signals)), demo: undefined };
}

async function untilEnded(
  service: Started & { readonly ended: Promise<Ended> },
  options: { json?: boolean },
) {
  if (options.json) print(process.stdout, startReport(service), true);
  else process.stdout.write(welcome(service));
  const { code, cut } = await service.ended;
  process.exitCode = code;
  if (cut) process.exit();
}

command(program, 'migrate', 'bring the database up to date').action(async ({ json }: { json?: boolean }) => {
  const signals = takeStopSignals();
  const stopped = (signal: string): never => process.exit(128 + constants.signals[signal as NodeJS.Signals]);
  void signals.second.then(stopped);
  const { embedded } = await openServiceDatabase(readConfig(process.env), signals.starting).catch((error) => {
    if (!(error instanceof StartStopped)) throw error;
    createLog(readConfig(process.env)).info(error.message);
    // Not 0: whoever waits for this command must not take the database for migrated.
    return stopped(error.signal);
  });
  await embedded?.stop();
  print(process.stdout, { status: 'up to date' }, json);
});

addDatabaseCommands(program, process);

await program.parseAsync().catch((error: unknown) => {
  if (error instanceof StartStopped) {
    createLog(readConfig(process.env)).info(error.message);
    // Whatever still waits for the database would keep the process alive.
    process.exit(0);
  }
  const { exitCode, text, unexpected } = failureOf(error);
  // Whoever collects the log reads lines, of which a stack would be many.
  if (unexpected && process.argv[2] === 'serve')
    createLog(readConfig(process.env)).fatal({ err: error }, 'the service could not start');
  else process.stderr.write(text);
  process.exitCode = exitCode;
  // The channel to the parent would keep the process alive.
  if (isChild()) process.exit();
});
