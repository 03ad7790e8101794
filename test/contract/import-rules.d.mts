import type { IConfiguration } from 'dependency-cruiser';

export const ORDER: Readonly<Record<string, readonly string[]>>;
declare const rules: Required<Pick<IConfiguration, 'forbidden' | 'options'>>;
export default rules;
