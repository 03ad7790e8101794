import { type ApiKey, listRelatedKeys } from '../../accounts/api-keys/key-details.ts';
import { deactivateKeyEverywhere, deleteKeyEverywhere } from '../../accounts/api-keys/revoke.ts';
import { isUnused, successorOf } from '../../accounts/api-keys/rotation.ts';
import { Notice, Time } from '../kit/index.ts';
import { readId } from '../request/form.ts';
import { confirmPage } from '../request/message-page.tsx';
import { notFound, type PanelRequest, type PanelResponse, redirect } from '../request/route.ts';
import { RecordedUses } from './key-facts.tsx';
import { words } from './words.ts';

/** Both can't be undone, so both have a page that names the key before. */
const STEPS = { deactivate: deactivateKeyEverywhere, delete: deleteKeyEverywhere } as const;
type Step = keyof typeof STEPS;

export const confirmRevoke =
  (step: Step) =>
  async (request: PanelRequest, key: ApiKey): Promise<PanelResponse> => {
    const { db, tenant, locale, format, deps } = request;
    const successor = successorOf(key, await listRelatedKeys(db, tenant.id, [key]));
    const text = words[locale];
    const title = text[`${step}Title`](key.name);
    const mayBeInUse = key.status === 'active' && key.lastUsedAt !== null && !isUnused(key, deps.nowMs());
    const home = `/panel/keys/${key.id}`;
    return confirmPage(
      { title, action: `${home}/${step}`, confirm: text[`${step}Confirm`], cancel: home },
      mayBeInUse ? <Notice kind="warning">{text.inUse(format.relative(key.lastUsedAt!))}</Notice> : null,
      successor && successorUse(successor, request),
      <RecordedUses />,
      <p>{text[`${step}Text`](key.prefix)}</p>,
      <p class="hint">{text.takesSeconds}</p>,
    );
  };

/** Whether programs have gone over to the successor is what decides. */
function successorUse({ prefix, lastUsedAt }: ApiKey, { locale }: PanelRequest) {
  const text = words[locale];
  return lastUsedAt === null ? (
    <Notice kind="warning">{text.successorNeverUsed(prefix)}</Notice>
  ) : (
    <p>
      {text.successorUsed(prefix)} <Time at={lastUsedAt} as="relative" />.
    </p>
  );
}

/** The response comes once no process accepts the key any more. */
export const revoke =
  (step: Step) =>
  async ({ db, tenant, actor, params, deps, locale }: PanelRequest): Promise<PanelResponse> => {
    const id = readId(params.id);
    if (id === undefined) return notFound();
    const revoked = await STEPS[step](db, actor, { tenantId: tenant.id, id }, deps.wait);
    if (!revoked) return notFound();
    const text = words[locale];
    return redirect('/panel/keys', text[step === 'delete' ? 'deleted' : 'deactivated'](revoked.name));
  };
