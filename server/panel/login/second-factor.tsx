import { takeCode } from '../../accounts/second-factor/store.ts';
import type { UserKey } from '../../accounts/staff/users.ts';
import { Hidden, Prose, SubmitButton, TextField } from '../kit/index.ts';
import { KEPT } from '../request/kept-form.ts';
import { operatorName } from '../request/operator.ts';
import { type Page, page, type VisitorRequest } from '../request/route.ts';
import { deviceOf } from './device-cookie.ts';
import { waitText, words } from './words.ts';

/** Why an answer to "is it you?" wasn't accepted: the page's status, and a sentence. */
export interface ProofProblem {
  readonly kind: 'missing' | 'wrong' | 'throttled' | 'busy';
  readonly status: 422 | 429 | 503;
  readonly text: string;
}

/**
 * Checks the code of an app or a recovery code, and uses it up. Undefined if it's right. A browser that has logged in as the user before has
 * tries of its own: whoever else has the password can't keep the user out with wrong codes.
 */
export async function codeProblem(
  request: VisitorRequest,
  user: UserKey & { readonly email: string },
  code: string,
): Promise<ProofProblem | undefined> {
  const { deps, locale } = request;
  const text = words[locale];
  if (code === '') return { kind: 'missing', status: 422, text: text.codeMissing };
  const device = deviceOf(request, user.email) ?? '';
  const key = `${user.tenantId} ${user.id} ${device}`;
  const wait = await deps.attempts.take('code', key);
  if (wait > 0) return { kind: 'throttled', status: 429, text: text.codeThrottled(waitText(locale, wait)) };
  if (!(await takeCode(deps.db, deps.box, deps.site.people.factorOf(user), code, deps.nowMs())))
    return { kind: 'wrong', status: 422, text: text.codeWrong };
  await deps.attempts.forgive('code', key);
  return undefined;
}

/** One field, for six digits or a recovery code. */
export const CodeField = (props: {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
}) => (
  <TextField
    {...props}
    input={{ required: true, autocomplete: 'one-time-code', autofocus: true, spellcheck: false }}
  />
);

export function codePage(request: VisitorRequest, problem?: ProofProblem): Page {
  const text = words[request.locale];
  const { site } = request.deps;
  return page(
    { title: text.factorTitle, status: problem?.status ?? 200 },
    <form method="post" action={`${site.path}/login/code`} class="login">
      <h1>{text.factorTitle}</h1>
      <Hidden fields={{ [KEPT]: request.form.text(KEPT) }} />
      <CodeField name="code" label={text.code} hint={text.codeHint} error={problem?.text} />
      <SubmitButton look="primary">{text.title}</SubmitButton>
      <p class="hint">
        <Prose text={site.name === 'panel' ? text.codeLost(operatorName(request)) : text.consoleCodeLost} />
      </p>
    </form>,
  );
}
