import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArazzoDocument } from './pages/workflows/documents.ts';
import { inScratchFolder, mustSucceed, redocly, root } from './run.ts';

const WORKFLOWS = 'openapi/workflows';

/** The workflows by name, as Redocly writes them: /docs serves its form of each, in which all parts are there. */
export function readWorkflows(): Record<string, ArazzoDocument> {
  const files = readdirSync(join(root, WORKFLOWS)).filter((name) => name.endsWith('.arazzo.yaml'));
  const sources = files.map((name) => join(WORKFLOWS, name));
  return inScratchFolder((folder) => {
    mustSucceed(
      redocly('bundle', ...sources, `--config=${WORKFLOWS}/redocly.yaml`, `--output=${folder}`, '--ext=json'),
    );
    const documents = files.map((name) => {
      const text = readFileSync(join(folder, name.replace(/yaml$/, 'json')), 'utf8');
      return [name.replace(/\.arazzo\.yaml$/, ''), JSON.parse(text)] as const;
    });
    return Object.fromEntries(documents);
  });
}
