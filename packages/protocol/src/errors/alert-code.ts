import type { ErrorCode } from './error-code.ts'

// Alerts of earlier kits, so that a guide or a log line that names one leads to ours.
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

/** The error code of an alert of earlier kits: `APKT007`. */
export function codeOfAlert(alert: string): ErrorCode | undefined {
  return Object.hasOwn(alertCodes, alert) ? alertCodes[alert] : undefined
}
