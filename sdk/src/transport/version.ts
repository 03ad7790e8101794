/** Of package.json, which a bundle doesn't contain. */
export const VERSION = '0.3.0';
