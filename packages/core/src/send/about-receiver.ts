import { type AccountId, addressOf, namespaceOf } from '@latchkey/protocol'
import type { TransferNote } from '../contract/reader.ts'
import { adapterOf } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { knownReceivers } from './known-receivers.ts'
import { receiverNotes } from './receiver-notes.ts'

/** Addresses, by namespace, that nobody can have a key to, or that are agreed to have none. */
const unspendable: Readonly<Record<string, readonly string[]>> = {
  eip155: [
    '0x0000000000000000000000000000000000000000',
    '0x000000000000000000000000000000000000dEaD',
  ],
  solana: ['11111111111111111111111111111111', '1nc1nerator11111111111111111111111111111111'],
  bip122: ['1BitcoinEaterAddressDontSendf59kuE', '1111111111111111111114oLvT2'],
  stacks: ['SP000000000000000000002Q6VF78', 'ST000000000000000000002AMW42H'],
}

/** Warnings about the receiver of a transfer; addresses are bare. */
export async function aboutReceiver(
  kit: Kit,
  {
    from,
    to,
    known,
    signal,
  }: {
    readonly from: AccountId
    readonly to: string
    /** Earlier receivers, beside those that the kit knows. */
    readonly known: readonly string[]
    readonly signal?: AbortSignal | undefined
  },
): Promise<readonly TransferNote[]> {
  const namespace = namespaceOf(from)
  const adapter = adapterOf(kit, namespace)
  const isOne = (address: string): boolean => adapter.isSameAddress(address, to)
  if (unspendable[namespace]?.some(isOne)) return ['unspendable-receiver']
  if (isOne(addressOf(from))) return ['own-receiver']
  return receiverNotes(adapter, to, [
    ...(await knownReceivers(kit, { account: from, signal })),
    ...known,
  ])
}
