import type { Connection, PublicStatus } from './state.ts'

/** The public status of a connection's state. */
export function getPublicStatus({ status }: Connection): PublicStatus {
  if (status === 'resuming') return 'reconnecting'
  return status === 'idle' || status === 'failed' ? 'disconnected' : status
}
