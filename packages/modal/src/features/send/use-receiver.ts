import type { Adapter } from '@latchkey/core'
import { type ChainId, debounceMs } from '@latchkey/protocol'
import { useAddressOfName } from '@latchkey/react/queries'
import { useEffect, useState } from 'react'
import { type Receiver, readReceiver } from './read-receiver.ts'

export interface ResolvedReceiver {
  readonly receiver: Receiver
  /** Address of the receiver, without a CAIP-10 prefix; undefined until it is known. */
  readonly address?: string
  /** Progress of the look-up of a name. */
  readonly lookup: 'none' | 'running' | 'found' | 'unknown' | 'failed'
}

/** Reads the field of the receiver, and looks up names once typing has paused. */
export function useReceiver(
  text: string,
  parameters: { adapter: Adapter; chain: ChainId },
): ResolvedReceiver {
  const { adapter, chain } = parameters
  const receiver = readReceiver(text, { adapter, chain })
  const name = receiver.kind === 'name' ? receiver.name : undefined
  const [rested, setRested] = useState(name)
  useEffect(() => {
    const timer = setTimeout(() => setRested(name), debounceMs)
    return () => clearTimeout(timer)
  }, [name])
  const query = useAddressOfName({
    chain,
    name: name !== undefined && rested === name ? name : undefined,
  })
  if (receiver.kind === 'address') return { receiver, address: receiver.address, lookup: 'none' }
  if (receiver.kind !== 'name') return { receiver, lookup: 'none' }
  if (rested !== name || query.isPending) return { receiver, lookup: 'running' }
  if (query.isError) return { receiver, lookup: 'failed' }
  return query.data === null || query.data === undefined
    ? { receiver, lookup: 'unknown' }
    : { receiver, address: query.data, lookup: 'found' }
}
