import type { ComponentChildren } from 'preact';
import type { ListedDelivery } from '../../../webhooks/log/list-deliveries.ts';
import { explain } from '../../../webhooks/send/meaning/meaning.ts';
import {
  type Column,
  eventName,
  type Format,
  ForReaders,
  joined,
  RowLink,
  Table,
  Time,
  useLocale,
} from '../../kit/index.ts';
import { words as detailWords } from '../detail/words.ts';
import { words as statusWords } from '../words.ts';
import { DeliveryStatusPill, endingWord, isDropped, statusText } from './delivery-status.tsx';
import { listLink } from './list-query.ts';
import type { ListView } from './list-view.tsx';
import type { ListWords } from './words.ts';

/** The form is elsewhere, because a form can't contain the forms of an open delivery. */
export const RESEND_FORM = 'resend-selected';

export function DeliveryTable(props: ListView) {
  const { page, query, words, format, maxAttempts, detail, mayResend } = props;
  const { ordinal } = statusWords[format.locale];
  const columns: readonly Column<ListedDelivery>[] = [
    {
      title: words.selection,
      hidden: true,
      class: 'pick',
      cell: (each) => <PickBox {...props} delivery={each} />,
    },
    { title: words.event, class: 'what', cell: (each) => <What {...props} delivery={each} /> },
    {
      title: words.status,
      class: 'state',
      cell: (each) => <DeliveryStatusPill {...each} dropped={isDropped(each, maxAttempts)} />,
    },
    {
      title: 'HTTP',
      number: true,
      label: (each) => hasResult(each, maxAttempts) && each.responseStatus !== null,
      class: (each) => (hasResult(each, maxAttempts) ? undefined : 'nothing'),
      cell: (each) => (hasResult(each, maxAttempts) ? httpResult(each, format) : words.none),
    },
    {
      title: words.duration,
      number: true,
      class: ({ durationMs }) => (durationMs === null ? 'nothing' : undefined),
      cell: ({ durationMs }) => (durationMs === null ? words.none : format.duration(durationMs)),
    },
    {
      title: words.attempt,
      label: true,
      class: 'nowrap',
      cell: ({ attempts, attemptsBefore }) => {
        const [n, max] = [format.number(attempts - attemptsBefore), format.number(maxAttempts)];
        if (attemptsBefore > 0) return words.resendOf(n, max);
        return attempts > maxAttempts ? ordinal(attempts) : words.attemptOf(n, max);
      },
    },
    { title: words.time, number: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return (
    <Table
      name="deliveries"
      rows={page.deliveries}
      keyOf={({ id }) => id}
      idOf={({ id }) => `delivery-${id}`}
      isOpen={({ id }) => id === query.open}
      detail={() => detail?.content}
      columns={mayResend ? columns : columns.slice(1)}
    />
  );
}

type CellProps = ListView & { readonly delivery: ListedDelivery };

const PickBox = (props: CellProps) => {
  const { id } = props.delivery;
  const name = [titleOf(props), ...restOf(props)].join(', ');
  return (
    <label>
      <input type="checkbox" name="id" value={id} form={RESEND_FORM} id={`select-${id}`} autocomplete="off" />
      <ForReaders>{props.words.select(name)}</ForReaders>
    </label>
  );
};

/** Pedido 5010 criado. */
const titleOf = ({ delivery: { kind, subject }, format }: CellProps): string =>
  eventName(kind, format.locale, subject?.id);

/** What tells the row from the others with its title. */
const restOf = ({ delivery, format, maxAttempts }: CellProps): string[] => [
  statusText(delivery, format, isDropped(delivery, maxAttempts)),
  format.time(delivery.createdAt),
  delivery.endpointName,
];

function What(props: CellProps) {
  const { delivery, words, maxAttempts } = props;
  const { kept, open } = props.query;
  const { id, kind } = delivery;
  const isOpen = open === id;
  return (
    <>
      <RowLink
        id={`open-${id}`}
        aria-expanded={isOpen}
        href={`${listLink(kept, { open: isOpen ? '' : id })}#delivery-${id}`}
        about={restOf(props)}
      >
        {titleOf(props)}
      </RowLink>
      <span class="second">
        {aboutOf(delivery, words)} · <code>{kind}</code>
      </span>
      {delivery.status === 'SUCCESS' ? null : <Why {...delivery} maxAttempts={maxAttempts} />}
    </>
  );
}

/** Why the last attempt didn't succeed, and what to do. */
function Why({ maxAttempts, ...delivery }: ListedDelivery & { readonly maxAttempts: number }) {
  const locale = useLocale();
  const why = isDropped(delivery, maxAttempts)
    ? detailWords[locale].dropped
    : explain({ ...delivery, url: delivery.attemptUrl ?? delivery.url }, locale);
  return why === '' ? null : <span class="second why">{why}</span>;
}

const hasResult = (delivery: ListedDelivery, maxAttempts: number): boolean =>
  delivery.attempts > 0 && !isDropped(delivery, maxAttempts);

/** The status, and what happened instead of a complete response. Cards on a phone leave the cell out if it says nothing. */
function httpResult(delivery: ListedDelivery, format: Format): ComponentChildren {
  const word = endingWord(delivery, format.locale);
  return (
    <>
      {delivery.responseStatus}
      {word === undefined ? null : <span class="second">{word}</span>}
    </>
  );
}

/** ERP de produção · teste. A row tells what happened: it keeps the URL that its last attempt went to. */
function aboutOf(delivery: ListedDelivery, words: ListWords): string {
  const { endpointName, url, attemptUrl, test } = delivery;
  const isFormer = attemptUrl !== null && attemptUrl !== url;
  const endpoint = isFormer && endpointName === url ? [] : [endpointName];
  const former = isFormer ? [words.formerUrl(attemptUrl)] : [];
  return joined([...endpoint, ...former, test && words.test]);
}
