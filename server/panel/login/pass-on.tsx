import { CopyBlock, LinkButton, Notice } from '../kit/index.ts';
import type { Letter } from '../mail/mail.tsx';
import { type PanelResponse, page, redirect, type VisitorRequest } from '../request/route.ts';
import { words } from './words.ts';

interface PassOn extends Omit<Letter, 'link' | 'locale'> {
  readonly token: string;
  /** What the link in the e-mail is called. */
  readonly label: string;
  /** Where to go on, and what to say there once the e-mail is on its way. */
  readonly next: string;
  readonly sent: string;
}

export const linkPath = (token: string): string => `/panel/link/${token}`;

/** Mails a link. Without a mail server, or if it doesn't take the e-mail, the page shows the link to whoever asked for it. */
export async function passOn(
  { deps, locale, origin }: Pick<VisitorRequest, 'deps' | 'locale'> & { readonly origin: string | undefined },
  options: PassOn,
): Promise<PanelResponse> {
  const { token, label, next, sent, ...letter } = options;
  const path = linkPath(token);
  if (await deps.mail?.send({ ...letter, locale, link: { path, label } })) return redirect(next, sent);
  const text = words[locale];
  return page(
    { title: text.linkTitle, secret: true, heading: { intro: letter.to } },
    deps.mail ? <Notice kind="warning">{text.linkNotMailed}</Notice> : null,
    <section class="once" data-after-once={next}>
      <p>{text.linkPassOn(letter.to)}</p>
      <CopyBlock text={`${origin ?? ''}${path}`} inline />
      {origin === undefined ? <p>{text.linkPathOnly}</p> : null}
    </section>,
    <div class="actions">
      <LinkButton href={next}>{text.linkDone}</LinkButton>
    </div>,
  );
}

/** An e-mail that only says what happened. Nobody waits for it. */
export const notify = (
  { deps, locale }: Pick<VisitorRequest, 'deps' | 'locale'>,
  letter: Omit<Letter, 'locale'>,
): void => void deps.mail?.send({ ...letter, locale });
