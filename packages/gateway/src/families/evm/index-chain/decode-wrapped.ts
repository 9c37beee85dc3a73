import type { Hex } from 'viem'
import type { ChainLog, ChainTransaction } from './chain-block.ts'
import { type Movement, readTopicAddress, topics } from './decode-log.ts'

const zeroAddress: Hex = `0x${'0'.repeat(40)}`

/**
 * Decodes wrapping and unwrapping of coin: WETH9 reports them as `Deposit` and `Withdrawal`,
 * without a `Transfer`. Other contracts use events of the same form, so an event counts only if the
 * same amount of coin went to or came from the contract in the transaction, and no `Transfer`
 * reports it.
 * @param otherMovements - transfers of the transaction's other logs
 */
export function decodeWrapped(
  transaction: ChainTransaction,
  otherMovements: readonly Movement[],
): readonly Movement[] {
  const { from, to, value, internal, logs } = transaction
  const events = logs.filter(
    ({ topics: [kind] }) => kind === topics.deposit || kind === topics.withdrawal,
  )
  if (events.length === 0) return []
  const coinFlows = [...(to === null ? [] : [{ from, to, value }]), ...internal]
  const usedFlows = new Set<number>()
  return events.flatMap((log): Movement[] => {
    const wrapEvent = readEvent(log)
    if (!wrapEvent) return []
    const { isIn, account, amount } = wrapEvent
    const [payer, payee] = isIn ? [account, log.address] : [log.address, account]
    const [origin, target] = isIn ? [zeroAddress, account] : [account, zeroAddress]
    const matchingFlowIndex = coinFlows.findIndex(
      (one, index) =>
        !usedFlows.has(index) && one.from === payer && one.to === payee && one.value === amount,
    )
    const isAlreadyMoved = otherMovements.some(
      (one) =>
        one.token === log.address &&
        one.from === origin &&
        one.to === target &&
        one.amount === amount,
    )
    if (matchingFlowIndex < 0 || isAlreadyMoved) return []
    usedFlows.add(matchingFlowIndex)
    const { position, address: token } = log
    return [
      { position, part: 0, kind: 'erc20', token, tokenId: null, amount, from: origin, to: target },
    ]
  })
}

function readEvent({ topics: [kind, who, more], data }: ChainLog) {
  const account = readTopicAddress(who)
  if (!account || more !== undefined || data.length !== 66) return undefined
  const amount = BigInt(data)
  return amount > 0n ? { isIn: kind === topics.deposit, account, amount } : undefined
}
