// `npm run smoke`: against the services of TRADEPOST_URL (with commas), by default the one that `npm start` runs.
import { printable } from '../../server/commands/printable.ts';
import { smoke } from './run.ts';

const urls = (process.env.TRADEPOST_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`).split(',');

try {
  for (const url of urls) await fetch(`${url}/healthz`);
} catch {
  console.error(`Nothing answers at ${urls.join(', ')}. Start it first: npm start`);
  process.exit(1);
}
await smoke({ urls, env: process.env, print: (line) => console.log(`✓ ${printable(line)}`) });
