import type { ComponentChildren, VNode } from 'preact';
import type { ListedDelivery } from '../../../webhooks/log/list-deliveries.ts';
import { Time } from '../../kit/elements/time.tsx';
import type { Format } from '../../kit/language/format.ts';
import { words as statusWords } from '../words.ts';
import { DeliveryStatusPill, endingWord } from './delivery-status.tsx';
import { listLink } from './list-query.ts';
import type { ListWords } from './words.ts';

/** The form is elsewhere, because a form can't contain the forms of an open delivery. */
export const RESEND_FORM = 'resend-selected';

export interface DeliveryTableProps {
  readonly deliveries: readonly ListedDelivery[];
  readonly kept: Readonly<Record<string, string>>;
  readonly words: ListWords;
  readonly format: Format;
  readonly nowMs: number;
  readonly maxAttempts: number;
  readonly open: string | undefined;
  /** Shown under the row of `open`. */
  readonly detail: ComponentChildren;
}

export const DeliveryTable = (props: DeliveryTableProps): VNode => (
  <table class="table deliveries">
    <thead>
      <tr>
        <th>
          <span class="visually-hidden">{props.words.selection}</span>
        </th>
        <th>{props.words.kind}</th>
        <th>{statusWords[props.format.locale].status}</th>
        <th class="number">HTTP</th>
        <th class="number">{props.words.duration}</th>
        <th>{props.words.attempt}</th>
        <th class="number">{props.words.time}</th>
      </tr>
    </thead>
    <tbody>
      {props.deliveries.map((delivery) => (
        <Rows key={delivery.id} {...props} delivery={delivery} />
      ))}
    </tbody>
  </table>
);

function Rows(props: DeliveryTableProps & { readonly delivery: ListedDelivery }): VNode {
  const { delivery, words, format, nowMs, maxAttempts } = props;
  const isOpen = props.open === delivery.id;
  const { attempts, durationMs } = delivery;
  const number = format.number(attempts);
  return (
    <>
      <tr id={`delivery-${delivery.id}`} class={isOpen ? 'open' : undefined}>
        <td class="pick">
          <label>
            <input
              type="checkbox"
              name="id"
              value={delivery.id}
              form={RESEND_FORM}
              id={`select-${delivery.id}`}
              autocomplete="off"
            />
            <span class="visually-hidden">
              {words.select(`${delivery.kind} ${format.time(delivery.createdAt)}`)}
            </span>
          </label>
        </td>
        <td class="what">
          <a
            class="row mono"
            id={`open-${delivery.id}`}
            aria-expanded={isOpen ? 'true' : 'false'}
            href={`${listLink(props.kept, { open: isOpen ? '' : delivery.id })}#delivery-${delivery.id}`}
          >
            {delivery.kind}
          </a>
          <span class="second">{aboutOf(delivery, words)}</span>
        </td>
        <td class="state">
          <DeliveryStatusPill delivery={delivery} format={format} nowMs={nowMs} />
        </td>
        <HttpCell {...{ delivery, words, format }} />
        <td class={durationMs === null ? 'number nothing' : 'number'}>
          {durationMs === null ? words.none : format.duration(durationMs)}
        </td>
        <td class="nowrap" data-label={words.attempt}>
          {attempts > maxAttempts
            ? statusWords[format.locale].ordinal(attempts)
            : words.attemptOf(number, format.number(maxAttempts))}
        </td>
        <td class="number">
          <Time at={delivery.createdAt} format={format} />
        </td>
      </tr>
      {isOpen ? (
        <tr class="detail">
          <td colSpan={7} class="wide">
            {props.detail}
          </td>
        </tr>
      ) : null}
    </>
  );
}

interface HttpCellProps extends Pick<DeliveryTableProps, 'words' | 'format'> {
  readonly delivery: ListedDelivery;
}

/** The status, and what happened instead of a complete response. Cards on a phone leave the cell out if it says nothing. */
function HttpCell({ delivery, words, format }: HttpCellProps): VNode {
  const { attempts, responseStatus } = delivery;
  if (attempts === 0) return <td class="number nothing">{words.none}</td>;
  const word = endingWord(delivery, format.locale);
  return (
    <td class="number" data-label={responseStatus === null ? undefined : 'HTTP'}>
      {responseStatus}
      {word === undefined ? null : <span class="second">{word}</span>}
    </td>
  );
}

/** Pedido 5001 · ERP de produção. A row tells what happened: it keeps the URL that its last attempt went to. */
function aboutOf(delivery: ListedDelivery, words: ListWords): string {
  const { subject, endpointName, url, attemptUrl, test } = delivery;
  const about = subject === undefined ? [] : [words[subject.type](subject.id)];
  const isFormer = attemptUrl !== null && attemptUrl !== url;
  const endpoint = isFormer && endpointName === url ? [] : [endpointName];
  const former = isFormer ? [words.formerUrl(attemptUrl)] : [];
  return [...about, ...endpoint, ...former, ...(test ? [words.test] : [])].join(' · ');
}
