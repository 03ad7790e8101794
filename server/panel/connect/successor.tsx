import { issueSuccessor } from '../../accounts/api-keys/issue.ts';
import { type ApiKey, listRelatedKeys } from '../../accounts/api-keys/key-details.ts';
import { successorOf } from '../../accounts/api-keys/rotation.ts';
import { issueOnce } from '../api-keys/create.tsx';
import { LastUse, RecordedUses, ScopeSummary } from '../api-keys/key-facts.tsx';
import { checkDraft, emptyDraft, type KeyDraft, KeyForm } from '../api-keys/key-form.tsx';
import { successorName } from '../api-keys/successor-name.ts';
import { sameValidity } from '../api-keys/validity.tsx';
import { words as keyWords } from '../api-keys/words.ts';
import { Details, type FormErrors, hasErrors, Notice } from '../kit/index.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { sheetPage } from './sheet.tsx';

export const successorForm = (request: PanelRequest, old: ApiKey): Promise<PanelResponse> =>
  formPage(request, old, (taken) => ({
    ...emptyDraft(request, successorName(old.name, taken)),
    ...sameValidity(old, request),
  }));

/** A sheet, as for a new connection: whoever runs the system needs to know where the key goes, and until when the old one works. */
export async function createSuccessor(request: PanelRequest, old: ApiKey): Promise<PanelResponse> {
  const checked = checkDraft(request, { withScopes: false });
  if ('errors' in checked) return formPage(request, old, () => checked.draft, checked.errors);
  const { tenant, actor, deps } = request;
  const { name, expiresAt } = checked.key;
  const successor = { tenantId: tenant.id, predecessorId: old.id, name, expiresAt };
  return issueOnce(
    request,
    (tx) => issueSuccessor(tx, actor, successor, deps.randomInt),
    ({ scopes, ...key }) =>
      sheetPage(request, { name, scopes, expiresAt, key, events: [], endpoint: undefined, replaces: old }),
  );
}

/** Until when the key that is replaced works. */
function oldKeyText({ status, expiresAt }: ApiKey, { locale, format }: PanelRequest): string {
  const text = keyWords[locale];
  if (status !== 'active') return text.oldKeyEnded;
  return expiresAt === null ? text.oldKeyWorks : text.oldKeyWorksUntil(format.time(expiresAt));
}

async function formPage(
  request: PanelRequest,
  old: ApiKey,
  draftFor: (taken: readonly string[]) => KeyDraft,
  errors: FormErrors = {},
): Promise<PanelResponse> {
  const { db, tenant } = request;
  const related = await listRelatedKeys(db, tenant.id, [old]);
  const draft = draftFor(related.map(({ name }) => name));
  const successor = successorOf(old, related);
  const there = successor?.status === 'active' ? successor : undefined;
  const text = keyWords[request.locale];
  const path = `/panel/keys/${old.id}`;
  const use = (
    <>
      <LastUse apiKey={old} />
      <RecordedUses />
    </>
  );
  return page(
    {
      title: text.successorTitle(old.name),
      status: hasErrors(errors) ? 422 : 200,
      heading: { intro: `${text.successorText} ${oldKeyText(old, request)}` },
    },
    there === undefined ? null : (
      <Notice kind="warning">
        {text.successorThere(there.prefix)} <a href={`/panel/keys/${there.id}`}>{text.seeKey}</a>
      </Notice>
    ),
    <Details of={{ [text.scopes]: <ScopeSummary scopes={old.scopes} />, [text.oldKeyLastUsed]: use }} />,
    <KeyForm
      {...{ draft, errors }}
      validityHint={text.validityOfOld}
      action={`${path}/successor`}
      cancel={path}
    />,
  );
}
