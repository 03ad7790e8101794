// Runs the service with /docs. Whenever a file of the contract is saved, generates, which restarts the service, and lints.
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

const DEBOUNCE_MS = 200; // Editors write a file in several steps.

const service = spawn(
  process.execPath,
  [
    join(root, 'node_modules/tsx/dist/cli.mjs'),
    'watch',
    '--clear-screen=false',
    '--include=generated/pages.json',
    'server/cli.ts',
    'serve',
  ],
  { cwd: root, stdio: 'inherit' },
);
service.on('exit', (code) => process.exit(code ?? 0));
// Ctrl-C reaches the service too. It ends by itself, and we end with it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => service.kill('SIGTERM'));

let pending: NodeJS.Timeout | undefined;
watch(join(root, 'openapi'), { recursive: true }, (_, file) => {
  if (!/\.(yaml|md)$/.test(file ?? '')) return;
  clearTimeout(pending);
  pending = setTimeout(show, DEBOUNCE_MS);
});

function show(): void {
  for (const script of ['generate', 'lint:openapi']) {
    spawnSync('npm', ['run', '--silent', script], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
  }
}
