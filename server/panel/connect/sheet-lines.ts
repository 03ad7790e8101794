import type { IssuedKey } from '../../accounts/api-keys/issue.ts';
import type { ApiKey } from '../../accounts/api-keys/key-details.ts';
import { apiOrigin } from '../request/api-origin.ts';
import type { PanelRequest } from '../request/route.ts';
import { words } from './words.ts';

/** A key, and the endpoint of the same system if its URL is known. */
export interface Connection {
  readonly name: string;
  readonly scopes: readonly string[];
  /** What it is to hear about, once its URL is known. */
  readonly events: readonly string[];
  readonly expiresAt: string | null;
  /** The key that the system has had until now. */
  readonly replaces?: Pick<ApiKey, 'name' | 'prefix' | 'status' | 'expiresAt'>;
  readonly key: IssuedKey;
  readonly endpoint:
    | {
        readonly id: number;
        readonly secret: string;
        readonly url: string;
        readonly events: readonly string[];
      }
    | undefined;
}

type Line = readonly [label: string, value: string];

/** What whoever runs the system needs. The page and what is copied have the same lines. */
export function linesOf(
  request: PanelRequest,
  { key, scopes, expiresAt, endpoint, replaces }: Connection,
): readonly Line[] {
  const { locale, tenant, format } = request;
  const text = words[locale];
  const origin = apiOrigin(request);
  return [
    [text.shop, tenant.name],
    [text.api, `${origin}/api/v1`],
    [text.key, key.key],
    [text.scopes, scopes.join(', ')],
    ...(expiresAt === null ? [] : [[text.expires, format.date(expiresAt)] as const]),
    ...(replaces ? [[text.oldKey, oldKeyLine(request, replaces)] as const] : []),
    ...(endpoint ? hookLines(request, endpoint) : []),
    [text.docs, `${origin}/docs/reference${locale === 'pt' ? '/pt' : ''}`],
  ];
}

/** `tp_12345678…, which works until 12 Jan 2027`. */
function oldKeyLine(
  { locale, format }: PanelRequest,
  { prefix, status, expiresAt }: NonNullable<Connection['replaces']>,
): string {
  const text = words[locale];
  if (status !== 'active') return text.oldKeyEnded(prefix);
  return expiresAt === null
    ? text.oldKeyWorks(prefix)
    : text.oldKeyWorksUntil(prefix, format.fullTime(expiresAt));
}

function hookLines(request: PanelRequest, hook: NonNullable<Connection['endpoint']>): readonly Line[] {
  const text = words[request.locale];
  return [
    [text.hook, hook.url],
    [text.secret, hook.secret],
    [text.events, hook.events.join(', ')],
    [text.hookDocs, `${apiOrigin(request)}/docs/guides${request.locale === 'pt' ? '/pt' : ''}/webhooks`],
  ];
}
