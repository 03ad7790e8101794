import { writeFile } from 'node:fs/promises';
import { defineConfig, type Options } from 'tsup';

const typed = {
  index: 'src/index.ts',
  webhooks: 'src/webhooks/index.ts',
  'webhooks/node': 'src/webhooks/adapters/node.ts',
  'webhooks/express': 'src/webhooks/adapters/express.ts',
  'webhooks/fetch': 'src/webhooks/adapters/fetch.ts',
  'webhooks/memory': 'src/webhooks/stores/memory.ts',
  'webhooks/postgres': 'src/webhooks/stores/postgres.ts',
  'webhooks/redis': 'src/webhooks/stores/redis.ts',
  'webhooks/testing': 'src/webhooks/testing/index.ts',
};
/** It has the surface and the types of `webhooks`, and takes its HMAC from Web Crypto. */
const edge = { 'webhooks.edge': 'src/webhooks/index.edge.ts' };

const common: Options = {
  target: 'node20',
  removeNodeProtocol: false, // Deno and Workers know node:crypto, not crypto
  // What several entries use is one file, so that there is one class TradepostError for `instanceof`.
  splitting: true,
  // What is used of them is small, and each package more costs a program at its start and an integrator at an audit.
  // p-retry is also an ES module, which `require` takes from Node 20.19 on only.
  noExternal: ['openapi-fetch', 'p-retry', 'is-network-error'],
};

/** The types are those of the CommonJS files: the contract's are large, and one copy is enough for both. */
async function pointAtTheTypes(): Promise<void> {
  for (const name of Object.keys(typed)) {
    await writeFile(`dist/${name}.d.ts`, `export * from './${name.split('/').at(-1)}.cjs';\n`);
  }
}

export default defineConfig([
  {
    ...common,
    format: 'esm',
    entry: { ...typed, ...edge, listen: 'src/listen/cli.ts' },
    onSuccess: pointAtTheTypes,
  },
  {
    ...common,
    format: 'cjs',
    entry: { ...typed, ...edge },
    // The contract's types lie outside of the package and are copied into its own; what is @internal is left out.
    dts: { entry: typed, compilerOptions: { stripInternal: true } },
  },
]);
