// `npm run workflows` runs the workflows of openapi/workflows/ with `redocly respect`: `npm run workflows -- coupon` runs one.
// It starts a service of its own, or uses the one in TRADEPOST_URL. Each run is a tenant of its own.
import { randomBytes } from 'node:crypto';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { type Env, report } from '../../support/command.ts';
import { startOwnService } from './own-service.ts';
import { runRespect, workflowFile, workflowNames } from './respect.ts';

const { TRADEPOST_URL, TRADEPOST_DATA_DIR } = process.env;
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !workflowNames.includes(name));
if (unknown.length > 0) {
  console.error(`There is no workflow ${unknown.join(', ')}. There are: ${workflowNames.join(', ')}.`);
  process.exit(1);
}

/** Enterprise, since the workflows send more requests than the other plans allow in a minute. */
async function createKey(env: Env): Promise<{ readonly key: string; readonly key_id: number }> {
  const tenant = ['tenant', 'create', '--name', 'Workflows', '--plan', 'Enterprise'];
  const { tenant_id } = await report<{ tenant_id: number }>(tenant, env);
  return report(
    ['key', 'create', '--tenant', String(tenant_id), '--name', 'workflows', '--scopes', 'all'],
    env,
  );
}

const cleanup = new CleanupStack();
try {
  const { url, env } = TRADEPOST_URL
    ? { url: TRADEPOST_URL, env: process.env }
    : await startOwnService(cleanup, TRADEPOST_DATA_DIR);
  const { key, key_id } = await createKey(env);
  cleanup.defer(() => report(['key', 'deactivate', String(key_id)], env));
  const { code, output } = await runRespect({
    baseUrl: url,
    apiKey: key,
    run: randomBytes(6).toString('hex'),
    files: (asked.length > 0 ? asked : workflowNames).map(workflowFile),
  });
  // Every step of every workflow is a thousand lines, which nobody reads unless one failed.
  process.stdout.write(code === 0 && asked.length === 0 ? output.slice(output.indexOf('┌')) : output);
  process.exitCode = code ?? 1;
} finally {
  await cleanup.runAll();
}
