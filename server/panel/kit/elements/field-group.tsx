import type { ComponentChildren, VNode } from 'preact';

interface FieldGroupProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string;
  readonly children: ComponentChildren;
}

/** A label, a hint and an error for several checkboxes or radio buttons. */
export function FieldGroup({ name, label, hint, error, children }: FieldGroupProps): VNode {
  const id = `field-${name}`;
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`];
  return (
    <fieldset
      id={id}
      class={error === undefined ? 'field' : 'field invalid'}
      aria-describedby={described.filter(Boolean).join(' ') || undefined}
    >
      <legend>{label}</legend>
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error === undefined ? null : (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
