import { type CallsStatus, getCallsStatus } from '@latchkey/evm'
import type { LatchkeyError } from '@latchkey/protocol'
import type { UseQueryResult } from '@tanstack/react-query'
import { type EvmQueryOptions, useEvmQuery } from './use-evm-query.ts'

/** Milliseconds between two status requests for a batch that is pending. */
const pollMs = 2000

export declare namespace useCallsStatus {
  type Parameters = {
    /** The id that `sendCalls` returned; while it is undefined, no status is requested. */
    readonly id: string | undefined
  } & EvmQueryOptions
}

/**
 * The status of a batch of calls that `useSendCalls` sent, whether the wallet sent them as one
 * batch or as single transactions. It is requested every two seconds until the batch has settled,
 * also after a request that failed.
 *
 * @example
 * const { state } = useSendCalls()
 * const id = state.status === 'done' ? state.value.id : undefined
 * const { data: batch, error } = useCallsStatus({ id })
 * return <p>{error?.code ?? batch?.status ?? 'not asked yet'}</p>
 */
export function useCallsStatus({
  id,
  client,
  refetchIntervalMs = pollMs,
}: useCallsStatus.Parameters): UseQueryResult<CallsStatus, LatchkeyError> {
  return useEvmQuery(
    id === undefined
      ? null
      : {
          key: ['calls-status', id],
          read: (kit, { signal }) => getCallsStatus(kit, { id, signal }),
          staleTime: 0,
        },
    { client, refetchIntervalMs, isOver: ({ status }) => status !== 'pending' },
  )
}
