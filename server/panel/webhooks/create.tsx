import { createOnce } from '../../accounts/staff/form-token.ts';
import type { Transaction } from '../../db/querier.ts';
import { createEndpoint, MAX_ENDPOINTS_PER_TENANT } from '../../webhooks/endpoints/create-endpoint.ts';
import { Heading } from '../kit/elements/heading.tsx';
import { Notice } from '../kit/elements/notice.tsx';
import { words as shared } from '../kit/words.ts';
import { newToken, sentToken } from '../request/form-token.ts';
import { type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import {
  checkEndpointForm,
  type EndpointErrors,
  type EndpointFields,
  EndpointForm,
  NEW_ENDPOINT,
  readEndpointForm,
} from './endpoint-form.tsx';
import { words as formWords } from './form-words.ts';
import { words } from './words.ts';

export const newPage = async (request: PanelRequest): Promise<PanelResponse> =>
  formPage(request, NEW_ENDPOINT, newToken(request));

/** A form that is sent twice, by a double click for instance, leads to the same endpoint both times. */
export async function create(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, form, locale } = request;
  const fields = readEndpointForm(form);
  const token = sentToken(request);
  const errors = await checkEndpointForm(request, fields);
  if (token === undefined)
    return formPage(request, fields, newToken(request), { ...errors, form: shared[locale].formStale });
  if (Object.keys(errors).length > 0) return formPage(request, fields, token, errors);
  const path = await db.transaction((tx) =>
    createOnce(tx, tenant.id, token, () => insertEndpoint(tx, request, fields)),
  );
  return path === undefined
    ? formPage(request, fields, token, 'too many')
    : redirect(path, formWords[locale].created);
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
  refused?: EndpointErrors | 'too many',
): PanelResponse {
  const { locale, format } = request;
  const w = formWords[locale];
  return page({
    status: refused === undefined ? 200 : 422,
    title: w.newTitle,
    section: 'webhooks',
    body: (
      <>
        <Heading title={w.newTitle} />
        {refused === 'too many' ? (
          <Notice kind="error" focus>
            {words[locale].tooMany(format.number(MAX_ENDPOINTS_PER_TENANT))}
          </Notice>
        ) : null}
        <EndpointForm
          request={request}
          action="/panel/webhooks"
          fields={fields}
          hidden={{ token }}
          errors={refused === 'too many' ? {} : refused}
          submit={w.createButton}
          cancel="/panel/webhooks"
        />
      </>
    ),
  });
}
