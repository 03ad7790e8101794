import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const CONTRACT = fileURLToPath(new URL('..', import.meta.url));
const COMMON = fileURLToPath(new URL('../common.yaml', import.meta.url));

/** From a file of the contract to common.yaml. Undefined for a bundle, which is complete. */
export function pathToCommon(file) {
  return file.startsWith(CONTRACT) ? relative(dirname(file), COMMON).split(sep).join('/') : undefined;
}
