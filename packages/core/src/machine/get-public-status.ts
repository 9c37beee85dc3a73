import type { Connection, PublicStatus } from './state.ts'

/** The public word for a connection's state. */
export function getPublicStatus({ status }: Connection): PublicStatus {
  if (status === 'resuming') return 'reconnecting'
  return status === 'idle' || status === 'failed' ? 'disconnected' : status
}
