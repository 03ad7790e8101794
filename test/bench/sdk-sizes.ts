import { fileURLToPath } from 'node:url';
import { bundledSize } from '../sdk/package/size.ts';

const PROGRAMS = {
  'openapi-fetch': `export { default } from 'openapi-fetch'`,
  'Tradepost, one resource without retries': `export { Products, Transport } from '@tradepost/sdk'`,
  'Tradepost, one resource': `export { Products, retries, Transport } from '@tradepost/sdk'`,
  Tradepost: `export { Tradepost } from '@tradepost/sdk'`,
  'Tradepost, webhooks': `export * from '@tradepost/sdk/webhooks'`,
  stripe: `export { default } from 'stripe'`,
  octokit: `export { Octokit } from 'octokit'`,
};

/** Prints what each adds to a bundle for Node, with its dependencies. */
export async function printSizes(): Promise<void> {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const sizes: Record<string, number> = {};
  for (const [name, program] of Object.entries(PROGRAMS)) sizes[name] = await bundledSize(here, program);
  const baseline = sizes['openapi-fetch']!;
  console.log('\nclient: size in a bundle, minified and gzipped, with dependencies');
  console.table(
    Object.fromEntries(
      Object.entries(sizes).map(([name, bytes]) => [
        name,
        { kB: (bytes / 1000).toFixed(1), 'vs openapi-fetch': (bytes / baseline).toFixed(2) },
      ]),
    ),
  );
  console.log(JSON.stringify({ workload: 'client: size', bytes: sizes }));
}
