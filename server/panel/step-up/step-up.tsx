import { Fragment } from 'preact';
import type { PanelUser } from '../../accounts/staff/panel-user.ts';
import { dictionary, SubmitButton, TextField } from '../kit/index.ts';
import { recordFailures } from '../login/log-in.ts';
import { passwordProblem } from '../login/own-password.tsx';
import { CodeField, codeProblem, type ProofProblem } from '../login/second-factor.tsx';
import { type Page, page, type VisitorRequest } from '../request/route.ts';

const words = dictionary({
  title: ['É você mesmo?', 'Is it really you?'],
  intro: [
    'Antes de mostrar segredos, criar chaves ou mudar acessos, pedimos uma confirmação. Ela vale por 15 minutos.',
    'Before secrets are shown, keys are made or access is changed, we ask for a confirmation. It lasts for 15 minutes.',
  ],
  password: ['Sua senha', 'Your password'],
  code: ['Código do aplicativo, ou de recuperação', 'Code of your app, or a recovery code'],
  submit: ['Continuar', 'Go on'],
});

/** No form of the panel has a field of this name. */
const PROOF = 'step_up_proof';

/** Who is asked, for a code or else for the password. */
export type Confirming = Pick<PanelUser, 'tenantId' | 'id' | 'email' | 'secondFactor'>;

/**
 * Undefined if the session was confirmed within the last minutes, or is by this form. Otherwise the page that asks: its form
 * goes to the same place with the same fields, so that nothing has to be typed again.
 */
export async function stepUp(request: VisitorRequest, user: Confirming): Promise<Page | undefined> {
  const { session, deps, form } = request;
  if (session.isConfirmed(deps.nowMs())) return undefined;
  if (!form.has(PROOF)) return askPage(request, user);
  const proof = form.raw(PROOF);
  const problem = user.secondFactor
    ? await codeProblem(request, user, proof.trim())
    : await passwordProblem(request, user, proof);
  if (problem?.kind === 'wrong') recordFailures(request, [user]);
  if (problem) return askPage(request, user, problem);
  session.confirm(deps.nowMs());
  return undefined;
}

function askPage({ locale, form, path }: VisitorRequest, user: Confirming, problem?: ProofProblem): Page {
  const text = words[locale];
  const field = { name: PROOF, error: problem?.text };
  return page(
    { title: text.title, status: problem?.status ?? 403 },
    <form method="post" action={path} class="login" data-missing="confirmation">
      <h1>{text.title}</h1>
      <p class="intro">{text.intro}</p>
      {form
        .entries()
        .map(([name, value], index) =>
          name === PROOF ? (
            <Fragment key={index} />
          ) : (
            <input key={index} type="hidden" name={name} value={value} />
          ),
        )}
      {user.secondFactor ? (
        <CodeField {...field} label={text.code} />
      ) : (
        <TextField
          {...field}
          label={text.password}
          type="password"
          input={{ required: true, autocomplete: 'current-password', autofocus: true }}
        />
      )}
      <SubmitButton look="primary">{text.submit}</SubmitButton>
    </form>,
  );
}
