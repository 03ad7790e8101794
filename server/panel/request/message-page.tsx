import type { ComponentChildren } from 'preact';
import { Confirm, type ConfirmProps, LinkButton, Message } from '../kit/index.ts';
import { type Page, page } from './route.ts';

interface MessageOptions {
  readonly title: string;
  readonly status?: number;
  /** Where to go on. */
  readonly link?: readonly [href: string, text: string];
}

/** A page that came instead of the one that was asked for. */
export const messagePage = ({ link, ...options }: MessageOptions, ...body: ComponentChildren[]): Page =>
  page(
    options,
    <Message title={options.title}>
      {body}
      {link && (
        <p>
          <LinkButton href={link[0]}>{link[1]}</LinkButton>
        </p>
      )}
    </Message>,
  );

/** A page that asks before something happens. */
export const confirmPage = (question: Omit<ConfirmProps, 'children'>, ...body: ComponentChildren[]): Page =>
  page({ title: question.title }, <Confirm {...question}>{body}</Confirm>);
