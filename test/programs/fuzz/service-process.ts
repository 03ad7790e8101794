// The role api in its own process, which reports its memory on request. Started with --expose-gc.
import { readConfig } from '../../../server/main/config.ts';
import { createContext } from '../../../server/main/context.ts';
import { startService } from '../../../server/main/roles/service.ts';

const { FUZZ_DATABASE_URL: databaseUrl = '', FUZZ_SECRET_KEY: secretKey = '', ...env } = process.env;
const context = createContext(readConfig(env), { databaseUrl, secretKey });
const service = await startService(context, ['api']);

process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, used: heapUsed + external });
});
const stop = async (): Promise<void> => {
  await service.stop();
  await context.close();
  process.exit(0);
};
process.once('SIGTERM', stop);
// Exits when its parent exits, however that happens.
process.once('disconnect', stop);
process.send?.({ address: service.address });
