export {
  signTestDelivery,
  type TestDelivery,
  type TestDeliveryOptions,
  type TestEvent,
} from './sign-test-delivery.ts';
export { type StoreCheck, storeChecks } from './store-checks.ts';
