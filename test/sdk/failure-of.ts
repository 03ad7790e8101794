import type { ApiError } from '@tradepost/sdk';

/** What the promise rejects with. Throws if it doesn't reject. */
export async function failureOf<Failure = ApiError>(promise: PromiseLike<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    return error as Failure;
  }
  throw new Error('it did not reject');
}
