// `npm run program smoke` tests the services in TRADEPOST_URL (separated by commas), by default the one that `npm start` runs.
import { printable } from '../../../server/main/commands/print.ts';
import { smoke } from './run.ts';

const urls = (process.env.TRADEPOST_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`).split(',');

try {
  for (const url of urls) await fetch(`${url}/healthz`);
} catch {
  console.error(`Not every service responds: ${urls.join(', ')}. Start them first: npm start`);
  process.exit(1);
}
await smoke({ urls, env: process.env, print: (line) => console.log(`✓ ${printable(line)}`) });
