// Loaded with --import before the built server: it then records no refused request.
import { RefusedRequestWriter } from '../../../../dist/server/accounts/request-log/writer.js';

RefusedRequestWriter.prototype.record = () => {};
