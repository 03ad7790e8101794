import { type EndpointDetails, findEndpoint } from '../../webhooks/endpoints/find-endpoints.ts';
import { updateEndpoint } from '../../webhooks/endpoints/update-endpoint.ts';
import { Details, type FormErrors, hasErrors, Notice, shared } from '../kit/index.ts';
import { readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import type { NamedEndpoint } from './endpoint.tsx';
import { checkEndpointForm, type EndpointFields, EndpointForm } from './endpoint-form.tsx';
import { words } from './words.ts';

export const editPage = async (request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> =>
  formPage(request, named, { fields: named.endpoint, version: named.endpoint.version });

export async function edit(request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> {
  const { db, actor, form, locale } = request;
  // No version is one that no endpoint has: such a form is not from the edit page, and must not overwrite anything.
  const version = readId(form.text('version')) ?? 0;
  const { fields, errors } = await checkEndpointForm(request, named.endpoint.url);
  if (hasErrors(errors)) return formPage(request, named, { fields, version, errors, status: 422 });
  const result = await db.transaction((tx) => updateEndpoint(tx, actor, named.key, fields, version));
  if (result === undefined) return notFound();
  if (result === 'conflict') return conflictPage(request, named, fields);
  return redirect(named.path, words[locale].saved);
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
  readonly errors?: FormErrors;
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
  const text = words[locale];
  const conflict = current && (
    <Notice kind="error" focus>
      <p>
        <strong>{text.conflict}</strong> {text.conflictText}
      </p>
      <Details
        of={{
          [text.url]: current.url,
          [text.description]: current.description || '–',
          [text.events]: current.events.join(', '),
          [text.status]: current.active ? text.active : text.inactive,
        }}
      />
    </Notice>
  );
  return page({
    status: status ?? 200,
    title: text.editTitle,
    section: 'webhooks',
    heading: {},
    body: (
      <>
        {conflict}
        <EndpointForm
          {...{ request, fields, errors }}
          action={`${path}/edit`}
          submit={shared[locale].save}
          cancel={path}
          hidden={{ version }}
        />
      </>
    ),
  });
}
