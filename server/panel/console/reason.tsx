import type { ComponentChildren } from 'preact';
import type { Actor } from '../../accounts/audit/actor.ts';
import { descriptionIssue, MAX_DESCRIPTION_CHARACTERS } from '../../base/formats/name-rules.ts';
import { Form, type FormErrors, hasErrors, TextField, useLocale } from '../kit/index.ts';
import { type ConsoleRequest, type Page, page } from '../request/route.ts';
import { useRequest } from '../request/use-request.ts';
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

/** The hint says who reads it, if others than operators do. */
export const ReasonField = ({ hint }: { readonly hint?: string | undefined }) => (
  <TextField
    name="reason"
    label={words[useLocale()].reason}
    hint={hint ?? words[useLocale()].reasonHint}
    value={useRequest<ConsoleRequest>().form.text('reason')}
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
export function ask({ path }: ConsoleRequest, question: Question): Page {
  const { title, text, submit, cancel, harmless, errors = {}, reasonHint, children } = question;
  return page(
    { title, status: hasErrors(errors) ? 422 : 200, heading: { intro: text } },
    <Form action={path} errors={errors} submit={submit} cancel={cancel} danger={!harmless} autocomplete="off">
      {children}
      <ReasonField hint={reasonHint} />
    </Form>,
  );
}
