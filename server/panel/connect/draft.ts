import { listKeys } from '../../accounts/api-keys/key-details.ts';
import type { Querier } from '../../db/querier.ts';
import { listEndpoints } from '../../webhooks/endpoints/find-endpoints.ts';
import { nameError } from '../api-keys/key-form.tsx';
import { folded } from '../home/key-part.ts';
import type { FormErrors } from '../kit/index.ts';
import { missingFor } from '../request/access.ts';
import { sentToken } from '../request/form-token.ts';
import type { PanelRequest } from '../request/route.ts';
import { urlError } from '../webhooks/endpoint-form.tsx';
import { pickedEvents } from '../webhooks/events/event-picker.tsx';
import { type Ability, abilitiesOf } from './abilities.ts';
import { words } from './words.ts';

/** The form as it was filled in. */
export interface ConnectDraft {
  readonly name: string;
  readonly may: readonly Ability[];
  /** Empty if nobody knows it yet: then there is no endpoint. */
  readonly url: string;
  readonly events: readonly string[];
}

/** Whether the user may say what the system hears about, and the plan has it. */
export const mayHear = (request: PanelRequest): boolean => missingFor(request, 'webhooks') === undefined;

export function readDraft(request: PanelRequest): ConnectDraft {
  const { form } = request;
  const heard = mayHear(request) ? { url: form.text('url'), events: pickedEvents(form) } : undefined;
  return { name: form.text('name'), may: abilitiesOf(form.all('may')), url: '', events: [], ...heard };
}

/** Two systems of one name would be one on the first page. A key that was deactivated is nobody's any more. */
export async function takenError(
  db: Querier,
  { tenant, locale }: PanelRequest,
  name: string,
): Promise<string | undefined> {
  const keys = (await listKeys(db, tenant.id)).filter(({ status }) => status !== 'inactive');
  const endpoints = await listEndpoints(db, tenant.id);
  const names = [...keys.map((key) => key.name), ...endpoints.map(({ description }) => description)];
  return names.some((each) => folded(each) === folded(name)) ? words[locale].systemTaken(name) : undefined;
}

export async function draftErrors(request: PanelRequest, draft: ConnectDraft): Promise<FormErrors> {
  const text = words[request.locale];
  const { name, may, url, events } = draft;
  return {
    form: sentToken(request) === undefined ? text.formStale : undefined,
    name: name === '' ? text.systemEmpty : nameError(request, name),
    may: may.length === 0 ? text.mayEmpty : undefined,
    events: url !== '' && events.length === 0 ? text.hearsEmpty : undefined,
    url: url === '' ? undefined : await urlError(request, url),
  };
}
