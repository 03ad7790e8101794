import { randomInt } from 'node:crypto';
import { Tradepost } from '@tradepost/sdk';
import { inject, onTestFinished } from 'vitest';
import { issueKey } from '../../server/accounts/api-keys/issue.ts';
import { SCOPES } from '../../server/accounts/api-keys/scopes.ts';
import { OPERATOR } from '../../server/accounts/audit/actor.ts';
import type { PlanName } from '../../server/accounts/tenants/plans.ts';
import { insertTenant } from '../../server/accounts/tenants/store.ts';
import { type Config, type Role, readConfig } from '../../server/main/config.ts';
import { type Context, createContext } from '../../server/main/context.ts';
import { startService } from '../../server/main/roles/service.ts';
import { checkedFetch } from '../contract-check/checked-fetch.ts';
import { type OwnDatabase, ownDatabase } from './databases.ts';

/** 64 characters, like the key of a deployment. */
export const SECRET_KEY = 'test'.repeat(16);

export interface TenantOptions {
  readonly plan?: PlanName;
  readonly scopes?: readonly string[];
  readonly name?: string;
  readonly currency?: string;
}

export interface TestTenant {
  readonly tenantId: number;
  readonly key: string;
  readonly keyId: number;
  readonly tp: Tradepost;
  /** Sends a request of the tenant, and checks the response against the contract. `path` is relative to /api/v1. */
  request(method: string, path: string, options?: RequestOptions): Promise<Response>;
  /** Issues another key of the tenant. */
  addKey(scopes: readonly string[], expiresAt?: string | null): Promise<{ id: number; key: string }>;
}

export interface RequestOptions {
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string | null;
}

export interface TestEnvironment {
  readonly databaseUrl: string;
  readonly context: Context;
  readonly baseUrl: string;
  /** With the role console, its origin. */
  readonly consoleUrl: string;
  /** With METRICS_PORT. */
  readonly metricsAddress: string | undefined;
  tenant(options?: TenantOptions): Promise<TestTenant>;
  close(): Promise<void>;
}

export interface TestEnvironmentOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly database?: OwnDatabase;
  readonly overrides?: Partial<Context>;
  readonly roles?: readonly Role[];
}

/** Starts a service on a new database. The caller closes it, or uses `useTestEnvironment`. */
export async function openTestEnvironment(options: TestEnvironmentOptions = {}): Promise<TestEnvironment> {
  const database = options.database ?? (await ownDatabase(inject('serverUrl'), 'tradepost_template'));
  const config: Config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', NODE_ENV: 'test', ...options.env });
  const context = createContext(
    config,
    { databaseUrl: database.url, secretKey: SECRET_KEY },
    options.overrides,
  );
  const service = await startService(context, options.roles ?? ['api', 'panel']);
  return {
    databaseUrl: database.url,
    context,
    baseUrl: service.address!,
    consoleUrl: service.consoleAddress ? new URL(service.consoleAddress).origin : '',
    metricsAddress: service.metricsAddress,
    tenant: (tenantOptions) => makeTenant(context, service.address!, tenantOptions),
    close: async () => {
      await service.stop();
      await context.close();
      if (!options.database) await database.drop();
    },
  };
}

/** An environment for one test, closed at its end. */
export async function useTestEnvironment(options?: TestEnvironmentOptions): Promise<TestEnvironment> {
  const environment = await openTestEnvironment(options);
  onTestFinished(() => environment.close());
  return environment;
}

const tradepostFetch = checkedFetch(fetch);

async function makeTenant(
  { db }: Context,
  baseUrl: string,
  options: TenantOptions = {},
): Promise<TestTenant> {
  const { name = 'Loja Teste', plan = 'Enterprise', currency } = options;
  const tenantId = await insertTenant(db, name, plan, currency);
  const addKey: TestTenant['addKey'] = (scopes, expiresAt = null) =>
    db.transaction((tx) => issueKey(tx, OPERATOR, { tenantId, name: 'test', scopes, expiresAt }, randomInt));
  const { id: keyId, key } = await addKey(options.scopes ?? SCOPES);
  const tp = new Tradepost({ apiKey: key, baseUrl, fetch: tradepostFetch, maxRetries: 0 });
  return {
    tenantId,
    key,
    keyId,
    tp,
    addKey,
    request: (method, path, request) => send(baseUrl, key, method, path, request),
  };
}

function send(
  baseUrl: string,
  ownKey: string,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<Response> {
  const { body, raw, headers, key = ownKey } = options;
  return tradepostFetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...((body !== undefined || raw !== undefined) && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: (raw as string | undefined) ?? (body === undefined ? undefined : JSON.stringify(body)),
  });
}
