/** What staff know an endpoint by: its description, or the host of its URL. */
export const endpointName = ({ description, url }: { description: string; url: string }): string =>
  description || (URL.canParse(url) ? new URL(url).host : url);
