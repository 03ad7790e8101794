import { createEndpoint, MAX_ENDPOINTS_PER_TENANT } from '../../webhooks/endpoints/create-endpoint.ts';
import { Heading } from '../elements/heading.tsx';
import { Notice } from '../elements/notice.tsx';
import { type PanelRequest, type PanelResponse, page, redirect } from '../route.ts';
import {
  checkEndpointForm,
  type EndpointErrors,
  type EndpointFields,
  EndpointForm,
  NEW_ENDPOINT,
  readEndpointForm,
} from './endpoint-form.tsx';
import { words } from './words.ts';

export const newPage = async (request: PanelRequest): Promise<PanelResponse> =>
  formPage(request, NEW_ENDPOINT);

export async function create(request: PanelRequest): Promise<PanelResponse> {
  const { db, deps, actor, tenant, form, locale } = request;
  const fields = readEndpointForm(form);
  const errors = await checkEndpointForm(request, fields);
  if (Object.keys(errors).length > 0) return formPage(request, fields, errors);
  const created = await db.transaction((tx) =>
    createEndpoint(tx, actor, { tenantId: tenant.id, ...fields }, deps.box, deps.randomInt),
  );
  if (created === undefined) return formPage(request, fields, 'too many');
  return redirect(`/panel/webhooks/${created.id}`, words[locale].created);
}

function formPage(
  request: PanelRequest,
  fields: EndpointFields,
  refused?: EndpointErrors | 'too many',
): PanelResponse {
  const { locale, format } = request;
  const w = words[locale];
  return page({
    status: refused === undefined ? 200 : 422,
    title: w.newTitle,
    section: 'webhooks',
    body: (
      <>
        <Heading title={w.newTitle} />
        {refused === 'too many' ? (
          <Notice kind="error">{w.tooMany(format.number(MAX_ENDPOINTS_PER_TENANT))}</Notice>
        ) : null}
        <EndpointForm
          request={request}
          action="/panel/webhooks"
          fields={fields}
          errors={refused === 'too many' ? {} : refused}
          submit={w.createButton}
          cancel="/panel/webhooks"
        />
      </>
    ),
  });
}
