/** Runs work now and then, never two at a time. Stopping waits for the run in hand. */
export function startPeriodicTask(
  task: () => Promise<void>,
  intervalMs: number,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let run = Promise.resolve();
  let stopped = false;
  const next = (): void => {
    run = task()
      .catch(onError)
      .then(() => {
        if (!stopped) timer = setTimeout(next, intervalMs);
      });
  };
  timer = setTimeout(next, intervalMs);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await run;
    },
  };
}
