// Measures a tenant's requests in a process of its own: in one that also reads the load's responses they would wait for those.
// Says `ready` on stdout, begins when it's told how many seconds, and prints the latencies.
import { once } from 'node:events';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { repeat, send } from './repeat-requests.ts';

const WARM_UP_REQUESTS = 300;

const [address, path] = process.argv.slice(2) as [string, string];
const client = { address, key: process.env.TRADEPOST_API_KEY!, agent: new http.Agent({ keepAlive: true }) };
const read = { method: 'GET', path };
for (let n = 0; n < WARM_UP_REQUESTS; n += 1) await send(client, read);

const lines = createInterface(process.stdin);
console.log('ready');
const [seconds] = await once(lines, 'line');
const { latenciesMs, statuses } = await repeat(
  client,
  () => read,
  1,
  AbortSignal.timeout(Number(seconds) * 1000),
);
console.log(JSON.stringify({ latenciesMs, statuses: [...statuses] }));
lines.close();
client.agent.destroy();
