import type { Contract } from './contract.ts';

/** What is wrong with `info.version` after a breaking change, in redocly's words: it knows only the changes it found itself. */
export function versionIssueOf(released: Contract, current: Contract): string | undefined {
  const [before, now] = [released.info.version, current.info.version];
  const [major = 0, minor = 0] = numbersOf(before);
  const required = major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
  if (isAtLeast(numbersOf(now), numbersOf(required))) return undefined;
  const bump = major === 0 ? `a minor bump (${required}) while below 1.0` : `a major bump (${required})`;
  const what = now === before ? `stayed ${now}` : `went ${before} → ${now}`;
  return `info.version ${what}, but these changes require ${bump}.`;
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}

function isAtLeast(version: readonly number[], least: readonly number[]): boolean {
  const index = version.findIndex((number, position) => number !== least[position]);
  return index === -1 || version[index]! > least[index]!;
}
