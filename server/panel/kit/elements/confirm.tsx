import type { ComponentChildren, VNode } from 'preact';

interface ConfirmProps {
  readonly title: string;
  /** What happens, and to what: it names the thing. */
  readonly children: ComponentChildren;
  /** Where the form is sent. */
  readonly action: string;
  readonly confirm: string;
  readonly cancel: { readonly href: string; readonly label: string };
  readonly fields?: Readonly<Record<string, string>>;
  /** Nothing is lost by confirming. */
  readonly harmless?: boolean;
}

/** The page before something that can't be undone, or that is better read about first. */
export const Confirm = ({
  title,
  children,
  action,
  confirm,
  cancel,
  fields = {},
  harmless = false,
}: ConfirmProps): VNode => (
  <section class="message">
    <h1>{title}</h1>
    {children}
    <form method="post" action={action} class="actions">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class={harmless ? 'button primary' : 'button danger'}>
        {confirm}
      </button>
      <a class="button" href={cancel.href}>
        {cancel.label}
      </a>
    </form>
  </section>
);
