/** The process can't start, for a reason that the operator can change. The message is complete without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
