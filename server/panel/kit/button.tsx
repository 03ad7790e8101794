import type { ComponentChildren } from 'preact';

/** primary: the page's one main action. danger: it can't be undone. */
type Look = 'primary' | 'danger';

const classOf = (look: Look | undefined): string => (look === undefined ? 'button' : `button ${look}`);

interface LinkButtonProps {
  readonly href: string | undefined;
  readonly look?: Look;
  readonly id?: string;
  readonly rel?: 'prev' | 'next';
  readonly 'aria-current'?: 'true';
  readonly 'aria-label'?: string;
  readonly children: ComponentChildren;
}

/** A link that looks like a button. */
export const LinkButton = ({ look, children, ...link }: LinkButtonProps) => (
  <a class={classOf(look)} {...link}>
    {children}
  </a>
);

interface SubmitButtonProps {
  readonly look?: Look;
  readonly id?: string;
  readonly name?: string;
  readonly value?: string;
  /** The button's words, and which of several things they are about. */
  readonly 'aria-label'?: string;
  readonly children: ComponentChildren;
}

export const SubmitButton = ({ look, children, ...button }: SubmitButtonProps) => (
  <button type="submit" class={classOf(look)} {...button}>
    {children}
  </button>
);

export type HiddenFields = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** What a form carries along. A field without a value isn't sent, one with several is sent for each. */
export const Hidden = ({ fields = {} }: { fields?: HiddenFields }) => (
  <>
    {Object.entries(fields).map(([name, value]) =>
      [value ?? []]
        .flat()
        .map((each) => <input key={`${name} ${each}`} type="hidden" name={name} value={each} />),
    )}
  </>
);

interface PostButtonProps extends SubmitButtonProps {
  readonly action: string;
  readonly fields?: HiddenFields;
}

/** A button that is a form of its own: a change that asks for nothing else. */
export const PostButton = ({ action, fields, ...button }: PostButtonProps) => (
  <form method="post" action={action}>
    <Hidden fields={fields} />
    <SubmitButton {...button} />
  </form>
);
