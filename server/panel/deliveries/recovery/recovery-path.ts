import { LIST_PATH } from '../list/list-query.ts';

export const RECOVER_PATH = `${LIST_PATH}/recover`;

export const recoveryPath = (endpoint: string | number, id: number): string =>
  `${LIST_PATH}/recoveries/${endpoint}/${id}`;
