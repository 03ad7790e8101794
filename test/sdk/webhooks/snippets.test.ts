import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SDK_EXAMPLE } from '../../../server/http/docs/start-page.ts';
import { codeBlocks, guides } from '../../support/guides.ts';
import { compileErrors } from '../compile.ts';

const markdown = readFileSync(new URL('../../../sdk/WEBHOOKS.md', import.meta.url), 'utf8');
const snippets = [...markdown.matchAll(/```(?:ts|js)\n(.*?)```/gs)].map(([, code]) => code!);

/** Those of /docs and its guides. They are compiled with the others, since most of the time goes into the SDK's types. */
const ofDocs = [
  SDK_EXAMPLE,
  ...codeBlocks(Object.values(guides.en).join('\n')).flatMap(({ language, code }) =>
    language === 'ts' ? [code] : [],
  ),
];

/** What the text around the snippets assumes. */
const PREAMBLE = `
import type { Express } from 'express';
import type { Hono } from 'hono';
import type { Tradepost } from '@tradepost/sdk';
import { createWebhookReceiver as make } from '@tradepost/sdk/webhooks';
import { postgresStore, type PostgresContext } from '@tradepost/sdk/webhooks/postgres';
import type { EventStore } from '@tradepost/sdk/webhooks';
declare global {
  const tp: Tradepost;
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
  const headers: Record<string, string>;
  const request: import('node:http').IncomingMessage;
  const test: (name: string, run: () => Promise<void>) => void;
  const openMyStore: () => EventStore;
}
`;

it('every snippet of WEBHOOKS.md, of /docs and of its guides compiles', { timeout: 120_000 }, () => {
  const sources = Object.fromEntries(
    [...snippets, ...ofDocs].map((code, n) => [`test/sdk/webhooks/snippet-${n}.ts`, `${code}\nexport {};\n`]),
  );
  expect(snippets.length).toBe(7);
  expect(ofDocs.length).toBe(5);
  const errors = compileErrors({ 'test/sdk/webhooks/preamble.ts': PREAMBLE, ...sources });
  expect(Object.entries(errors).filter(([, found]) => found.length > 0)).toEqual([]);
});
