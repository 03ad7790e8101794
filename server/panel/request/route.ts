import type { Logger } from 'pino';
import type { ComponentChildren } from 'preact';
import type { RandomInt } from '../../accounts/api-keys/key.ts';
import type { UserActor } from '../../accounts/audit/actor.ts';
import type { SessionOperator } from '../../accounts/operators/login.ts';
import type { PanelTenant, PanelUser } from '../../accounts/staff/panel-user.ts';
import type { SecretBox } from '../../base/secrets/secret-box.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { Database, Transactional } from '../../db/pool/database.ts';
import type { TenantDatabases } from '../../db/tenants/tenant-database.ts';
import type { RetryConfig } from '../../webhooks/send/rules/retry-schedule.ts';
import type { Cookies } from '../kit/cookies.ts';
import type { Format, HeadingProps, Locale } from '../kit/index.ts';
import type { PeopleMail } from '../mail/mail.tsx';
import type { Attempts } from '../passwords/attempts.ts';
import type { PasswordChecks } from '../passwords/password-checks.ts';
import type { PanelSession } from '../session/session.ts';
import type { Site } from '../session/site.ts';
import type { Access } from './access.ts';
import type { Form } from './form.ts';

/** A tab of the panel's navigation. */
export type PanelTab =
  | 'home'
  | 'apiKeys'
  | 'webhooks'
  | 'deliveries'
  | 'requests'
  | 'audit'
  | 'alerts'
  | 'team';
/** A tab of the console's. */
export type ConsoleTab = 'tenants' | 'users' | 'operators';
export type Section = PanelTab | ConsoleTab | 'account';

/** A route for requests of those who log in there. */
export type Route<Request extends VisitorRequest> = {
  readonly method: 'get' | 'post';
  /** Relative to the site: `/keys/:id/delete`. */
  readonly path: string;
  /** The tab that its pages are under. */
  readonly section?: Section | undefined;
} & (
  | { readonly access: 'public'; readonly handle: (request: VisitorRequest) => Promise<PanelResponse> }
  | {
      readonly access: Exclude<Access, 'public'>;
      /** The user has to show again who it is, unless that was a moment ago. Only for POSTs, whose form is kept meanwhile. */
      readonly stepUp?: boolean;
      /** Open to a user who has yet to set up the second factor that the tenant requires. */
      readonly beforeFactor?: boolean;
      readonly handle: (request: Request) => Promise<PanelResponse>;
    }
);
export type PanelRoute = Route<PanelRequest>;
export type ConsoleRoute = Route<ConsoleRequest>;

/** The settings that pages depend on. */
export interface PanelConfig {
  readonly port: number;
  readonly production: boolean;
  readonly panel: object | undefined;
  readonly panelUrl: string | undefined;
  readonly consoleUrl: string | undefined;
  readonly tenantGraceDays: number;
  readonly apiUrl: string | undefined;
  readonly smtp: object | undefined;
  /** An e-mail address or a URL. */
  readonly operatorContact: string | undefined;
  readonly webhooks: RetryConfig & { readonly allowPrivateNetworks: boolean };
}

/** What the panel shares with the other roles. */
export interface PanelContext extends Clock {
  readonly config: PanelConfig;
  readonly db: Database;
  readonly tenantDatabases: TenantDatabases;
  readonly log: Logger;
  readonly box: SecretBox;
  readonly sessionSecrets: readonly string[];
}

/** Tests replace what the panel has for itself. */
export interface PanelDeps extends PanelContext {
  readonly site: Site;
  readonly randomInt: RandomInt;
  readonly wait: (ms: number) => Promise<void>;
  /** Aborted when the service stops: streams end at once instead of holding it up. */
  readonly stopping: AbortSignal;
  readonly passwords: PasswordChecks;
  readonly attempts: Attempts;
  /** Undefined without a mail server: whoever asked for a link passes it on. */
  readonly mail: PeopleMail | undefined;
  /** Where staff open the panel, for links in the console. Undefined if neither a setting nor this process knows it. */
  readonly panelOrigin: () => string | undefined;
  /** Writes what this process has counted so far, uses of API keys and attempts, so that a page can show it. */
  readonly writeCounts: () => Promise<void>;
}

/** A request of somebody who may not be logged in. */
export interface VisitorRequest {
  readonly deps: PanelDeps;
  readonly method: 'get' | 'post';
  /** Without the query: /panel/keys/7. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Form;
  readonly form: Form;
  readonly locale: Locale;
  readonly session: PanelSession;
  /** The client's IPv4 address or IPv6 /64, taken from X-Forwarded-For only behind a trusted proxy. */
  readonly address: string;
  /** Whether the browser's connection is encrypted, as far as the service can know. */
  readonly secure: boolean;
  /** The page that has the form which this is, if it is one: where to go back to. */
  readonly formPage: string;
  /** `https://panel.example.com`: where the browser sees the panel. */
  readonly origin: string;
  /** Aborted when the browser has gone. */
  readonly signal: AbortSignal;
  /** Sets a cookie for the site's path. */
  setCookie(name: string, value: string, maxAgeSeconds: number): void;
  readonly cookies: Cookies;
  /** What the browser says it is, cut to a length that a session can hold. */
  readonly agent: string;
}

/** A request of a user who is logged in. */
export interface PanelRequest extends VisitorRequest {
  readonly user: PanelUser;
  readonly tenant: PanelTenant;
  /** The user, for the audit. */
  readonly actor: UserActor;
  /** The database with the tenant's share of the connections. */
  readonly db: Transactional;
  readonly format: Format;
}

/** A request of an operator who is logged in. */
export interface ConsoleRequest extends VisitorRequest {
  readonly operator: SessionOperator;
  readonly db: Transactional;
  readonly format: Format;
}

/** Whoever asks. */
export type SiteRequest = VisitorRequest | PanelRequest | ConsoleRequest;

export interface Page {
  readonly kind: 'page';
  readonly status: number;
  readonly title: string;
  /** Above the body, with the page's title unless it has another. Messages and the login have their own. */
  readonly heading?: Partial<HeadingProps>;
  readonly body: ComponentChildren;
  /** The page shows a key or a secret. It isn't compressed, since its size would reveal something about it (BREACH). */
  readonly secret: boolean;
  /** Has browsers without JavaScript load the page again. */
  readonly refreshSeconds?: number;
}

export type PanelResponse =
  | Page
  | { readonly kind: 'redirect'; readonly to: string; readonly notice?: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'text'; readonly status: number; readonly text: string }
  /** Server-sent events. Each text is a whole event, without the blank line at its end. */
  | { readonly kind: 'events'; readonly events: AsyncIterable<string> };

type PageOptions = Partial<Omit<Page, 'kind' | 'body' | 'title'>> & Pick<Page, 'title'>;

export const page = (options: PageOptions, ...body: ComponentChildren[]): Page => ({
  kind: 'page',
  status: 200,
  secret: false,
  ...options,
  body,
});

/** After a change. `notice` is shown once, on the next page. Never with a secret in `to`: it would be in the history. */
export const redirect = (to: string, notice?: string): PanelResponse => ({ kind: 'redirect', to, notice });

/** For an unknown id and for another tenant's id alike. */
export const notFound = (): PanelResponse => ({ kind: 'not-found' });

export const events = (source: AsyncIterable<string>): PanelResponse => ({ kind: 'events', events: source });
