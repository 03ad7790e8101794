// Makes the built types of the contract smaller, without taking anything from them. Runs after tsup.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const dist = new URL('dist/', import.meta.url);

const trim = (text: string): string =>
  text
    .replaceAll(/( \*|\/\*\*) @description /g, '$1 ') // editors show the same without it
    .replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4)); // a quarter of the bytes

for (const name of readdirSync(dist).filter((file) => file.endsWith('.d.cts'))) {
  const file = new URL(name, dist);
  writeFileSync(file, trim(readFileSync(file, 'utf8')));
}
