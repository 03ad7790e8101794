import type { AuditAction, AuditGroup } from '../../accounts/audit/actions.ts';
import { dictionary } from '../kit/language/dictionary.ts';

const actionsInPortuguese = {
  'tenant.created': 'Criou a empresa',
  'api_key.created': 'Criou a chave de API',
  'api_key.deactivated': 'Desativou a chave de API',
  'api_key.deleted': 'Excluiu a chave de API',
  'endpoint.created': 'Criou o endpoint',
  'endpoint.updated': 'Alterou o endpoint',
  'endpoint.activated': 'Ligou o endpoint',
  'endpoint.deactivated': 'Desligou o endpoint',
  'endpoint.deleted': 'Excluiu o endpoint',
  'endpoint.tested': 'Enviou um evento de teste',
  'secret.revealed': 'Viu o segredo do endpoint',
  'secret.rotated': 'Trocou o segredo do endpoint',
  'delivery.resent': 'Reenviou a entrega',
  'recovery.started': 'Começou a recuperar entregas',
  'recovery.stopped': 'Parou de recuperar entregas',
  'user.created': 'Criou o usuário',
  'user.disabled': 'Desativou o usuário',
  'user.enabled': 'Reativou o usuário',
  'user.password_set': 'Definiu uma nova senha',
  'user.permissions_set': 'Mudou as permissões',
  'login.succeeded': 'Entrou',
  'login.failed': 'Errou a senha',
  logout: 'Saiu',
} satisfies Record<AuditAction, string>;

const actionsInEnglish = {
  'tenant.created': 'Created the company',
  'api_key.created': 'Created the API key',
  'api_key.deactivated': 'Deactivated the API key',
  'api_key.deleted': 'Deleted the API key',
  'endpoint.created': 'Created the endpoint',
  'endpoint.updated': 'Changed the endpoint',
  'endpoint.activated': 'Switched the endpoint on',
  'endpoint.deactivated': 'Switched the endpoint off',
  'endpoint.deleted': 'Deleted the endpoint',
  'endpoint.tested': 'Sent a test event',
  'secret.revealed': "Looked at the endpoint's secret",
  'secret.rotated': "Rotated the endpoint's secret",
  'delivery.resent': 'Resent the delivery',
  'recovery.started': 'Started recovering deliveries',
  'recovery.stopped': 'Stopped recovering deliveries',
  'user.created': 'Created the user',
  'user.disabled': 'Disabled the user',
  'user.enabled': 'Enabled the user',
  'user.password_set': 'Set a new password',
  'user.permissions_set': 'Changed the permissions',
  'login.succeeded': 'Logged in',
  'login.failed': 'Entered a wrong password',
  logout: 'Logged out',
} satisfies Record<AuditAction, string>;

const groupsInPortuguese = {
  logins: 'Acessos',
  users: 'Usuários',
  keys: 'Chaves',
  endpoints: 'Webhooks',
  deliveries: 'Entregas',
} satisfies Record<AuditGroup, string>;

const groupsInEnglish = {
  logins: 'Logins',
  users: 'Users',
  keys: 'Keys',
  endpoints: 'Webhooks',
  deliveries: 'Deliveries',
} satisfies Record<AuditGroup, string>;

export const actionWords = dictionary({ pt: actionsInPortuguese, en: actionsInEnglish });
export const groupWords = dictionary({ pt: groupsInPortuguese, en: groupsInEnglish });
