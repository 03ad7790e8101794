/**
 * Imports a module of the built server. tsx names each function when it's created, which takes up to a tenth of the
 * worker's time but none of the other queues', which are already built.
 */
export const importBuilt = async <Module>(file: string): Promise<Module> =>
  import(new URL(`../../../dist/server/${file}`, import.meta.url).href);
