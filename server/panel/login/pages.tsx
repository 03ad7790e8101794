import { Hidden, Notice, Prose, SubmitButton, TextField, useLocale } from '../kit/index.ts';
import { KEPT } from '../request/kept-form.ts';
import { type Page, page, type VisitorRequest } from '../request/route.ts';
import { useRequest } from '../request/use-request.ts';
import type { HalfwayLogin } from '../session/session.ts';
import { words } from './words.ts';

/** What the form was sent with, and what's wrong. */
export interface LoginFormState {
  readonly status: number;
  readonly email: string;
  readonly next: string;
  readonly problem?: string;
  /** The form that waits for the login, as keepForm made it. */
  readonly kept?: string;
  /** What else may help. */
  readonly help?: string;
  readonly fieldErrors?: { readonly email?: string; readonly password?: string };
}

export function loginPage(request: VisitorRequest, state: LoginFormState): Page {
  const text = words[request.locale];
  return page(
    { status: state.status, title: text.title },
    isUsable(request) ? <LoginForm {...state} /> : <Insecure />,
  );
}

/** In production the session's cookie is Secure: without https the browser would drop it, and a login would do nothing. */
export const isUsable = ({ deps, secure }: VisitorRequest): boolean => secure || !deps.config.production;

const Insecure = () => (
  <section class="message">
    <h1>{words[useLocale()].title}</h1>
    <Notice kind="error">
      <p>{words[useLocale()].insecure}</p>
      <p>{words[useLocale()].insecureHelp}</p>
    </Notice>
  </section>
);

/** The password keeps the focus, to be typed again; a screen reader says the problem with it. */
const PROBLEM_ID = 'login-problem';

function LoginForm({ email, next, problem, help, kept, fieldErrors = {} }: LoginFormState) {
  const { locale, deps, form } = useRequest<VisitorRequest>();
  const { site } = deps;
  const text = words[locale];
  return (
    <form method="post" action={`${site.path}/login`} class="login">
      <h1>{text.title}</h1>
      <p class="intro">{text[`${site.name}Intro`]}</p>
      {problem === undefined ? null : (
        <div id={PROBLEM_ID}>
          <Notice kind="error">
            <p>{problem}</p>
            {help === undefined ? null : <p>{help}</p>}
          </Notice>
        </div>
      )}
      <Hidden fields={{ next, [KEPT]: kept ?? form.text(KEPT) }} />
      <TextField
        name="email"
        label={text.email}
        type="email"
        value={email}
        error={fieldErrors.email}
        input={{ required: true, autocomplete: 'username', autofocus: email === '' }}
      />
      <TextField
        name="password"
        label={text.password}
        type="password"
        error={fieldErrors.password}
        describedBy={problem === undefined ? undefined : PROBLEM_ID}
        input={{ required: true, autocomplete: 'current-password', autofocus: email !== '' }}
      />
      <SubmitButton look="primary">{text.title}</SubmitButton>
      <p class="hint">
        {site.name === 'panel' ? (
          <a href="/panel/forgotten">{text.forgot}</a>
        ) : (
          <Prose text={text.consoleCodeLost} />
        )}
      </p>
    </form>
  );
}

/** Only names of tenants that the password has opened. */
export function choicePage({ locale, form }: VisitorRequest, { users }: HalfwayLogin): Page {
  const text = words[locale];
  return page(
    { title: text.chooseTitle },
    <form method="post" action="/panel/login/tenant" class="login">
      <h1>{text.chooseTitle}</h1>
      <p class="intro">{text.chooseIntro(users[0]!.email)}</p>
      <Hidden fields={{ [KEPT]: form.text(KEPT) }} />
      {users.map(({ tenantId, tenantName }) => (
        <SubmitButton key={tenantId} name="tenant" value={String(tenantId)}>
          {tenantName}
        </SubmitButton>
      ))}
    </form>,
  );
}
