/**
 * Error codes that mean "unreachable": PostgreSQL's codes for a lost connection, too many
 * connections, shutdown, start and a cancelled statement, and Node's codes for network errors.
 */
const outageCodePattern =
  /^(?:08...|53[0-4]00|57P0[1-5]|57014|25006|ECONN(?:REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOSPC)$/
/**
 * Error messages of the database and Redis drivers that mean "unreachable" but come without a code.
 */
const outageTextPattern =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|The client is closed|Socket closed unexpectedly)/i
const maxDepth = 5

/**
 * Whether an error means that a dependency (database, network) is unreachable now, and a retry may
 * work.
 */
export function isOutage(error: unknown, depth = 0): boolean {
  const { code, message, cause } = Object(error) as {
    code?: unknown
    message?: unknown
    cause?: unknown
  }
  if (typeof code === 'string' && outageCodePattern.test(code)) return true
  if (typeof message === 'string' && outageTextPattern.test(message)) return true
  return cause !== undefined && depth < maxDepth && isOutage(cause, depth + 1)
}
