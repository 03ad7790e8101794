import { benchmarks } from './benchmarks.ts';
import { proofs } from './proofs.ts';

/** A benchmark or a long proof: a program of its own, or tests in their long form. */
export interface Program {
  readonly name: string;
  readonly shows: string;
  /** Its arguments and options, in a line. */
  readonly options?: string;
  /** What it needs beside this repository. */
  readonly needs?: string;
  readonly takes?: string;
  /** npm scripts that run before it. */
  readonly first?: readonly string[];
  /** A file of this folder and its first arguments, or what vitest gets. */
  readonly file?: readonly [file: string, ...args: string[]];
  readonly tests?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const tools: readonly Program[] = [
  {
    name: 'explain',
    shows: "the named SQL statements, or one's plan on a filled database",
    options: '[NAME]',
    file: ['explain/explain.ts'],
  },
  {
    name: 'trace',
    shows: "the server's files that a request passes, in their order",
    options: 'METHOD PATH',
    file: ['trace/trace.ts'],
  },
  {
    name: 'shots',
    shows: "screenshots of the panel's pages",
    needs: 'chromium',
    file: ['../panel/shots.ts'],
  },
];

export const PROGRAMS: readonly Program[] = [...benchmarks, ...proofs, ...tools];
