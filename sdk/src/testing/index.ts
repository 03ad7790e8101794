export { breakOff, hang, problem, rateLimited, refuseConnection } from './failures.ts';
export {
  type FakeCall,
  type FakeOptions,
  FakeTradepost,
  type FakeTradepostOptions,
} from './fake-tradepost.ts';
export type { FakeRequest, FakeResponse, OperationId, Responder } from './fake-types.ts';
export type { FakeOperations } from './operations.ts';
export { feed, pages } from './pages.ts';
