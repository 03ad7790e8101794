/**
 * Given on the command line and not in postgresql.conf, so that a new version of Tradepost brings its own.
 */
const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  cluster_name: 'tradepost',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',

  // The client gets its errors; in the log they would show values ('invalid input syntax for type uuid:
  // "…"').
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',

  // Routine lines would be most of a log that is only rotated at a start.
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
};

/** `-D` first and never last: isPostmaster() in postmaster.ts looks for it with a blank behind. */
export function serverArguments(cluster: string, port: number): string[] {
  const settings = Object.entries(SERVER_SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', cluster, '-p', String(port), ...settings];
}
