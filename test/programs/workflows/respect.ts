import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = path.join(root, 'openapi/workflows');
const SUFFIX = '.arazzo.yaml';

export const workflowNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));

export const workflowFile = (name: string): string => path.join(folder, name + SUFFIX);

export interface RespectOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Makes SKUs and external ids unique. */
  readonly run: string;
  readonly files: readonly string[];
  readonly verbose?: boolean;
}

export interface RespectResult {
  readonly code: number | null;
  readonly output: string;
}

/**
 * Runs workflows with `redocly respect`. The key goes through the environment, since other users can read the command line.
 * Redocly masks it in its output, because the workflows declare it as a password.
 */
export function runRespect(options: RespectOptions): Promise<RespectResult> {
  const { baseUrl, apiKey, run, files, verbose = false } = options;
  const { PATH, HOME, TMPDIR } = process.env;
  const command = path.join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const server = `tradepost=${baseUrl}/api/v1`;
  const args = [command, 'respect', ...files, '--server', server, ...(verbose ? ['--verbose'] : [])];
  const child = spawn(process.execPath, args, {
    // Its configuration switches telemetry off.
    cwd: folder,
    env: {
      PATH,
      HOME,
      TMPDIR,
      NO_COLOR: '1',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      REDOCLY_CLI_RESPECT_INPUT: JSON.stringify({ api_key: apiKey, run }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    const collect = (text: string): void => {
      output += text;
    };
    child.stdout.setEncoding('utf8');
    child.stderr.setEncoding('utf8');
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
