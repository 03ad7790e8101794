import { type IssuedKey, issueKey } from '../../accounts/api-keys/issue.ts';
import { findKey } from '../../accounts/api-keys/key-details.ts';
import { useFormToken } from '../../accounts/staff/form-token.ts';
import type { Transaction } from '../../db/querier.ts';
import { type FormErrors, hasErrors } from '../kit/index.ts';
import { readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { createdPage, formUsedPage } from './created.tsx';
import { checkDraft, emptyDraft, type KeyDraft, KeyForm } from './key-form.tsx';
import { isScope, ScopeField, scopesOf } from './scopes.tsx';
import { successorName } from './successor-name.ts';
import { words } from './words.ts';

/** `?from=7&scope=orders.read`: like that key, with a scope that it lacked. */
export async function newKeyForm(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, query } = request;
  const id = readId(query.text('from'));
  const old = id === undefined ? undefined : await findKey(db, tenant.id, id);
  const draft = emptyDraft(request, old && successorName(old.name));
  const scopes = scopesOf([...(old?.scopes ?? []), ...query.text('scope').split(',').filter(isScope)]);
  return newKeyPage(request, { ...draft, scopes }, {});
}

export async function createKey(request: PanelRequest): Promise<PanelResponse> {
  const checked = checkDraft(request, { withScopes: true });
  if ('errors' in checked) return newKeyPage(request, checked.draft, checked.errors);
  const { tenant, actor, deps } = request;
  const { name, scopes } = checked.key;
  const key = { tenantId: tenant.id, ...checked.key };
  const issue = async (tx: Transaction) => ({ scopes, ...(await issueKey(tx, actor, key, deps.randomInt)) });
  return issueOnce(request, issue, (issued) => createdPage(request, { name, ...issued }));
}

type Issued = IssuedKey & { readonly scopes: readonly string[] };

/** The response shows the key; it is shown nowhere else. */
export async function issueOnce(
  request: PanelRequest,
  issue: (tx: Transaction) => Promise<Issued | undefined>,
  show: (issued: Issued) => PanelResponse,
): Promise<PanelResponse> {
  const { db, tenant, form } = request;
  const issued = await db.transaction(async (tx) =>
    (await useFormToken(tx, tenant.id, form.text('token'))) ? issue(tx) : 'form used',
  );
  if (issued === 'form used') return formUsedPage(words[request.locale]);
  return issued ? show(issued) : notFound();
}

const newKeyPage = (request: PanelRequest, draft: KeyDraft, errors: FormErrors): PanelResponse =>
  page(
    { title: words[request.locale].createTitle, status: hasErrors(errors) ? 422 : 200, heading: {} },
    <KeyForm {...{ draft, errors }} action="/panel/keys" cancel="/panel/keys">
      <ScopeField scopes={draft.scopes} />
    </KeyForm>,
  );
