import type { ComponentChildren, JSX, VNode } from 'preact';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  /** Under the label: what to enter. */
  readonly hint?: ComponentChildren;
  readonly error?: string;
  /** The id of an element that says more, such as why the form came back. */
  readonly describedBy?: string;
  readonly children: (input: {
    id: string;
    name: string;
    'aria-describedby'?: string;
    'aria-invalid'?: 'true';
  }) => VNode;
}

/** A label, a hint, an input and its error, tied to each other for screen readers. */
export function Field({ name, label, hint, error, describedBy = '', children }: FieldProps): VNode {
  const id = `field-${name}`;
  const described = [
    describedBy,
    hint === undefined ? '' : `${id}-hint`,
    error === undefined ? '' : `${id}-error`,
  ].filter(Boolean);
  return (
    <div class={error === undefined ? 'field' : 'field invalid'}>
      <label for={id}>{label}</label>
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        name,
        'aria-describedby': described.join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : 'true',
      })}
      {error === undefined ? null : (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

interface InputAttributes {
  readonly autocomplete?: string;
  readonly autofocus?: boolean;
  readonly inputMode?: 'numeric' | 'email' | 'url';
  readonly max?: string;
  readonly maxLength?: number;
  readonly min?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly spellcheck?: boolean;
  readonly step?: string;
}

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value?: string;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'date' | 'datetime-local' | 'search';
  readonly input?: InputAttributes;
}

export const TextField = ({ value, type = 'text', input, ...field }: TextFieldProps): VNode => (
  <Field {...field}>
    {(given) => <input {...({ type, value, ...input, ...given } as JSX.IntrinsicElements['input'])} />}
  </Field>
);
