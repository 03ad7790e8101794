import { createOnce } from '../../accounts/staff/form-token.ts';
import type { Transaction } from '../../db/querier.ts';
import { createEndpoint, MAX_ENDPOINTS_PER_TENANT } from '../../webhooks/endpoints/create-endpoint.ts';
import { type FormErrors, hasErrors, Notice, shared } from '../kit/index.ts';
import { newToken, sentToken } from '../request/form-token.ts';
import { type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import { checkEndpointForm, type EndpointFields, EndpointForm, NEW_ENDPOINT } from './endpoint-form.tsx';
import { words } from './words.ts';

export const newPage = async (request: PanelRequest): Promise<PanelResponse> =>
  formPage(request, NEW_ENDPOINT, newToken(request));

/** A form that is sent twice, by a double click for instance, leads to the same endpoint both times. */
export async function create(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, locale } = request;
  const token = sentToken(request);
  const { fields, errors } = await checkEndpointForm(request);
  if (token === undefined)
    return formPage(request, fields, newToken(request), { ...errors, form: shared[locale].formStale });
  if (hasErrors(errors)) return formPage(request, fields, token, errors);
  const path = await db.transaction((tx) =>
    createOnce(tx, tenant.id, token, () => insertEndpoint(tx, request, fields)),
  );
  return path === undefined
    ? formPage(request, fields, token, 'too many')
    : redirect(path, words[locale].created);
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

function formPage(
  request: PanelRequest,
  fields: EndpointFields,
  token: string,
  refused?: FormErrors | 'too many',
): PanelResponse {
  const { locale, format } = request;
  const text = words[locale];
  return page({
    status: refused === undefined ? 200 : 422,
    title: text.create,
    section: 'webhooks',
    heading: {},
    body: (
      <>
        {refused === 'too many' ? (
          <Notice kind="error" focus>
            {text.tooMany(format.number(MAX_ENDPOINTS_PER_TENANT))}
          </Notice>
        ) : null}
        <EndpointForm
          request={request}
          action="/panel/webhooks"
          fields={fields}
          hidden={{ token }}
          errors={refused === 'too many' ? {} : refused}
          submit={text.createButton}
          cancel="/panel/webhooks"
        />
      </>
    ),
  });
}
