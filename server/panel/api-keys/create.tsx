import { type IssuedKey, issueKey, issueSuccessor } from '../../accounts/api-keys/issue.ts';
import type { ApiKey } from '../../accounts/api-keys/key-details.ts';
import { useFormToken } from '../../accounts/staff/form-token.ts';
import type { Transaction } from '../../db/querier.ts';
import { Details, hasErrors } from '../kit/index.ts';
import { notFound, type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { createdPage, formUsedPage } from './created.tsx';
import { lastUse, RecordedUses, ScopeSummary } from './key-facts.tsx';
import { checkDraft, emptyDraft, type KeyDraft, type KeyErrors, KeyForm } from './key-form.tsx';
import { ScopeField } from './scopes.tsx';
import { successorName } from './successor-name.ts';
import { words } from './words.ts';

export const newKeyForm = async (request: PanelRequest): Promise<PanelResponse> =>
  newKeyPage(request, emptyDraft(request), {});

export async function createKey(request: PanelRequest): Promise<PanelResponse> {
  const checked = checkDraft(request, { withScopes: true });
  if ('errors' in checked) return newKeyPage(request, checked.draft, checked.errors);
  const { tenant, actor, deps } = request;
  const { name, scopes } = checked.key;
  const key = { tenantId: tenant.id, ...checked.key };
  return issueOnce(request, name, async (tx) => ({
    scopes,
    ...(await issueKey(tx, actor, key, deps.randomInt)),
  }));
}

export const successorForm = async (request: PanelRequest, old: ApiKey): Promise<PanelResponse> =>
  successorPage(request, old, emptyDraft(request, successorName(old.name)), {});

export async function createSuccessor(request: PanelRequest, old: ApiKey): Promise<PanelResponse> {
  const checked = checkDraft(request, { withScopes: false });
  if ('errors' in checked) return successorPage(request, old, checked.draft, checked.errors);
  const { tenant, actor, deps } = request;
  const { name, expiresAt } = checked.key;
  const successor = { tenantId: tenant.id, predecessorId: old.id, name, expiresAt };
  return issueOnce(request, name, (tx) => issueSuccessor(tx, actor, successor, deps.randomInt));
}

type Issued = IssuedKey & { readonly scopes: readonly string[] };

/** The response shows the key; it is shown nowhere else. */
async function issueOnce(
  request: PanelRequest,
  name: string,
  issue: (tx: Transaction) => Promise<Issued | undefined>,
): Promise<PanelResponse> {
  const { db, tenant, form } = request;
  const issued = await db.transaction(async (tx) =>
    (await useFormToken(tx, tenant.id, form.text('token'))) ? issue(tx) : 'form used',
  );
  if (issued === 'form used') return formUsedPage(words[request.locale]);
  return issued ? createdPage(request, { name, ...issued }) : notFound();
}

const newKeyPage = (request: PanelRequest, draft: KeyDraft, errors: KeyErrors): PanelResponse =>
  page(
    { title: words[request.locale].createTitle, status: hasErrors(errors) ? 422 : 200, heading: {} },
    <KeyForm {...{ request, draft, errors }} action="/panel/keys" cancel="/panel/keys">
      <ScopeField scopes={draft.scopes} error={errors.scopes} />
    </KeyForm>,
  );

function successorPage(
  request: PanelRequest,
  old: ApiKey,
  draft: KeyDraft,
  errors: KeyErrors,
): PanelResponse {
  const text = words[request.locale];
  const path = `/panel/keys/${old.id}`;
  const use = (
    <>
      {lastUse(old, request)}
      <RecordedUses request={request} />
    </>
  );
  return page(
    {
      title: text.successorTitle(old.name),
      status: hasErrors(errors) ? 422 : 200,
      heading: { intro: text.successorText },
    },
    <Details of={{ [text.scopes]: <ScopeSummary scopes={old.scopes} />, [text.oldKeyLastUsed]: use }} />,
    <KeyForm {...{ request, draft, errors }} action={`${path}/successor`} cancel={path} />,
  );
}
