/** Rows per statement of what deletes old ones: some tens of milliseconds at most, and no lock for longer. */
export const BATCH_SIZE = 500;

/** Repeats what deals with up to BATCH_SIZE rows until it finds fewer. Returns how many they were together. */
export async function inBatches(batch: () => Promise<{ readonly length: number }>): Promise<number> {
  for (let total = 0; ; ) {
    const { length } = await batch();
    total += length;
    if (length < BATCH_SIZE) return total;
  }
}
