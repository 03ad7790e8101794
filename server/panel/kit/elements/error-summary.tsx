import type { VNode } from 'preact';
import { Notice } from './notice.tsx';

export interface FieldError {
  /** The id of the element that the link leads to. */
  readonly id: string;
  readonly text: string;
}

interface ErrorSummaryProps {
  readonly title: string;
  readonly errors?: readonly FieldError[];
}

/**
 * Above a form that came back with mistakes. It has the focus: a screen reader says first that nothing was saved and why, and
 * each mistake is one Enter away from its field.
 */
export const ErrorSummary = ({ title, errors = [] }: ErrorSummaryProps): VNode => (
  <Notice kind="error" focus>
    <p>{title}</p>
    {errors.length === 0 ? null : (
      <ul>
        {errors.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    )}
  </Notice>
);

/** The fields with a mistake, in the order of the form. Elements make their ids of the field's name. */
export const fieldErrors = (errors: Readonly<Record<string, string | undefined>>): FieldError[] =>
  Object.entries(errors).flatMap(([name, text]) =>
    text === undefined ? [] : [{ id: `field-${name}`, text }],
  );
