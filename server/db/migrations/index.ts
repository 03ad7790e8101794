import * as tenants from './001-tenants.ts';
import * as catalogue from './002-catalogue.ts';
import * as orders from './003-orders.ts';
import * as webhooks from './004-webhooks.ts';
import * as pricing from './005-pricing.ts';
import * as webhookQueue from './006-webhook-queue.ts';
import * as deliverByIndex from './007-deliver-by-index.ts';
import * as requiresCoupon from './008-requires-coupon.ts';
import * as stockAndPayments from './009-stock-and-payments.ts';
import * as secretKeyCheck from './010-secret-key-check.ts';
import * as entriesByProduct from './011-entries-by-product.ts';
import * as panelUsers from './012-panel-users.ts';
import * as audit from './013-audit.ts';
import * as requestLog from './014-request-log.ts';
import * as alerts from './015-alerts.ts';
import * as deliveryList from './016-delivery-list.ts';
import * as keySuccessor from './017-key-successor.ts';
import * as endpointEdits from './018-endpoint-edits.ts';
import * as uncountedRecoveries from './019-uncounted-recoveries.ts';
import * as endpointUrls from './020-endpoint-urls.ts';
import * as formResults from './021-form-results.ts';
import * as attemptUrls from './022-attempt-urls.ts';
import * as brazilianFields from './024-brazilian-fields.ts';
import * as orderChanges from './025-order-changes.ts';
import * as refundsAndReturns from './026-refunds-and-returns.ts';
import * as orderSearch from './028-order-search.ts';
import * as customerAndProductTaxes from './029-customer-and-product-taxes.ts';
import * as slidingWindow from './031-sliding-window.ts';
import * as eventOrigin from './032-event-origin.ts';
import * as feedEpochs from './033-feed-epochs.ts';
import * as salesReport from './034-sales-report.ts';
import * as emitEvents from './037-emit-events.ts';
import * as logPartitions from './038-log-partitions.ts';
import * as orderWrites from './039-order-writes.ts';
import * as cheaperWrites from './040-cheaper-writes.ts';
import * as referencedRows from './041-referenced-rows.ts';
import * as cheaperBatches from './042-cheaper-batches.ts';
import * as orderShapes from './043-order-shapes.ts';
import * as orderCharges from './044-order-charges.ts';
import * as finePrices from './045-fine-prices.ts';
import * as orderEntries from './046-order-entries.ts';
import * as feedEvents from './047-feed-events.ts';
import * as listFilters from './048-list-filters.ts';
import * as importReferences from './049-import-references.ts';
import * as endpointHeaders from './050-endpoint-headers.ts';
import * as skipIds from './051-skip-ids.ts';
import * as customerErasures from './055-customer-erasures.ts';
import * as tenantStatus from './057-tenant-status.ts';
import * as operatorActions from './058-operator-actions.ts';
import * as people from './059-people.ts';
import * as lateEndpoints from './061-late-endpoints.ts';
import * as surplusRefunded from './062-surplus-refunded.ts';
import * as taxIdsByKind from './063-tax-ids-by-kind.ts';
import * as deliveryHolds from './065-delivery-holds.ts';
import * as storedBytes from './066-stored-bytes.ts';
import * as operators from './067-operators.ts';
import * as formerTotals from './069-former-totals.ts';
import * as panelSearch from './071-panel-search.ts';
import * as factorBegun from './072-factor-begun.ts';
import * as forgottenInvitations from './073-forgotten-invitations.ts';
import * as analyzedErasures from './074-analyzed-erasures.ts';
import * as distributable from './075-distributable.ts';
import * as notifyWorkers from './076-notify-workers.ts';
import * as feedEnds from './077-feed-ends.ts';
import type { Migration } from './migration.ts';

/** In the order in which they run. Never edit a released migration; add the next number. */
export const migrations: readonly Migration[] = [
  tenants,
  catalogue,
  orders,
  webhooks,
  pricing,
  webhookQueue,
  deliverByIndex,
  requiresCoupon,
  stockAndPayments,
  secretKeyCheck,
  entriesByProduct,
  panelUsers,
  audit,
  requestLog,
  alerts,
  deliveryList,
  keySuccessor,
  endpointEdits,
  uncountedRecoveries,
  endpointUrls,
  formResults,
  attemptUrls,
  brazilianFields,
  orderChanges,
  refundsAndReturns,
  orderSearch,
  customerAndProductTaxes,
  slidingWindow,
  eventOrigin,
  feedEpochs,
  salesReport,
  emitEvents,
  logPartitions,
  orderWrites,
  cheaperWrites,
  referencedRows,
  cheaperBatches,
  orderShapes,
  orderCharges,
  finePrices,
  orderEntries,
  feedEvents,
  listFilters,
  importReferences,
  endpointHeaders,
  skipIds,
  customerErasures,
  tenantStatus,
  operatorActions,
  people,
  lateEndpoints,
  surplusRefunded,
  taxIdsByKind,
  deliveryHolds,
  storedBytes,
  operators,
  formerTotals,
  panelSearch,
  factorBegun,
  forgottenInvitations,
  analyzedErasures,
  distributable,
  notifyWorkers,
  feedEnds,
];
