/** Runs a task periodically, one run at a time. Stopping waits for the current run. */
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
