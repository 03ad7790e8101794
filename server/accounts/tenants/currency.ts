/** The currency of a tenant that was created without one. */
export const DEFAULT_CURRENCY = 'BRL';
/** Amounts have 2 decimals. A currency with 3 would lose precision, and one without decimals would show cents. */
const DECIMALS = 2;
/**
 * ISO 4217 codes that aren't money: metals, bond units, drawing rights, the test code and "no currency". ICU says that they
 * have 2 decimals; ISO 4217 says none.
 */
const NO_MONEY = /^X(A[GU]|B[A-D]|DR|P[DT]|SU|TS|UA|XX)$/;

/** Whether this is the ISO 4217 code of a currency with 2 decimals. */
export function isCurrency(code: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(code) || NO_MONEY.test(code)) return false;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  return format.resolvedOptions().maximumFractionDigits === DECIMALS;
}
