import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const markdown = readFileSync(path.join(root, 'sdk/WEBHOOKS.md'), 'utf8');
const snippets = [...markdown.matchAll(/```(?:ts|js)\n(.*?)```/gs)].map(([, code]) => code!);

/** What the text around the snippets takes for granted. */
const PREAMBLE = `
import type { Express } from 'express';
import type { Hono } from 'hono';
import { createWebhookReceiver as make } from '@tradepost/sdk/webhooks';
import { postgresStore, type PostgresContext } from '@tradepost/sdk/webhooks/postgres';
import type { EventStore } from '@tradepost/sdk/webhooks';
declare global {
  const app: Express;
  const hono: Hono;
  const Bun: { serve(options: { port: number; fetch(request: Request): Promise<Response> }): void };
  const Deno: { serve(options: { port: number }, handle: (request: Request) => Promise<Response>): void };
  const receiver: ReturnType<typeof make<PostgresContext>>;
  const postgresStore: typeof import('@tradepost/sdk/webhooks/postgres').postgresStore;
  interface Sql {
    (text: TemplateStringsArray, ...values: unknown[]): Promise<unknown[]>;
    unsafe(text: string, values?: unknown[]): Promise<unknown[]>;
    begin(work: (tx: Sql) => Promise<void>): Promise<void>;
  }
  const sql: Sql;
  const secret: string;
  const rawBody: Buffer;
  const request: import('node:http').IncomingMessage;
  const test: (name: string, run: () => Promise<void>) => void;
  const openMyStore: () => EventStore;
}
`;

const PATHS = {
  '@tradepost/sdk/webhooks': ['./sdk/src/webhooks/index.ts'],
  '@tradepost/sdk/webhooks/testing': ['./sdk/src/webhooks/testing/index.ts'],
  ...Object.fromEntries(
    ['adapters/express', 'adapters/fetch', 'adapters/node', 'stores/postgres', 'stores/redis'].map((file) => [
      `@tradepost/sdk/webhooks/${path.basename(file)}`,
      [`./sdk/src/webhooks/${file}.ts`],
    ]),
  ),
};

/** What the compiler says against the files, which are nowhere but in memory. */
function complaints(files: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  const settings = { ...options, paths: PATHS, noUnusedLocals: false };
  const host = ts.createCompilerHost(settings);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.getSourceFile = (file, ...rest) =>
    files.has(file)
      ? ts.createSourceFile(file, files.get(file)!, rest[0])
      : getSourceFile.call(host, file, ...rest);
  const program = ts.createProgram([...files.keys()], settings, host);
  return [...files.keys()].flatMap((file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(
        ({ messageText }) => `${path.basename(file)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      ),
  );
}

it('every snippet of WEBHOOKS.md compiles', { timeout: 120_000 }, () => {
  const inMemory = (name: string) => path.join(root, 'test/sdk/webhooks', name);
  const files = new Map([[inMemory('preamble.ts'), PREAMBLE]]);
  snippets.forEach((code, n) => {
    files.set(inMemory(`snippet-${n}.ts`), `${code}\nexport {};\n`);
  });
  expect(snippets.length).toBe(6);
  expect(complaints(files)).toEqual([]);
});
