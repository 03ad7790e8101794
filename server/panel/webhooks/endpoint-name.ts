import { parseUrl } from '../../base/formats/parse-url.ts';

/** What staff know an endpoint by: its description, or the host of its URL. */
export const endpointName = ({ description, url }: { description: string; url: string }): string =>
  description || (parseUrl(url)?.host ?? url);
