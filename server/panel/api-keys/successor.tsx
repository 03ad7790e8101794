import { issueSuccessor } from '../../accounts/api-keys/issue.ts';
import { type ApiKey, findKey } from '../../accounts/api-keys/key-details.ts';
import { useFormToken } from '../../accounts/staff/form-token.ts';
import { Heading } from '../kit/elements/heading.tsx';
import { Time } from '../kit/elements/time.tsx';
import { readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { createdPage, formUsedPage } from './created.tsx';
import { words as formWords } from './form-words.ts';
import { checkDraft, emptyDraft, type KeyDraft, type KeyErrors } from './key-draft.ts';
import { KeyForm } from './key-form.tsx';
import { RecordedUses } from './recorded-uses.tsx';
import { ScopeSummary } from './scope-summary.tsx';
import { successorName } from './successor-name.ts';
import { words } from './words.ts';

/** The key that the path names, with its uses up to this moment as far as this process knows them. */
export async function requestedKey({ db, tenant, params, deps }: PanelRequest): Promise<ApiKey | undefined> {
  const id = readId(params.id);
  if (id === undefined) return undefined;
  await deps.writeCounts();
  return findKey(db, tenant.id, id);
}

/** GET /keys/:id/successor */
export async function successorForm(request: PanelRequest): Promise<PanelResponse> {
  const key = await requestedKey(request);
  return key ? formPage(request, key, emptyDraft(request, successorName(key.name)), {}) : notFound();
}

/** POST /keys/:id/successor. The response shows the key; it is shown nowhere else. */
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
  const { locale, format } = request;
  const text = formWords[locale];
  const path = `/panel/keys/${old.id}`;
  return page({
    title: text.successorTitle(old.name),
    section: 'api-keys',
    status: Object.values(errors).length > 0 ? 422 : 200,
    body: (
      <>
        <Heading title={text.successorTitle(old.name)} intro={text.successorText} />
        <dl class="facts">
          <dt>{words[locale].scopes}</dt>
          <dd>
            <ScopeSummary scopes={old.scopes} locale={locale} />
          </dd>
          <dt>{text.oldLastUsed}</dt>
          <dd>
            {old.lastUsedAt === null ? (
              words[locale].never
            ) : (
              <Time at={old.lastUsedAt} format={format} as="relative" />
            )}
            <RecordedUses request={request} />
          </dd>
        </dl>
        <KeyForm {...{ request, draft, errors }} action={`${path}/successor`} cancel={path} />
      </>
    ),
  });
}
