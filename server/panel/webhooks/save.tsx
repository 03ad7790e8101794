import type { VNode } from 'preact';
import { createOnce } from '../../accounts/staff/form-token.ts';
import { eventKinds } from '../../base/contract.ts';
import type { Transaction } from '../../db/querier.ts';
import { createEndpoint, MAX_ENDPOINTS_PER_TENANT } from '../../webhooks/endpoints/create-endpoint.ts';
import { type EndpointDetails, findEndpoint } from '../../webhooks/endpoints/find-endpoints.ts';
import { updateEndpoint } from '../../webhooks/endpoints/update-endpoint.ts';
import { Details, type FormErrors, hasErrors, Notice, useLocale } from '../kit/index.ts';
import { readId } from '../request/form.ts';
import { newToken, sentToken } from '../request/form-token.ts';
import { notFound, type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import type { EndpointRequest } from './endpoint.tsx';
import {
  checkEndpointForm,
  type EndpointFields,
  EndpointForm,
  maskedHeaders,
  NEW_ENDPOINT,
} from './endpoint-form.tsx';
import { words } from './words.ts';

/** What becomes of a form: 200 when it's opened. */
interface FormState {
  readonly fields: EndpointFields;
  readonly errors?: FormErrors;
  readonly status?: number;
  /** Why it came back, if that isn't a field's mistake. */
  readonly notice?: VNode;
}

/** The description may be given, since an endpoint and a key of one name belong together, and so may the events. */
export async function newPage(request: PanelRequest): Promise<PanelResponse> {
  const { query } = request;
  const given = query.text('events').split(',');
  const events = eventKinds.filter((kind) => given.includes(kind));
  const fields = {
    ...NEW_ENDPOINT,
    ...(events.length > 0 && { events }),
    description: query.text('description'),
  };
  return newForm(request, newToken(request), { fields });
}

/** A form that is sent twice, by a double click for instance, leads to the same endpoint both times. */
export async function create(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, locale, format } = request;
  const text = words[locale];
  const token = sentToken(request);
  const { fields, errors } = await checkEndpointForm(request);
  if (token === undefined)
    return newForm(request, newToken(request), { fields, errors: { ...errors, form: text.formStale } });
  if (hasErrors(errors)) return newForm(request, token, { fields, errors });
  const path = await db.transaction((tx) =>
    createOnce(tx, tenant.id, token, () => insertEndpoint(tx, request, fields)),
  );
  if (path !== undefined) return redirect(path, text.created);
  const notice = (
    <Notice kind="error" focus>
      {text.tooMany(format.number(MAX_ENDPOINTS_PER_TENANT))}
    </Notice>
  );
  return newForm(request, token, { fields, status: 422, notice });
}

/** Returns the new endpoint's page. */
async function insertEndpoint(
  tx: Transaction,
  { actor, tenant, deps }: PanelRequest,
  fields: EndpointFields,
): Promise<string | undefined> {
  const endpoint = { tenantId: tenant.id, ...fields };
  const created = await createEndpoint(tx, actor, endpoint, deps.box, deps.randomInt);
  return created && `/panel/webhooks/${created.id}`;
}

function newForm(request: PanelRequest, token: string, state: FormState): PanelResponse {
  const { fields, errors } = state;
  const text = words[request.locale];
  const path = '/panel/webhooks';
  return formPage(
    text.newWebhook,
    state,
    <EndpointForm
      {...{ fields, errors }}
      action={path}
      hidden={{ token }}
      submit={text.createButton}
      cancel={path}
    />,
  );
}

export const editPage = async (request: EndpointRequest): Promise<PanelResponse> =>
  editForm(request, request.endpoint.version, {
    fields: { ...request.endpoint, headerLines: maskedHeaders(request.endpoint.headerNames) },
  });

export async function edit(request: EndpointRequest): Promise<PanelResponse> {
  const { db, actor, deps, form, locale, endpoint, key, home } = request;
  // No version is one that no endpoint has: such a form is not from the edit page, and must not overwrite anything.
  const version = readId(form.text('version')) ?? 0;
  const { fields, errors } = await checkEndpointForm(request, endpoint);
  if (hasErrors(errors)) return editForm(request, version, { fields, errors });
  const result = await db.transaction((tx) => updateEndpoint(tx, actor, key, fields, deps.box, version));
  if (result === undefined) return notFound();
  if (result !== 'conflict') return redirect(home, words[locale].saved);
  // The user's input stays. The form now carries the current version, so that saving again overwrites knowingly.
  const current = await findEndpoint(db, key);
  if (current === undefined) return notFound();
  return editForm(request, current.version, { fields, status: 409, notice: <Conflict current={current} /> });
}

function editForm(request: EndpointRequest, version: number, state: FormState): PanelResponse {
  const { fields, errors } = state;
  const { locale, home } = request;
  const text = words[locale];
  return formPage(
    text.editTitle,
    state,
    <EndpointForm
      {...{ fields, errors }}
      action={`${home}/edit`}
      hidden={{ version }}
      submit={text.save}
      cancel={home}
    />,
  );
}

const formPage = (title: string, { errors, status, notice }: FormState, form: VNode): PanelResponse =>
  page({ title, status: status ?? (errors === undefined ? 200 : 422), heading: {} }, notice, form);

/** What somebody else has saved meanwhile. */
function Conflict({ current }: { readonly current: EndpointDetails }) {
  const text = words[useLocale()];
  return (
    <Notice kind="error" focus>
      <p>
        <strong>{text.conflict}</strong> {text.conflictText}
      </p>
      <Details
        of={{
          [text.url]: current.url,
          [text.description]: current.description || '–',
          [text.events]: current.events.join(', '),
          [text.headers]: current.headerNames.join(', ') || '–',
          [text.status]: current.active ? text.active : text.inactive,
        }}
      />
    </Notice>
  );
}
