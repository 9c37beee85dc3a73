import type { Kit } from '@latchkey/core'
import { inWords } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import type { SafeTransaction } from '../answers/safe-transaction.ts'
import { getSafeTransaction } from './get-safe-transaction.ts'

/** Milliseconds between two questions to the Safe app; owners need minutes to days to sign. */
const pauseMs = 5000

/**
 * Waits until a transaction of the connected Safe has ended: executed, failed or cancelled. There is
 * no time limit, because owners may take days.
 * @throws `aborted`, and what `getSafeTransaction` throws
 *
 * @example
 * const { id } = await sendCalls(kit, { calls: [{ to: receiver, value: 1n }] })
 * const { status, hash } = await watchSafeTransaction(kit, {
 *   safeTxHash: id as `0x${string}`,
 *   onChange: ({ signed, needed }) => show(`${signed} of ${needed} owners have signed`),
 * })
 */
export function watchSafeTransaction(
  kit: Kit,
  parameters: watchSafeTransaction.Parameters,
): Promise<SafeTransaction> {
  return inWords(runWatchSafeTransaction(kit, parameters))
}

export declare namespace watchSafeTransaction {
  type Parameters = getSafeTransaction.Parameters & {
    /** Called with the first answer, and whenever the status or the number of signatures changes. */
    readonly onChange?: ((transaction: SafeTransaction) => void) | undefined
  }
}

async function runWatchSafeTransaction(
  kit: Kit,
  { onChange, ...parameters }: watchSafeTransaction.Parameters,
): Promise<SafeTransaction> {
  let previous: SafeTransaction | undefined
  for (;;) {
    const transaction = await getSafeTransaction(kit, parameters)
    const { status, signed, needed } = transaction
    if (status !== previous?.status || signed !== previous.signed || needed !== previous.needed)
      onChange?.(transaction)
    if (status === 'executed' || status === 'failed' || status === 'cancelled') return transaction
    previous = transaction
    await pauseFor(parameters.signal)
  }
}

function pauseFor(signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const pause = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, pauseMs)
  })
  return race(() => pause, signal).finally(() => clearTimeout(timer))
}
