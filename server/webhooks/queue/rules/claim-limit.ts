/**
 * Of the bodies that one claim reads. 2000 deliveries of 8 kB fit twice. An event about an order of 500 lines has 440 kB, so 2000 of
 * those took 880 MB.
 */
export const MAX_CLAIM_BYTES = 32_000_000;
