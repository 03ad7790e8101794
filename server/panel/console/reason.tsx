import type { ComponentChildren } from 'preact';
import type { Actor } from '../../accounts/audit/actor.ts';
import { descriptionIssue, MAX_DESCRIPTION_CHARACTERS } from '../../base/formats/name-rules.ts';
import { Form, type FormErrors, hasErrors, TextField, useLocale } from '../kit/index.ts';
import { type ConsoleRequest, type Page, page } from '../request/route.ts';
import { words } from './words.ts';

/** The operator with the reason that was given, for the audit. Without one nothing may be changed. */
export function readReason({ form, locale, operator }: ConsoleRequest): {
  readonly actor: Actor;
  readonly error: string | undefined;
} {
  const reason = form.text('reason');
  const isWrong = reason === '' || descriptionIssue(reason);
  return {
    actor: { type: 'operator', name: operator.email, reason },
    error: isWrong ? words[locale].reasonWrong(MAX_DESCRIPTION_CHARACTERS) : undefined,
  };
}

interface ReasonFieldProps {
  readonly value: string;
  /** Who reads it, if others than operators do. */
  readonly hint?: string | undefined;
}

export const ReasonField = ({ value, hint }: ReasonFieldProps) => (
  <TextField
    name="reason"
    label={words[useLocale()].reason}
    hint={hint ?? words[useLocale()].reasonHint}
    value={value}
    input={{ required: true, autocomplete: 'off', maxLength: MAX_DESCRIPTION_CHARACTERS }}
  />
);

interface Question {
  readonly title: string;
  /** What happens, and to what. */
  readonly text: string;
  readonly submit: string;
  readonly cancel: string;
  /** Nothing is lost by it. */
  readonly harmless?: boolean;
  readonly errors?: FormErrors;
  readonly reasonHint?: string;
  /** Fields before the reason. */
  readonly children?: ComponentChildren;
}

/** The page before a change, at the change's own address. */
export function ask({ path, form }: ConsoleRequest, question: Question): Page {
  const { title, text, submit, cancel, harmless, errors = {}, reasonHint, children } = question;
  return page(
    { title, status: hasErrors(errors) ? 422 : 200, heading: { intro: text } },
    <Form action={path} errors={errors} submit={submit} cancel={cancel} danger={!harmless} autocomplete="off">
      {children}
      <ReasonField value={form.text('reason')} hint={reasonHint} />
    </Form>,
  );
}
