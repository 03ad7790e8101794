declare const data: unknown;
export default data;
