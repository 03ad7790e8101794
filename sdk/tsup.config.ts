import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts', webhooks: 'src/webhooks/index.ts' },
  format: ['esm', 'cjs'],
  target: 'node20',
  removeNodeProtocol: false, // Deno and Workers know node:crypto, not crypto
  clean: true,
  // What both entries use is one file in both formats, so that there is one class TradepostError for `instanceof`.
  splitting: true,
  // The contract's types lie outside of the package and are copied into its own. The resources' constructors are
  // @internal and left out: with them the types of openapi-fetch would become part of ours.
  dts: { compilerOptions: { stripInternal: true } },
});
