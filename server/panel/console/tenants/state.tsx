import type { TenantStatus } from '../../../accounts/tenant-status.ts';
import { Status, type Tone, useLocale } from '../../kit/index.ts';
import { words } from '../words.ts';

const TONES: Readonly<Record<TenantStatus, Tone>> = {
  active: 'good',
  suspended: 'warning',
  closed: 'bad',
  deleting: 'bad',
};

export const TenantState = ({ status }: { readonly status: TenantStatus }) => (
  <Status tone={TONES[status]}>{words[useLocale()][status]}</Status>
);

/** The path of a tenant's page, which is the receipt of one that was deleted. */
export const tenantPath = (id: number): string => `/console/tenants/${id}`;
