/**
 * A module of the server as it is shipped. tsx names each function anew as it is made, which takes up to a tenth of the
 * worker's time, and nothing of a peer's that comes built.
 */
export const importBuilt = async <Module>(file: string): Promise<Module> =>
  import(new URL(`../../../dist/server/${file}`, import.meta.url).href);
