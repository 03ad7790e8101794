import type { VNode } from 'preact';
import { base32, inFours, keyUri } from '../../accounts/second-factor/rules/totp.ts';
import { beginFactor, findFactor, pendingKey } from '../../accounts/second-factor/store.ts';
import { disableFactor, enableFactor, replaceRecoveryCodes } from '../../accounts/staff/second-factor.ts';
import { factorOf } from '../../accounts/staff/users.ts';
import { CopyBlock, Form, type FormProps, LinkButton, PostButton, Status } from '../kit/index.ts';
import { CodeField } from '../login/second-factor.tsx';
import { words as loginWords, waitText } from '../login/words.ts';
import { messagePage } from '../request/message-page.tsx';
import {
  type Page,
  type PanelRequest,
  type PanelResponse,
  page,
  redirect,
  type VisitorRequest,
} from '../request/route.ts';
import { words } from './words.ts';

const PATH = '/panel/account/second-factor';
const ACCOUNT = '/panel/account#second-factor';

/** On the account page: whether there is one, and what to do with it. */
export async function factorSection({ db, user, tenant, locale }: PanelRequest): Promise<VNode> {
  const text = words[locale];
  const factor = await findFactor(db, factorOf(user));
  return (
    <section id="second-factor">
      <h2>{text.factorTitle}</h2>
      {factor?.confirmed ? (
        <>
          <p>
            <Status tone="good">{text.factorOn}</Status>
          </p>
          <p class="quiet">{text.codesLeft(factor.recoveryCodesLeft)}</p>
          <div class="actions">
            <PostButton action={`${PATH}/codes`}>{text.newCodes}</PostButton>
            {tenant.secondFactorRequired ? null : (
              <PostButton action={`${PATH}/remove`} look="danger">
                {text.factorRemove}
              </PostButton>
            )}
          </div>
        </>
      ) : (
        <>
          <p class="quiet">{text.factorIntro}</p>
          <PostButton action={PATH}>{text.factorBegin}</PostButton>
        </>
      )}
    </section>
  );
}

/** Where a user is led whose tenant requires a second factor. */
export async function factorPage({ user, tenant, locale }: PanelRequest): Promise<PanelResponse> {
  if (user.secondFactor) return redirect(ACCOUNT);
  const text = words[locale];
  return messagePage(
    { title: text.factorTitle },
    tenant.secondFactorRequired ? <p>{text.factorRequired(tenant.name)}</p> : null,
    <p>{text.factorIntro}</p>,
    <PostButton action={PATH} look="primary">
      {text.factorBegin}
    </PostButton>,
  );
}

/** A key is shown until a code of it was entered, and again when its page is loaded anew. */
export async function beginOwnFactor(request: PanelRequest): Promise<PanelResponse> {
  const { db, deps, user } = request;
  await db.transaction((tx) => beginFactor(tx, deps.box, factorOf(user)));
  return keyPage(request);
}

export async function confirmOwnFactor(request: PanelRequest): Promise<PanelResponse> {
  const { db, deps, user, form, locale } = request;
  const text = loginWords[locale];
  const key = `${user.tenantId} ${user.id}`;
  const wait = await deps.attempts.take('code', key);
  if (wait > 0) return keyPage(request, 429, text.codeThrottled(waitText(locale, wait)));
  const code = form.text('code').replaceAll(' ', '');
  const codes = await db.transaction((tx) => enableFactor(tx, user, deps.box, code, deps.nowMs()));
  if (codes) {
    await deps.attempts.forgive('code', key);
    return showCodes(request, codes, ACCOUNT);
  }
  return keyPage(request, 422, code === '' ? text.codeMissing : text.codeWrong);
}

async function keyPage(request: PanelRequest, status = 200, error?: string): Promise<PanelResponse> {
  const { db, deps, user, tenant } = request;
  const key = await pendingKey(db, deps.box, factorOf(user));
  if (!key) return redirect(ACCOUNT);
  const form = { action: `${PATH}/confirm`, cancel: '/panel/account' };
  return showKey(request, {
    ...{ key, issuer: `Tradepost ${tenant.name}`, email: user.email },
    ...{ form, status, error },
  });
}

interface ShownKey {
  readonly key: Buffer;
  readonly issuer: string;
  readonly email: string;
  /** Where the app's first code goes. */
  readonly form: Pick<FormProps, 'action' | 'hidden' | 'cancel'>;
  readonly status?: number;
  readonly error?: string | undefined;
}

/** No picture to scan: on a phone the link opens the app, and elsewhere the key is typed, in groups of four. */
export function showKey({ locale }: VisitorRequest, shown: ShownKey): Page {
  const text = words[locale];
  const { key, issuer, email, form, status = 200, error } = shown;
  return page(
    { title: text.factorTitle, status, secret: true, heading: { intro: text.factorSteps } },
    <section class="once">
      <p>{text.factorKey}</p>
      <CopyBlock text={inFours(base32(key))} inline />
      <p>
        <LinkButton href={keyUri(key, issuer, email)}>{text.factorOpenApp}</LinkButton>
      </p>
    </section>,
    <Form {...form} errors={{ code: error }} submit={text.factorConfirm}>
      <CodeField name="code" label={loginWords[locale].code} hint={text.factorCodeHint} />
    </Form>,
  );
}

export async function renewCodes(request: PanelRequest): Promise<PanelResponse> {
  const { db, user } = request;
  const codes = await db.transaction((tx) => replaceRecoveryCodes(tx, user));
  return codes ? showCodes(request, codes, ACCOUNT) : redirect(ACCOUNT);
}

/** Not while the tenant requires it: the next click would lead back to setting it up. */
export async function removeOwnFactor({ db, user, tenant, locale }: PanelRequest): Promise<PanelResponse> {
  if (tenant.secondFactorRequired) return redirect(ACCOUNT);
  await db.transaction((tx) => disableFactor(tx, user));
  return redirect(ACCOUNT, words[locale].factorRemoved);
}

export function showCodes({ locale }: VisitorRequest, codes: readonly string[], next: string): Page {
  const text = words[locale];
  return page(
    { title: text.codesTitle, secret: true, heading: { intro: text.codesIntro } },
    <section class="once" data-after-once={next}>
      <CopyBlock title={text.codesTitle} text={codes.join('\n')} />
    </section>,
    <div class="actions">
      <LinkButton href={next} look="primary">
        {text.codesKept}
      </LinkButton>
    </div>,
  );
}
