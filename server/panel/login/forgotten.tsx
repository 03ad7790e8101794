import { newLink } from '../../accounts/staff/links.ts';
import { findUsersByEmail } from '../../accounts/staff/login-users.ts';
import { formats } from '../../base/formats/contract-formats.ts';
import { Form, TextField } from '../kit/index.ts';
import { messagePage } from '../request/message-page.tsx';
import { type Page, type PanelResponse, page, type VisitorRequest } from '../request/route.ts';
import { linkPath } from './pass-on.tsx';
import { waitText, words } from './words.ts';

/** Without a mail server nobody could be sent a link: the page says who makes one. */
export const forgottenPage = async (request: VisitorRequest): Promise<PanelResponse> =>
  formPage(request, 200);

function formPage({ locale, form, deps }: VisitorRequest, status: number, error?: string): Page {
  const text = words[locale];
  if (!deps.mail) return messagePage({ title: text.forgottenTitle }, <p>{text.forgottenAsk}</p>);
  return page(
    { title: text.forgottenTitle, status, heading: { intro: text.forgottenIntro } },
    <Form
      action="/panel/forgotten"
      errors={{ email: error }}
      submit={text.forgottenSend}
      cancel="/panel/login"
    >
      <TextField
        name="email"
        label={text.email}
        type="email"
        value={form.text('email')}
        input={{ required: true, autocomplete: 'username', autofocus: error === undefined }}
      />
    </Form>,
  );
}

/** The answer is the same, and comes as soon, whether or not somebody has the address: everything else happens after it. */
export async function sendForgotten(request: VisitorRequest): Promise<PanelResponse> {
  const { deps, form, locale, address } = request;
  const text = words[locale];
  const email = form.text('email');
  if (!deps.mail || !formats.email.validate(email)) return formPage(request, 422, text.emailMissing);
  const wait = await deps.attempts.take('forgotten_network', address);
  if (wait > 0) return formPage(request, 429, text.forgottenThrottled(waitText(locale, wait)));
  if ((await deps.attempts.take('forgotten', email.toLowerCase())) === 0)
    sendLinks(request, email).catch((err: unknown) =>
      deps.log.warn({ err }, 'a link for a new password was not sent'),
    );
  return messagePage({ title: text.forgottenTitle }, <p>{text.forgottenSent(email)}</p>);
}

/** A link for each company that knows the address. */
async function sendLinks({ deps, locale }: VisitorRequest, email: string): Promise<void> {
  const text = words[locale];
  for (const user of await findUsersByEmail(deps.db, email)) {
    if (user.disabled) continue;
    const { tenantId, id: userId, tenantName } = user;
    const link = { tenantId, kind: 'password_reset', email: user.email, userId } as const;
    const token = await deps.db.transaction((tx) => newLink(tx, link));
    await deps.mail?.send({
      to: user.email,
      locale,
      subject: text.password_reset_title(tenantName),
      sentences: [text.resetSentence(tenantName), text.resetIgnore],
      link: { path: linkPath(token), label: text.resetLabel },
    });
  }
}
