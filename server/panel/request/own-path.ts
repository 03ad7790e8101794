/** Only a path of the panel: another site's address would make us a redirector. */
const OWN_PATH = /^\/panel(\/[\w-]+)*\/?(\?[\w=&%.:+-]*)?$/;

/** The path to go back to, or the panel's start if it isn't one of ours. */
export const ownPath = (path: string): string => (OWN_PATH.test(path) ? path : '/panel');
