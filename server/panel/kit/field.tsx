import { type ComponentChildren, createContext, type JSX, type VNode } from 'preact';
import { useContext } from 'preact/hooks';

/** What's wrong, by the fields' names; `form` is about the form as a whole. */
export type FormErrors = Readonly<Record<string, string | undefined>>;

/** What a form knows of its fields, by their names. */
export const FormState = createContext<{ readonly errors: FormErrors; readonly values?: object }>({
  errors: {},
});

export const useFieldError = (name: string): string | undefined => useContext(FormState).errors[name];

function useTypedText(name: string): string | undefined {
  const typed = (useContext(FormState).values as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof typed === 'string' ? typed : undefined;
}

interface FieldText {
  readonly name: string;
  readonly label: string;
  /** Under the label: what to enter. */
  readonly hint?: ComponentChildren;
  /** Outside of a `Form`, which knows the errors of its fields. */
  readonly error?: string | undefined;
}

const withError = (text: FieldText): FieldText => ({ error: useFieldError(text.name), ...text });

/** The ids of the hint and the error, for screen readers. `other` is the id of an element that says more. */
function describedBy({ name, hint, error }: FieldText, other = ''): string | undefined {
  const ids = [
    other,
    hint !== undefined && `field-${name}-hint`,
    error !== undefined && `field-${name}-error`,
  ];
  return ids.filter(Boolean).join(' ') || undefined;
}

const classOf = ({ error }: FieldText): string => (error === undefined ? 'field' : 'field invalid');

/** The field's hint or error, if it has one. */
const Note = ({ of, ...field }: FieldText & { readonly of: 'hint' | 'error' }) =>
  field[of] === undefined ? null : (
    <p class={of} id={`field-${field.name}-${of}`}>
      {field[of]}
    </p>
  );

interface FieldProps extends FieldText {
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
export function Field({ children, describedBy: other, ...given }: FieldProps) {
  const text = withError(given);
  return (
    <div class={classOf(text)}>
      <label for={`field-${text.name}`}>{text.label}</label>
      <Note of="hint" {...text} />
      {children({
        id: `field-${text.name}`,
        name: text.name,
        'aria-describedby': describedBy(text, other),
        'aria-invalid': text.error === undefined ? undefined : 'true',
      })}
      <Note of="error" {...text} />
    </div>
  );
}

/** A label, a hint and an error for several checkboxes or radio buttons. */
export function FieldGroup({ children, ...given }: FieldText & { children: ComponentChildren }) {
  const text = withError(given);
  return (
    <fieldset id={`field-${text.name}`} class={classOf(text)} aria-describedby={describedBy(text)}>
      <legend>{text.label}</legend>
      <Note of="hint" {...text} />
      {children}
      <Note of="error" {...text} />
    </fieldset>
  );
}

type InputAttributes = Record<'autocomplete' | 'min' | 'step', string> &
  Record<'inputMode', 'url'> &
  Record<'autofocus' | 'required' | 'spellcheck', boolean> &
  Record<'maxLength', number>;

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value?: string;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'date' | 'datetime-local' | 'search';
  readonly input?: Readonly<Partial<InputAttributes>>;
}

/** A browser's own check refuses letters with accents before the @, which mail servers take: the service checks. */
const attributesOf = (type: TextFieldProps['type']): object =>
  type === 'email'
    ? { type: 'text', inputMode: 'email', autocapitalize: 'none', spellcheck: false }
    : { type };

export function TextField({ value, type = 'text', input, ...field }: TextFieldProps) {
  const attributes = { ...attributesOf(type), value: value ?? useTypedText(field.name), ...input };
  return (
    <Field {...field}>
      {(given) => <input {...({ ...attributes, ...given } as JSX.IntrinsicElements['input'])} />}
    </Field>
  );
}

interface ChoiceProps {
  readonly type: 'checkbox' | 'radio';
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly 'aria-describedby'?: string;
  readonly children: ComponentChildren;
}

/** A box to check, and what it stands for. */
export const Choice = ({ children, ...input }: ChoiceProps) => (
  <label class="choice">
    <input {...input} />
    <span>{children}</span>
  </label>
);
