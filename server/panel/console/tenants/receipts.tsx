import type { DeletionReceipt } from '../../../lifecycle/tenants/deletion-receipts.ts';
import { Details, polling, Table, Time, useLocale } from '../../kit/index.ts';
import { type ConsoleRequest, type PanelResponse, page } from '../../request/route.ts';
import { words } from '../words.ts';
import { tenantPath } from './state.tsx';

const POLL_SECONDS = 5;

/** What is gone of a tenant; it reads itself again until all is. */
export function receiptPage(
  { locale, format, path }: ConsoleRequest,
  receipt: DeletionReceipt,
): PanelResponse {
  const text = words[locale];
  const { tenantId, operator, reason, startedAt, completedAt, deletedRows } = receipt;
  const isRunning = completedAt === null;
  const title = isRunning ? text.deletingTitle(tenantId) : text.deletedTitle(tenantId);
  const total = Object.values(deletedRows).reduce((sum, count) => sum + count, 0);
  const rows = Object.entries(deletedRows).map(([table, count]) => [table, format.number(count)]);
  return page(
    { title, heading: {}, ...(isRunning && { refreshSeconds: POLL_SECONDS }) },
    <section id="receipt" {...(isRunning && polling(path, 'receipt', POLL_SECONDS))}>
      <Details
        of={{
          [text.operator]: operator,
          [text.reason]: reason ?? undefined,
          [text.startedAt]: <Time at={startedAt} />,
          [text.deletedAt]: <Time at={completedAt} none={text.deleting} />,
          [text.deletedTotal]: format.number(total),
        }}
      />
      <h2>{text.deletedRows}</h2>
      <Details of={Object.fromEntries(rows)} />
    </section>,
  );
}

export function Receipts({ receipts }: { readonly receipts: readonly DeletionReceipt[] }) {
  const text = words[useLocale()];
  return (
    <Table
      name="receipts"
      rows={receipts}
      keyOf={({ tenantId }) => tenantId}
      columns={[
        {
          title: text.tenant,
          cell: ({ tenantId }) => (
            <a class="filter-by" href={tenantPath(tenantId)}>
              {text.numbered(tenantId)}
            </a>
          ),
        },
        { title: text.operator, class: 'break', label: true, cell: ({ operator }) => operator },
        { title: text.reason, class: 'break', label: true, cell: ({ reason }) => reason },
        {
          title: text.deletedAt,
          label: true,
          cell: ({ completedAt }) => <Time at={completedAt} none={text.deleting} />,
        },
      ]}
    />
  );
}
