import { issueKey } from '../../accounts/api-keys/issue.ts';
import { useFormToken } from '../../accounts/staff/form-token.ts';
import { hasErrors } from '../kit/index.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { createdPage, formUsedPage } from './created.tsx';
import { checkDraft, emptyDraft, type KeyDraft, type KeyErrors } from './key-draft.ts';
import { KeyForm } from './key-form.tsx';
import { ScopeField } from './scope-field.tsx';
import { words } from './words.ts';

export const newKeyForm = async (request: PanelRequest): Promise<PanelResponse> =>
  formPage(request, emptyDraft(request), {});

/** The response shows the key; it is shown nowhere else. */
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

const formPage = (request: PanelRequest, draft: KeyDraft, errors: KeyErrors): PanelResponse =>
  page({
    title: words[request.locale].createTitle,
    section: 'api-keys',
    status: hasErrors(errors) ? 422 : 200,
    heading: {},
    body: (
      <KeyForm {...{ request, draft, errors }} action="/panel/keys" cancel="/panel/keys">
        <ScopeField locale={request.locale} scopes={draft.scopes} error={errors.scopes} />
      </KeyForm>
    ),
  });
