import { useContext } from 'preact/hooks';
import { Reader } from '../kit/index.ts';
import type { PanelRequest, VisitorRequest } from './route.ts';

/** The request that the page answers, for its components: the document gives them the whole of it. */
export const useRequest = <Request extends VisitorRequest = PanelRequest>(): Request =>
  useContext(Reader) as unknown as Request;
