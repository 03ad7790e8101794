import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArazzoDocument } from './pages/workflows/documents.ts';
import { mustSucceed, redocly, root } from './run.ts';

const WORKFLOWS = 'openapi/workflows';

/** The workflows by name. Redocly converts the YAML files, so that this script needs no parser for them. */
export function readWorkflows(): Record<string, ArazzoDocument> {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-workflows-'));
  const files = readdirSync(join(root, WORKFLOWS)).filter((name) => name.endsWith('.arazzo.yaml'));
  const sources = files.map((name) => join(WORKFLOWS, name));
  mustSucceed(
    redocly('bundle', ...sources, `--config=${WORKFLOWS}/redocly.yaml`, `--output=${folder}`, '--ext=json'),
  );
  const documents = files.map((name) => {
    const text = readFileSync(join(folder, name.replace(/yaml$/, 'json')), 'utf8');
    return [name.replace(/\.arazzo\.yaml$/, ''), JSON.parse(text)] as const;
  });
  rmSync(folder, { recursive: true });
  return Object.fromEntries(documents);
}
