/** What a tenant's amounts are in when nothing else is said. */
export const DEFAULT_CURRENCY = 'BRL';
/** Amounts have at most 2 decimals, so a currency with 3 could not be told exactly, and one with none would show cents. */
const DECIMALS = 2;
/**
 * ISO 4217 codes that are no money: bond units, metals, drawing rights, and the codes for tests and for no currency. ICU
 * gives them 2 decimals, where ISO 4217 gives them none.
 */
const NO_MONEY = /^X(A[GU]|B[A-D]|DR|P[DT]|SU|TS|UA|XX)$/;

/** Whether it is an ISO 4217 code of a currency whose amounts have 2 decimals. */
export function isCurrency(code: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(code) || NO_MONEY.test(code)) return false;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  return format.resolvedOptions().maximumFractionDigits === DECIMALS;
}
