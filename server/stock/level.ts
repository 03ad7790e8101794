/** What numeric(15,3) holds: no balance can be more. */
export const MAX_STOCK = '999999999999.999';

/** SQL for the JSON text of a StockLevel. trim_scale writes 12.500 as 12.5. */
export const stockLevel = (balance: string): string => `'{${levelMembers(balance)}}'`;

/** The members alone, to be put into a larger object. */
export function levelMembers(balance: string): string {
  const number = (expression: string): string => `' || trim_scale(${expression}) || '`;
  return (
    `"on_hand":${number(`${balance}.on_hand`)},"reserved":${number(`${balance}.reserved`)}` +
    `,"available":${number(`${balance}.on_hand - ${balance}.reserved`)}`
  );
}
