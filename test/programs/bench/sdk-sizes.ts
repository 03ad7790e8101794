import { fileURLToPath } from 'node:url';
import { bundledSize, bytesByFile, oneFileSize } from '../../sdk/package/size.ts';

const PROGRAMS = {
  'openapi-fetch': `export { default } from 'openapi-fetch'`,
  'Tradepost, one resource without retries': `export { Products, Transport } from '@tradepost/sdk'`,
  'Tradepost, one resource': `export { Products, retries, Transport } from '@tradepost/sdk'`,
  Tradepost: `export { Tradepost } from '@tradepost/sdk'`,
  'Tradepost, webhooks': `export * from '@tradepost/sdk/webhooks'`,
  stripe: `export { default } from 'stripe'`,
  octokit: `export { Octokit } from 'octokit'`,
};

/** From the sources, because the built client is one file. */
const ONE_RESOURCE = `export { Products, Transport } from '../../../sdk/src/index.ts'`;

const here = fileURLToPath(new URL('.//', import.meta.url));

/** Prints what each adds to a bundle for Node, with its dependencies. */
export async function printSizes(): Promise<void> {
  const sizes: Record<string, number> = {};
  const oneFile: Record<string, number> = {};
  for (const [name, program] of Object.entries(PROGRAMS)) {
    sizes[name] = await bundledSize(here, program);
    oneFile[name] = await oneFileSize(here, program);
  }
  const baseline = sizes['openapi-fetch']!;
  const kB = (bytes: number) => (bytes / 1000).toFixed(2);
  console.log('\nclient: size in a bundle, minified and gzipped, with dependencies');
  console.table(
    Object.fromEntries(
      Object.entries(sizes).map(([name, bytes]) => [
        name,
        {
          'kB loaded at start': kB(bytes),
          'kB as one file': kB(oneFile[name]!),
          'vs openapi-fetch': (bytes / baseline).toFixed(2),
        },
      ]),
    ),
  );
  await printParts();
  console.log(JSON.stringify({ workload: 'client: size', bytes: sizes, oneFile }));
}

/** Prints where the bytes of one resource are. */
async function printParts(): Promise<void> {
  const parts = Object.entries(await bytesByFile(here, ONE_RESOURCE)).filter(([, bytes]) => bytes > 0);
  const total = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log('One resource without retries, minified bytes by file:');
  console.table(
    Object.fromEntries(
      parts
        .sort(([, a], [, b]) => b - a)
        .map(([file, bytes]) => [
          file.replace(/^.*(?:node_modules|sdk\/src)\//, ''),
          { bytes, share: `${((100 * bytes) / total).toFixed(0)} %` },
        ]),
    ),
  );
}
