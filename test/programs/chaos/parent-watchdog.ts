// Preloaded in each process of a run: exits when the parent does, even if the parent was killed.
process.once('disconnect', () => process.exit(1));
// Otherwise the listener keeps the process alive after everything else has finished.
process.channel?.unref();
