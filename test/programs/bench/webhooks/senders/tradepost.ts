import type { Service } from '../../../../../server/main/roles/service.ts';
import { onServer } from '../../../../support/databases.ts';
import { importBuilt } from '../built.ts';
import { Endpoints } from '../endpoints.ts';
import { requiredEnv, serveSender } from '../serve-sender.ts';

// The worker role as `serve` starts it. Deliveries come from emit_event, as in the api.

const { readConfig } = await importBuilt('main/config');
const { createContext } = await importBuilt('main/context');
const { startService } = await importBuilt('main/roles/service');

const databaseUrl = requiredEnv('DATABASE_URL');
const secretKey = requiredEnv('TRADEPOST_SECRET_KEY');
const keepsLog = process.env.KEEP_LOG !== undefined;
const context = createContext(readConfig(process.env), { databaseUrl, secretKey });
const endpoints = new Endpoints(context);
let service: Service | undefined;

serveSender({
  fill: (load) =>
    onServer(databaseUrl, async (client) => {
      if (!keepsLog)
        await client.query('TRUNCATE webhook_queue, webhook_attempts, webhook_deliveries, events');
      await endpoints.emit(client, load);
      await client.query('VACUUM (ANALYZE) webhook_queue, webhook_attempts, webhook_deliveries, events');
    }),
  start: async () => {
    service = await startService(context, ['worker']);
  },
  left: async () => {
    const rows = await context.db.query<{ left: number }>(
      'SELECT count(*)::integer AS left FROM webhook_queue',
      [],
    );
    return rows[0]!.left;
  },
  stop: async () => service?.stop(),
});
