import { startTestServer } from '../../support/database-server.ts';
import { buildServer } from '../../support/server-build.ts';
import { git, lastReleases, migrationsOf, type Release, whyNoHistory } from './releases.ts';
import { type Schemas, upgrade } from './run.ts';

/**
 * `npm run program upgrade`: whether the last two releases with schemas of their own work on the schema of this checkout, which a rolling
 * upgrade and a step back need. `-- COMMIT…` names others. They are built from the history, so a shallow clone won't do.
 */

const named = process.argv.slice(2).map((commit): Release => ({ commit, migrations: migrationsOf(commit) }));
const why = whyNoHistory();
if (why !== undefined) {
  console.error(why);
  process.exit(1);
}
const releases = named.length > 0 ? named : lastReleases(2);
const server = await startTestServer();
const today = buildServer();
try {
  const schemas: Schemas[] = [];
  for (const { commit, migrations } of releases) {
    console.log(
      `${git('log', '-1', '--format=%h %s', commit)[0]}: its last migration is ${migrations.at(-1)}`,
    );
    schemas.push(await upgrade({ serverUrl: server.url, commit, today, print: console.log }));
  }
  for (const { before, after } of schemas) console.log(`${before} → ${after}`);
  const different = new Set(schemas.flatMap(({ before, after }) => [before, after])).size;
  if (named.length === 0 && different !== 3)
    throw new Error(`Two releases and this checkout have ${different} schemas, not 3.`);
} finally {
  today.remove();
  await server.close();
}
