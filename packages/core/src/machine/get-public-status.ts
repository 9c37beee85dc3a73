import type { Connection, PublicStatus } from './state.ts'

/** Returns the connection status that a page reads, derived from a connection's internal state. */
export function getPublicStatus({ status }: Connection): PublicStatus {
  if (status === 'resuming') return 'reconnecting'
  return status === 'idle' || status === 'failed' ? 'disconnected' : status
}
