/**
 * The largest body of which every issue is reported: 16 kB of text or 1000 values, as http/validation/validation-cost.ts counts them. The
 * worst such body takes 4 ms of processor time; an issue for each of 330 000 elements took 20 s.
 */
export const FULL_REPORT_MAX_COST = 16_000;
/** The refused rows of a batch get all their issues until together they weigh as much as this. */
const BATCH_BUDGET = 4 * FULL_REPORT_MAX_COST;

/** What is left for the rows of one request. */
export interface ValidationBudget {
  costLeft: number;
}

export const startValidationBudget = (): ValidationBudget => ({ costLeft: BATCH_BUDGET });
