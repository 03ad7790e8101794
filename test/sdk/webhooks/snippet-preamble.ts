/** What the text around the snippets of WEBHOOKS.md and /docs assumes. */
export const PREAMBLE = `
import type { Express } from 'express';
import type { Hono } from 'hono';
import type { Pool } from 'pg';
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
  const pool: Pool;
  const secret: string;
  const rawBody: Buffer;
  const headers: Record<string, string>;
  const request: import('node:http').IncomingMessage;
  const test: (name: string, run: () => Promise<void>) => void;
  const openMyStore: () => EventStore;
}
`;
