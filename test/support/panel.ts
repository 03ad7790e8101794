import { hashPassword } from '../../server/accounts/staff/password.ts';
import type { Permission } from '../../server/accounts/staff/rules/roles.ts';
import type { TestEnvironment } from './test-environment.ts';

export type { Permission };

/** Every user of the tests has it. */
export const PASSWORD = 'um café coado na hora';

/** What users of the tests may do unless they say otherwise: everything but managing the team. */
export const ALL_PERMISSIONS: readonly Permission[] = ['api_key.manage', 'webhook.manage'];

export interface TestUser {
  readonly id: number;
  readonly tenantId: number;
  readonly email: string;
}

let passwordHash: Promise<string> | undefined;
let created = 0;

/** As scrypt's parameters are stored with a hash, this makes logins cheap: real ones take 170 ms, hundreds of times. */
const CHEAP = 'scrypt$16$8$1$dGVzdHMgb25seQ';

export const CHEAP_HASH = (): Promise<string> => {
  passwordHash ??= hashPassword(PASSWORD, CHEAP);
  return passwordHash;
};

/** A user of the panel. */
export async function addUser(
  { context: { db } }: Pick<TestEnvironment, 'context'>,
  tenantId: number,
  {
    permissions = ALL_PERMISSIONS,
    name = 'Ana Ribeiro',
    email,
  }: { permissions?: readonly Permission[]; name?: string; email?: string } = {},
): Promise<TestUser> {
  created += 1;
  const address = email ?? `ana.${created}@serraalta.com.br`;
  const [row] = await db.query<{ id: number }>(
    'INSERT INTO users (tenant_id, email, name, password, permissions) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    [tenantId, address, name, await CHEAP_HASH(), permissions],
  );
  return { id: row!.id, tenantId, email: address };
}

/** Switches the features of a tenant's plan on and off. */
export async function setPlan(
  { context: { db } }: Pick<TestEnvironment, 'context'>,
  tenantId: number,
  flags: { readonly api: boolean; readonly webhooks: boolean },
): Promise<void> {
  await db.query('UPDATE tenants SET api_enabled = $2, webhooks_enabled = $3 WHERE tenant_id = $1', [
    tenantId,
    flags.api,
    flags.webhooks,
  ]);
}

export interface PanelReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where a redirect goes, relative to the panel's origin. */
  readonly location: string | undefined;
}

export interface VisitorOptions {
  readonly language?: 'pt-BR' | 'en';
  /** The client's address behind a proxy; the service must trust it. */
  readonly address?: string;
}

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** A browser without JavaScript: it keeps cookies, sends forms, and follows no redirect by itself. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #origin: string;
  readonly #language: string;
  readonly #address: string | undefined;

  /** `baseUrl` is the panel's origin, without /panel. */
  constructor(baseUrl: string, { language = 'pt-BR', address }: VisitorOptions = {}) {
    this.#address = address;
    this.#origin = new URL(baseUrl).origin;
    this.#language = language;
  }

  /** `path` begins with /panel. */
  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<PanelReply> {
    return this.#send(path, { headers });
  }

  /** Sends a form, as a browser would from a page of the panel. */
  post(
    path: string,
    fields: Fields = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PanelReply> {
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((each): [string, string] => [name, each as string]),
      ),
    );
    const origin = { Origin: this.#origin, 'Sec-Fetch-Site': 'same-origin' };
    return this.#send(path, { method: 'POST', body, headers: { ...origin, ...headers } });
  }

  async logIn({ email }: Pick<TestUser, 'email'>, password = PASSWORD): Promise<PanelReply> {
    await this.get('/panel/login');
    return this.post('/panel/login', { email, password });
  }

  async #send(path: string, init: RequestInit): Promise<PanelReply> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const headers = {
      'Accept-Language': this.#language,
      ...(this.#address && { 'X-Forwarded-For': this.#address }),
      ...(cookie && { Cookie: cookie }),
      ...init.headers,
    };
    const response = await fetch(this.#origin + path, { ...init, headers, redirect: 'manual' });
    this.#keepCookies(response.headers.getSetCookie());
    const location = response.headers.get('location') ?? undefined;
    return { status: response.status, headers: response.headers, text: await response.text(), location };
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(/; */);
      const [name = '', ...value] = pair.split('=');
      const ended = attributes.some((text) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(text));
      if (ended) this.cookies.delete(name);
      else this.cookies.set(name, value.join('='));
    }
  }
}

/** The token of the form on a page; see server/accounts/staff/form-token.ts. */
export const tokenOf = ({ text }: Pick<PanelReply, 'text'>): string =>
  /name="token" value="([^"]*)"/.exec(text)![1]!;

/** A visitor who is logged in as this user. */
export async function loggedIn(
  baseUrl: string,
  user: Pick<TestUser, 'email'>,
  options?: VisitorOptions,
): Promise<Visitor> {
  const visitor = new Visitor(baseUrl, options);
  const { status, location } = await visitor.logIn(user);
  if (status !== 303 || !location || location.startsWith('/panel/login'))
    throw new Error(`${user.email} couldn't log in: ${status} ${location}`);
  return visitor;
}

/** The texts of the elements that match, without their markup. Enough for tests that don't need a browser. */
export const textOf = (html: string): string =>
  decodeHtml(html.replaceAll(/<(script|style|head)[^>]*>.*?<\/\1>/gs, ' ').replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The content of each `<pre>`, as it would be copied. */
export const preformatted = (html: string): string[] =>
  [...html.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, inner]) =>
    decodeHtml(inner!.replaceAll(/<[^>]*>/g, '')),
  );

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#39': "'",
};

const decodeHtml = (text: string): string =>
  text.replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => ENTITIES[name]!);
