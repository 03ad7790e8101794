// Takes the paths of the building machine and the copies of data out of the source maps. Runs after tsup.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';

const dist = new URL('dist/', import.meta.url);

for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.map')) continue;
  const file = new URL(name, dist);
  const { file: _path, ...map } = JSON.parse(readFileSync(file, 'utf8'));
  if (map.sourcesContent) {
    // CommonJS has its own file as another source, for the lines that tsup added.
    const sources = map.sources.map((source: string) =>
      isAbsolute(source) ? basename(source) : source.replace(/^.*\/node_modules\//, 'node_modules/'),
    );
    // Data and rules of the fake, which were generated, are in its script as they are; a debugger needs no copy.
    const sourcesContent = map.sourcesContent.map((text: string, n: number) =>
      /(contract-data|service-rules)\.js$/.test(sources[n]) ? null : text,
    );
    writeFileSync(file, JSON.stringify({ ...map, sources, sourcesContent }));
    continue;
  }
  // A file of re-exports is its own source.
  const script = new URL(name.replace(/\.map$/, ''), dist);
  writeFileSync(script, readFileSync(script, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, ''));
  rmSync(file);
}
