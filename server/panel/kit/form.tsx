import type { ComponentChildren } from 'preact';
import { Hidden, type HiddenFields, LinkButton, SubmitButton } from './button.tsx';
import { type FormErrors, FormState } from './field.tsx';
import { useLocale } from './language/reader.ts';
import { Notice } from './notice.tsx';
import { words } from './words.ts';

export const hasErrors = (errors: object): boolean =>
  Object.values(errors).some((error) => error !== undefined);

/**
 * Above a form that came back with mistakes. It has the focus: a screen reader says first that nothing was saved and why, and
 * each mistake is one Enter away from its field.
 */
function ErrorSummary({ errors: { form, ...fields } }: { readonly errors: FormErrors }) {
  const wrong = Object.entries(fields).filter(([, text]) => text !== undefined);
  return (
    <Notice kind="error" focus>
      <p>{form ?? words[useLocale()].fixErrors}</p>
      {wrong.length === 0 ? null : (
        <ul>
          {wrong.map(([name, text]) => (
            <li key={name}>
              <a href={`#field-${name}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

export interface FormProps {
  readonly action: string;
  readonly errors: FormErrors;
  /** What the text fields say. */
  readonly values?: object;
  readonly hidden?: HiddenFields;
  /** The button's text. */
  readonly submit: string;
  /** Where the form was opened. */
  readonly cancel?: string | undefined;
  /** It can't be undone, or takes something from somebody. */
  readonly danger?: boolean;
  readonly novalidate?: boolean;
  readonly autocomplete?: 'off';
  readonly children: ComponentChildren;
}

/** A form that changes something: what's wrong with it, its fields, and its buttons. */
export function Form({
  action,
  errors,
  values,
  hidden,
  submit,
  cancel,
  danger,
  children,
  ...form
}: FormProps) {
  const text = words[useLocale()];
  return (
    <form method="post" action={action} class="form" {...form}>
      {hasErrors(errors) ? <ErrorSummary errors={errors} /> : null}
      <Hidden fields={hidden} />
      <FormState.Provider value={{ errors, values }}>{children}</FormState.Provider>
      <div class="actions">
        <SubmitButton look={danger ? 'danger' : 'primary'}>{submit}</SubmitButton>
        {cancel === undefined ? null : <LinkButton href={cancel}>{text.cancel}</LinkButton>}
      </div>
    </form>
  );
}
