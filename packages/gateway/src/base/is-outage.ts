/**
 * Codes of PostgreSQL: connection lost, too many, shutting down or starting, a statement cut off;
 * of Node: the network.
 */
const away =
  /^(?:08...|53[0-4]00|57P0[1-5]|57014|25006|ECONN(?:REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOSPC)$/
/** What the driver says without a code. */
const words =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|The client is closed|Socket closed unexpectedly)/i
const most = 5

/**
 * Whether an error says that something we depend on cannot be asked now, and may be a moment later.
 */
export function isOutage(error: unknown, depth = 0): boolean {
  const { code, message, cause } = Object(error) as {
    code?: unknown
    message?: unknown
    cause?: unknown
  }
  if (typeof code === 'string' && away.test(code)) return true
  if (typeof message === 'string' && words.test(message)) return true
  return cause !== undefined && depth < most && isOutage(cause, depth + 1)
}
