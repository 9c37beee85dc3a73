import type { Connection } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'

/** State of connecting a remote wallet, as the visitor sees it. */
export type RemoteStatus =
  | 'preparing'
  | 'ready'
  | 'connected'
  | 'declined'
  | 'expired'
  | 'offline'
  | 'late'
  | 'unsupported'
  | 'unsettled'
  | 'failed'

const statusByCode: Partial<Record<ErrorCode, RemoteStatus>> = {
  'connection-rejected': 'declined',
  'user-rejected': 'declined',
  'pairing-expired': 'expired',
  'pairing-link-invalid': 'expired',
  'session-expired': 'expired',
  'relay-unreachable': 'offline',
  'connection-timeout': 'late',
  'request-expired': 'late',
  'proposal-unsupported': 'unsupported',
  'chain-unsupported': 'unsupported',
  'chain-mismatch': 'unsupported',
  'wallet-chain-id-unsupported': 'unsupported',
  'session-settlement-failed': 'unsettled',
}

/**
 * The status of connecting a remote wallet.
 * @param uri a link that is still valid
 */
export function remoteStatusOf(connection: Connection, uri: string | undefined): RemoteStatus {
  if (connection.status === 'connected') return 'connected'
  if (connection.status === 'failed') return statusByCode[connection.error.code] ?? 'failed'
  return uri === undefined ? 'preparing' : 'ready'
}
