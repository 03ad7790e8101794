import { issueSuccessor } from '../../accounts/api-keys/issue.ts';
import { type ApiKey, findKey } from '../../accounts/api-keys/key-details.ts';
import { useFormToken } from '../../accounts/staff/form-token.ts';
import { Details, hasErrors } from '../kit/index.ts';
import { readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { createdPage, formUsedPage } from './created.tsx';
import { checkDraft, emptyDraft, type KeyDraft, type KeyErrors } from './key-draft.ts';
import { lastUse, RecordedUses, ScopeSummary } from './key-facts.tsx';
import { KeyForm } from './key-form.tsx';
import { successorName } from './successor-name.ts';
import { words } from './words.ts';

/** The key that the path names, with its uses up to this moment as far as this process knows them. */
export async function requestedKey({ db, tenant, params, deps }: PanelRequest): Promise<ApiKey | undefined> {
  const id = readId(params.id);
  if (id === undefined) return undefined;
  await deps.writeCounts();
  return findKey(db, tenant.id, id);
}

export async function successorForm(request: PanelRequest): Promise<PanelResponse> {
  const key = await requestedKey(request);
  return key ? formPage(request, key, emptyDraft(request, successorName(key.name)), {}) : notFound();
}

/** The response shows the key; it is shown nowhere else. */
export async function createSuccessor(request: PanelRequest): Promise<PanelResponse> {
  const old = await requestedKey(request);
  if (!old) return notFound();
  const checked = checkDraft(request, { withScopes: false });
  if ('errors' in checked) return formPage(request, old, checked.draft, checked.errors);
  const { db, tenant, actor, deps, form } = request;
  const { name, expiresAt } = checked.key;
  const successor = { tenantId: tenant.id, predecessorId: old.id, name, expiresAt };
  const issued = await db.transaction(async (tx) => {
    if (!(await useFormToken(tx, tenant.id, form.text('token')))) return 'form used';
    return issueSuccessor(tx, actor, successor, deps.randomInt);
  });
  if (issued === 'form used') return formUsedPage(request);
  return issued ? createdPage(request, { name, ...issued }) : notFound();
}

function formPage(request: PanelRequest, old: ApiKey, draft: KeyDraft, errors: KeyErrors): PanelResponse {
  const text = words[request.locale];
  const path = `/panel/keys/${old.id}`;
  const use = (
    <>
      {lastUse(old, request)}
      <RecordedUses request={request} />
    </>
  );
  return page({
    title: text.successorTitle(old.name),
    section: 'api-keys',
    status: hasErrors(errors) ? 422 : 200,
    heading: { intro: text.successorText },
    body: (
      <>
        <Details
          of={{
            [text.scopes]: <ScopeSummary scopes={old.scopes} locale={request.locale} />,
            [text.oldKeyLastUsed]: use,
          }}
        />
        <KeyForm {...{ request, draft, errors }} action={`${path}/successor`} cancel={path} />
      </>
    ),
  });
}
