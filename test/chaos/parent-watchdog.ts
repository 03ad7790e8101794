// Loaded into each process of a run: it ends with whom it was started by, whatever became of that one.
process.once('disconnect', () => process.exit(1));
// A listener alone would keep a process that has stopped from ending.
process.channel?.unref();
