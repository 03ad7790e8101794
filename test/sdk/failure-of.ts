import type { ApiError } from '@tradepost/sdk';

/** What the attempt throws. It fails when nothing is thrown. */
export async function failureOf<Failure = ApiError>(attempt: PromiseLike<unknown>): Promise<Failure> {
  try {
    await attempt;
  } catch (error) {
    return error as Failure;
  }
  throw new Error('it did not fail');
}
