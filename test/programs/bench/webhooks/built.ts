/** The modules that benchmarks take from the build: each by its path in `server/`, with its source as the type. */
interface BuiltModules {
  'main/config': typeof import('../../../../server/main/config.ts');
  'main/context': typeof import('../../../../server/main/context.ts');
  'main/roles/service': typeof import('../../../../server/main/roles/service.ts');
  'webhooks/send/headers': typeof import('../../../../server/webhooks/send/headers.ts');
  'webhooks/send/rules/signature': typeof import('../../../../server/webhooks/send/rules/signature.ts');
}

/**
 * Imports a module of the built server. tsx names each function when it's created, which takes up to a tenth of the
 * worker's time but none of the other queues', which are already built.
 */
export const importBuilt = async <Name extends keyof BuiltModules>(name: Name): Promise<BuiltModules[Name]> =>
  import(new URL(`../../../../dist/server/${name}.js`, import.meta.url).href);
