import { type AccountId, addressOf, namespaceOf } from '@latchkey/protocol'
import type { TransferNote } from '../contract/reader.ts'
import { adapterOf } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { knownReceivers } from './known-receivers.ts'
import { receiverNotes } from './receiver-notes.ts'

/**
 * Collects the warnings about the receiver of a transfer; all addresses are without their chain.
 */
export async function describeReceiver(
  kit: Kit,
  {
    from,
    to,
    known,
    signal,
  }: {
    readonly from: AccountId
    readonly to: string
    /**
     * Addresses, without their chain, of earlier receivers, in addition to those that the kit has
     * stored.
     */
    readonly known: readonly string[]
    readonly signal?: AbortSignal | undefined
  },
): Promise<readonly TransferNote[]> {
  const adapter = adapterOf(kit, namespaceOf(from))
  if (await adapter.read.isUnspendable?.(to)) return ['unspendable-receiver']
  if (adapter.isSameAddress(addressOf(from), to)) return ['own-receiver']
  return receiverNotes(adapter, to, [
    ...(await knownReceivers(kit, { account: from, signal })),
    ...known,
  ])
}
