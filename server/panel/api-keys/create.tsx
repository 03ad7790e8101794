import { issueKey } from '../../accounts/api-keys/issue.ts';
import { useFormToken } from '../../accounts/staff/form-token.ts';
import { Heading } from '../kit/elements/heading.tsx';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { createdPage, formUsedPage } from './created.tsx';
import { words } from './form-words.ts';
import { checkDraft, emptyDraft, type KeyDraft, type KeyErrors } from './key-draft.ts';
import { KeyForm } from './key-form.tsx';
import { ScopeField } from './scope-field.tsx';

/** GET /keys/new */
export const newKeyForm = async (request: PanelRequest): Promise<PanelResponse> =>
  formPage(request, emptyDraft(request), {});

/** POST /keys. The response shows the key; it is shown nowhere else. */
export async function createKey(request: PanelRequest): Promise<PanelResponse> {
  const checked = checkDraft(request, { withScopes: true });
  if ('errors' in checked) return formPage(request, checked.draft, checked.errors);
  const { db, tenant, actor, deps, form } = request;
  const issued = await db.transaction(async (tx) => {
    if (!(await useFormToken(tx, tenant.id, form.text('token')))) return undefined;
    return issueKey(tx, actor, { tenantId: tenant.id, ...checked.key }, deps.randomInt);
  });
  return issued ? createdPage(request, { ...checked.key, ...issued }) : formUsedPage(request);
}

function formPage(request: PanelRequest, draft: KeyDraft, errors: KeyErrors): PanelResponse {
  const { locale } = request;
  const title = words[locale].createTitle;
  return page({
    title,
    section: 'api-keys',
    status: Object.values(errors).length > 0 ? 422 : 200,
    body: (
      <>
        <Heading title={title} />
        <KeyForm {...{ request, draft, errors }} action="/panel/keys" cancel="/panel/keys">
          <ScopeField locale={locale} scopes={draft.scopes} error={errors.scopes} />
        </KeyForm>
      </>
    ),
  });
}
