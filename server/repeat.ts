/** Runs work now and then, never two at a time. Stopping waits for the run in hand. */
export function repeat(
  work: () => Promise<void>,
  everyMs: number,
  failed: (error: unknown) => void,
): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let run = Promise.resolve();
  let stopped = false;
  const next = (): void => {
    run = work()
      .catch(failed)
      .then(() => {
        if (!stopped) timer = setTimeout(next, everyMs);
      });
  };
  timer = setTimeout(next, everyMs);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await run;
    },
  };
}
