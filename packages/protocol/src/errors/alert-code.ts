import type { ErrorCode } from './error-code.ts'

// Latchkey's error code for each alert code of earlier wallet kits, for a guide or log line that
// names an alert code.
const alertCodes: Readonly<Record<string, ErrorCode>> = {
  APKT001: 'chain-unsupported',
  APKT002: 'origin-not-allowed',
  APKT003: 'gateway-unreachable',
  APKT004: 'connection-timeout',
  APKT005: 'origin-not-allowed',
  APKT006: 'resume-failed',
  APKT007: 'project-id-unknown',
  APKT008: 'project-id-missing',
  APKT009: 'server-error',
  APKT010: 'rate-limited',
}

/** Returns the error code for an alert code of earlier wallet kits, such as `APKT007`. */
export function codeOfAlert(alert: string): ErrorCode | undefined {
  return Object.hasOwn(alertCodes, alert) ? alertCodes[alert] : undefined
}
