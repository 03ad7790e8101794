import type { UserKey } from '../../accounts/staff/users.ts';
import type { KeptForm, LoginState } from '../session/session.ts';
import { ownPath } from './form.ts';
import type { VisitorRequest } from './route.ts';

/** Fields that people fill in, and fields that a form carries along. No other is kept: a password, a code or a token never is. */
const TYPED = [
  'name',
  'email',
  'role',
  'scopes',
  'may',
  'validity',
  'date',
  'url',
  'description',
  'events',
  'kind',
  'locale',
  'endpoint',
  'from',
  'until',
  'id',
  'reason',
  'plan',
  'time_zone',
  'currency',
  'rate',
  'storage',
  'owner',
  'flags',
];
const CARRIED = ['active', 'version', 'back'];
/** Ten times the longest form that the panel has. The login form, with it, still fits into what is read of one. */
const MAX_CHARACTERS = 20_000;
/** A login page that has been open for longer belongs to another day, perhaps to another person. */
const MAX_AGE_MS = 3_600_000;
/** The login form's field. */
export const KEPT = 'kept';
const contextOf = ({ deps: { site } }: VisitorRequest): string => `${site.name} form`;

type Sealed = KeptForm & { readonly keptAt: number; readonly owner: string | undefined };

const ownerOf = ({ tenantId, userId }: Pick<LoginState, 'tenantId' | 'userId'>): string =>
  `${tenantId} ${userId}`;

/**
 * What somebody typed before noticing that the session had ended, for the login form. There, because it works without
 * JavaScript and lets nobody who isn't logged in write into our database; encrypted, because others may see the page. Undefined
 * if nothing was typed, or too much.
 */
export function keepForm(request: VisitorRequest, owner: LoginState | undefined): string | undefined {
  const { form, path, formPage, deps } = request;
  const fields = form.entries().filter(([name]) => TYPED.includes(name) || CARRIED.includes(name));
  if (!fields.some(([name, value]) => TYPED.includes(name) && value !== '')) return undefined;
  const page = form.has('back') ? ownPath(form.text('back'), deps.site) : formPage;
  const kept: Sealed = { action: path, page, fields, keptAt: deps.nowMs(), owner: owner && ownerOf(owner) };
  const text = JSON.stringify(kept);
  return text.length > MAX_CHARACTERS
    ? undefined
    : deps.box.seal(text, contextOf(request)).toString('base64url');
}

/** The form that the login form has kept, for whoever has now logged in. Undefined for somebody else. */
export function keptForm(request: VisitorRequest, { tenantId, id }: UserKey): KeptForm | undefined {
  const { form, deps } = request;
  const opened = deps.box.tryOpen(Buffer.from(form.text(KEPT), 'base64url'), contextOf(request));
  if (opened === undefined) return undefined;
  const { keptAt, owner, ...kept } = JSON.parse(opened.text) as Sealed;
  const isOther = owner !== undefined && owner !== ownerOf({ tenantId, userId: id });
  return isOther || deps.nowMs() - keptAt > MAX_AGE_MS ? undefined : kept;
}

/** The page of the site that has the form which is sent to a route: `new` below it, its own path, or the next one above that is a page. */
export function formPageOf(
  path: string,
  params: Readonly<Record<string, string>>,
  pages: ReadonlySet<string>,
): string {
  const parts = path.split('/');
  const above = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
  const found = above.flatMap((each) => [`${each}/new`, each]).find((each) => pages.has(each)) ?? '';
  return found.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
}
