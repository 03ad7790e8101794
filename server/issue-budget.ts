/**
 * The largest body of which every issue is reported: 16 kB of text or 1000 values, as http/body-weight.ts weighs them. The
 * worst such body takes 4 ms of processor time; an issue for each of 330 000 elements took 20 s.
 */
export const ORDINARY_WEIGHT = 16_000;
/** The refused rows of a batch get all their issues until together they weigh as much as this. */
const BATCH_WEIGHT = 4 * ORDINARY_WEIGHT;

/** What is left for the rows of one request. */
export interface IssueBudget {
  weightLeft: number;
}

export const startIssueBudget = (): IssueBudget => ({ weightLeft: BATCH_WEIGHT });
