import { accountId } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import type { Transaction } from '../machine/state.ts'
import { readStored } from '../storage/stored.ts'
import { writeStored } from '../storage/write-stored.ts'

/**
 * Stores the receiver of a transfer, as a CAIP-10 id; the newest hundred receivers are kept. The
 * contract of a swap or an approval does not count as a receiver.
 */
export function keepReceiver(
  kit: Kit,
  { chain, to, purpose }: Pick<Transaction, 'chain' | 'to' | 'purpose'>,
): void {
  if (purpose) return
  const receiver = accountId(chain, to)
  const storedReceivers = readStored(kit, 'receivers')
  const otherReceivers = Array.isArray(storedReceivers)
    ? storedReceivers.filter((id) => id !== receiver)
    : []
  writeStored(kit, 'receivers', [receiver, ...otherReceivers].slice(0, 100))
}
