/**
 * The most expensive body that still gets all its issues: 16 kB of text or 1000 values, counted by
 * validationCost() of api/validation/validate.ts. The worst such body takes 4 ms of processor time. An issue for each of 330,000
 * elements took 20 s.
 */
export const FULL_REPORT_MAX_COST = 16_000;
/** The refused rows of a batch get all their issues until together they cost this much. */
export const BATCH_BUDGET = 4 * FULL_REPORT_MAX_COST;

/** What is left for the remaining rows of a request. */
export interface ValidationBudget {
  costLeft: number;
}

export const startValidationBudget = (): ValidationBudget => ({ costLeft: BATCH_BUDGET });
