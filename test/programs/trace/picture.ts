import { readFileSync } from 'node:fs';

const CONTRIBUTING = readFileSync(new URL('../../../CONTRIBUTING.md', import.meta.url), 'utf8');

/** The steps of the picture: each has the files and folders of which a request passes at least one. */
export function stepsOfPicture(text = CONTRIBUTING): string[][] {
  const [, picture = ''] = /^A request passes through[^\n]*\n\n```\n(.*?)```$/ms.exec(text) ?? [];
  return picture
    .replace(/\([^)]*\)/g, '')
    .split('─►')
    .map((step) => [...step.matchAll(/[\w./-]+(?:\.ts|\/)/g)].map(([name]) => withRoot(name)))
    .filter((names) => names.length > 0);
}

const withRoot = (name: string): string => (name.startsWith('server/') ? name : `server/${name}`);

/** Where a trace comes to each step, -1 if it doesn't. */
export const reachedAt = (steps: readonly (readonly string[])[], trace: readonly string[]): number[] =>
  steps.map((names) => trace.findIndex((file) => names.some((name) => isWithin(file, name))));

const isWithin = (file: string, name: string): boolean =>
  name.endsWith('/') ? file.startsWith(name) : file === name;
