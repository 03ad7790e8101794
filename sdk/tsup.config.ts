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
  'webhooks/inbox': 'src/webhooks/inbox/index.ts',
  'cursors/file': 'src/events/cursors/file.ts',
  'cursors/postgres': 'src/events/cursors/postgres.ts',
  'cursors/redis': 'src/events/cursors/redis.ts',
  'webhooks/testing': 'src/webhooks/testing/index.ts',
  testing: 'src/testing/index.ts',
};
/** Has the exports and types of `webhooks`, with the HMAC of Web Crypto. */
const edge = { 'webhooks.edge': 'src/webhooks/index.edge.ts' };

const common: Options = {
  target: 'node20',
  sourcemap: true, // with the sources, which aren't in the package
  removeNodeProtocol: false, // Deno and Workers know node:crypto, not crypto
  // Code that several entries use is in one file, so that there is one class TradepostError for `instanceof`.
  splitting: true,
};

/** ES modules use the types of the CommonJS files: the contract's are large, so there is one copy for both. */
async function writeTypeStubs(): Promise<void> {
  for (const name of Object.keys(typed)) {
    await writeFile(`dist/${name}.d.ts`, `export * from './${name.split('/').at(-1)}.cjs';\n`);
  }
}

export default defineConfig([
  {
    ...common,
    format: 'esm',
    entry: { ...typed, ...edge },
    onSuccess: writeTypeStubs,
  },
  // On its own: it shares most with the client, which would then be in a third file, and each file delays an import.
  // Without splitting, so that it is one file with what the client imports later.
  {
    ...common,
    format: 'esm',
    entry: { cli: 'src/cli/cli.ts' },
    sourcemap: false,
    minifyWhitespace: true, // with its comments it's a third larger
    splitting: false,
  },
  {
    ...common,
    format: 'cjs',
    entry: { ...typed, ...edge },
    // p-retry is an ES module only, which `require` loads from Node 20.19 on. See docs/decisions/sdk-dependencies.md.
    noExternal: ['p-retry', 'is-network-error'],
    // Copies the contract's types from outside the package into its own, and leaves out what is @internal.
    dts: { entry: typed, compilerOptions: { stripInternal: true } },
  },
]);
