import type { ComponentChildren } from 'preact';
import { Hidden, type HiddenFields, LinkButton, SubmitButton } from './button.tsx';
import { useLocale } from './language/reader.ts';
import { words } from './words.ts';

export interface HeadingProps {
  readonly title: ComponentChildren;
  /** One sentence under the title. */
  readonly intro?: ComponentChildren;
  /** The page's one primary action, and others. */
  readonly actions?: ComponentChildren;
}

/** The top of a page. */
export const Heading = ({ title, intro, actions }: HeadingProps) => (
  <div class="heading">
    <div>
      <h1>{title}</h1>
      {intro === undefined ? null : <p class="intro">{intro}</p>}
    </div>
    {actions === undefined ? null : <div class="actions">{actions}</div>}
  </div>
);

interface TitledProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/**
 * A page that came instead of the one that was asked for. Its title has the focus, so that a screen reader says it at once
 * instead of the navigation, which looks like that of any page.
 */
export const Message = ({ title, children }: TitledProps) => (
  <section class="message">
    <h1 {...{ autofocus: true }} tabIndex={-1}>
      {title}
    </h1>
    {children}
  </section>
);

export interface ConfirmProps {
  readonly title: string;
  /** What happens, and to what: it names the thing. */
  readonly children: ComponentChildren;
  /** Where the form is sent. */
  readonly action: string;
  readonly confirm: string;
  /** Where to go back to. */
  readonly cancel: string;
  readonly fields?: HiddenFields;
  /** Nothing is lost by confirming. */
  readonly harmless?: boolean;
}

/** The page before something that can't be undone, or that is better read about first. */
export const Confirm = ({ title, children, action, confirm, cancel, ...form }: ConfirmProps) => (
  <section class="message">
    <h1>{title}</h1>
    {children}
    <form method="post" action={action} class="actions">
      <Hidden fields={form.fields} />
      <SubmitButton look={form.harmless ? 'primary' : 'danger'}>{confirm}</SubmitButton>
      <LinkButton href={cancel}>{words[useLocale()].cancel}</LinkButton>
    </form>
  </section>
);

/** Instead of an empty list: what to do first. */
export const Empty = ({ title, children }: TitledProps) => (
  <section class="empty">
    <h2>{title}</h2>
    {children}
  </section>
);
