import { issueKey } from '../../accounts/api-keys/issue.ts';
import { createOnce } from '../../accounts/staff/form-token.ts';
import type { Transaction } from '../../db/querier.ts';
import { createEndpoint, MAX_ENDPOINTS_PER_TENANT } from '../../webhooks/endpoints/create-endpoint.ts';
import { formUsedPage } from '../api-keys/created.tsx';
import { inDays } from '../api-keys/validity.tsx';
import { type FormErrors, hasErrors } from '../kit/index.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { scopesFor } from './abilities.ts';
import { type ConnectDraft, draftErrors, readDraft, takenError } from './draft.ts';
import { ConnectForm } from './form.tsx';
import { sheetPage } from './sheet.tsx';
import type { Connection } from './sheet-lines.ts';
import { progressPath } from './state.ts';
import { words } from './words.ts';

/** The longest of the validities that people choose from: who sells bread changes no keys each quarter. */
const VALID_DAYS = 365;

export const connectForm = async (request: PanelRequest): Promise<PanelResponse> =>
  formPage(request, readDraft(request), {});

/** The response shows the key and the secret; they are shown nowhere else. */
export async function connect(request: PanelRequest): Promise<PanelResponse> {
  const { locale } = request;
  const draft = readDraft(request);
  const errors = await draftErrors(request, draft);
  if (hasErrors(errors)) return formPage(request, draft, errors);
  const { path, made, refused } = await connectOnce(request, draft);
  if (path === undefined) return formPage(request, draft, refused);
  return made ? sheetPage(request, made) : formUsedPage(words[locale], path);
}

interface Outcome {
  /** The same for every click. Undefined if nothing could be made. */
  readonly path: string | undefined;
  /** For the first click. */
  readonly made: Connection | undefined;
  readonly refused: FormErrors;
}

/** A second click meets the name that the first one gave: only one that creates something asks whether it's taken. */
function connectOnce(request: PanelRequest, draft: ConnectDraft): Promise<Outcome> {
  const { db, tenant, form, locale, format } = request;
  return db.transaction(async (tx) => {
    let made: Connection | undefined;
    let refused: FormErrors = { url: words[locale].tooMany(format.number(MAX_ENDPOINTS_PER_TENANT)) };
    const create = async (): Promise<string | undefined> => {
      const name = await takenError(tx, request, draft.name);
      if (name) refused = { name };
      else made = await makeBoth(tx, request, draft);
      return made && progressPath(made.key, made.endpoint);
    };
    const path = await createOnce(tx, tenant.id, form.text('token'), create);
    return { path, made, refused };
  });
}

/** The endpoint first: without it there's no key either. Their one name tells that they belong together. */
async function makeBoth(
  tx: Transaction,
  { actor, tenant, deps }: PanelRequest,
  { name, may, url, events }: ConnectDraft,
): Promise<Connection | undefined> {
  const wanted = url === '' ? undefined : { tenantId: tenant.id, url, description: name, events };
  const created = wanted && (await createEndpoint(tx, actor, wanted, deps.box, deps.randomInt));
  if (wanted && !created) return undefined;
  const about = { name, events, scopes: scopesFor(may), expiresAt: inDays(VALID_DAYS, deps.nowMs()) };
  const later = wanted ? undefined : { wantedEvents: events };
  const key = await issueKey(tx, actor, { tenantId: tenant.id, ...about, ...later }, deps.randomInt);
  return { ...about, key, endpoint: created && { ...created, url, events } };
}

const formPage = (request: PanelRequest, draft: ConnectDraft, errors: FormErrors): PanelResponse => {
  const { connect: title, intro } = words[request.locale];
  return page(
    { title, status: hasErrors(errors) ? 422 : 200, heading: { intro } },
    <ConnectForm {...{ draft, errors }} />,
  );
};
