import type { VNode } from 'preact';
import { type EndpointDetails, findEndpoint } from '../../webhooks/endpoints/find-endpoints.ts';
import { updateEndpoint } from '../../webhooks/endpoints/update-endpoint.ts';
import { Heading } from '../kit/elements/heading.tsx';
import { Notice } from '../kit/elements/notice.tsx';
import { words as shared } from '../kit/words.ts';
import { readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import {
  checkEndpointForm,
  type EndpointErrors,
  type EndpointFields,
  EndpointForm,
  readEndpointForm,
} from './endpoint-form.tsx';
import type { NamedEndpoint } from './find-endpoint.ts';
import { words as formWords } from './form-words.ts';
import { words } from './words.ts';

export const editPage = async (request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> =>
  formPage(request, named, { fields: named.endpoint, version: named.endpoint.version });

export async function edit(request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> {
  const { db, actor, form, locale } = request;
  const fields = readEndpointForm(form);
  // No version is one that no endpoint has: such a form is not from the edit page, and must not overwrite anything.
  const version = readId(form.text('version')) ?? 0;
  const errors = await checkEndpointForm(request, fields, named.endpoint.url);
  if (Object.keys(errors).length > 0)
    return formPage(request, named, { fields, version, errors, status: 422 });
  const result = await db.transaction((tx) => updateEndpoint(tx, actor, named.key, fields, version));
  if (result === undefined) return notFound();
  if (result === 'conflict') return conflictPage(request, named, fields);
  return redirect(named.path, formWords[locale].saved);
}

/** The user's input stays. The form now carries the current version, so that saving again overwrites knowingly. */
async function conflictPage(
  request: PanelRequest,
  named: NamedEndpoint,
  fields: EndpointFields,
): Promise<PanelResponse> {
  const current = await findEndpoint(request.db, named.key);
  if (current === undefined) return notFound();
  return formPage(request, named, { fields, version: current.version, current, status: 409 });
}

interface EditForm {
  readonly fields: EndpointFields;
  readonly version: number;
  readonly errors?: EndpointErrors;
  /** What somebody else has saved meanwhile. */
  readonly current?: EndpointDetails;
  readonly status?: number;
}

function formPage(
  request: PanelRequest,
  { path }: NamedEndpoint,
  { fields, version, errors, current, status }: EditForm,
): PanelResponse {
  const { locale } = request;
  const w = formWords[locale];
  return page({
    status: status ?? 200,
    title: w.editTitle,
    section: 'webhooks',
    body: (
      <>
        <Heading title={w.editTitle} />
        {current === undefined ? null : <Conflict request={request} current={current} />}
        <EndpointForm
          request={request}
          action={`${path}/edit`}
          submit={shared[locale].save}
          cancel={path}
          hidden={{ version }}
          {...{ fields, errors }}
        />
      </>
    ),
  });
}

function Conflict({
  request: { locale },
  current,
}: {
  request: PanelRequest;
  current: EndpointDetails;
}): VNode {
  const w = formWords[locale];
  return (
    <Notice kind="error" focus>
      <p>
        <strong>{w.conflict}</strong> {w.conflictText}
      </p>
      <dl class="facts">
        <dt>{w.url}</dt>
        <dd>{current.url}</dd>
        <dt>{w.description}</dt>
        <dd>{current.description || '–'}</dd>
        <dt>{w.events}</dt>
        <dd>{current.events.join(', ')}</dd>
        <dt>{words[locale].status}</dt>
        <dd>{words[locale][current.active ? 'active' : 'inactive']}</dd>
      </dl>
    </Notice>
  );
}
