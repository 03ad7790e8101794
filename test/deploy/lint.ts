import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lintersFor } from './linters.ts';
import { runLinter } from './run-linter.ts';
import { writeScratch } from './scratch.ts';

// npm run lint:deploy

const OWN_PACKAGES = fileURLToPath(new URL('node_modules', import.meta.url));
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
if (!existsSync(OWN_PACKAGES))
  throw new Error('Start it by npm run lint:deploy, which installs its packages.');

const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-lint-'));
try {
  for (const linter of lintersFor(writeScratch(folder))) {
    const { passed, text } = runLinter(linter, Boolean(process.env.CI));
    console.log(text);
    if (!passed) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
