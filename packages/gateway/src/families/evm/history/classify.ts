import type { Hex } from 'viem'
import type { Movement } from '../index-chain/decode-log.ts'
import type { SeenTransaction } from './seen.ts'

/**
 * Kinds of operation of a transaction, as docs/history.md defines them; logs, values and traces
 * prove each.
 */
export type Operation =
  | 'approve'
  | 'burn'
  | 'cancel'
  | 'deploy'
  | 'deposit'
  | 'execute'
  | 'mint'
  | 'receive'
  | 'send'
  | 'trade'
  | 'withdraw'

export const zeroAddress: Hex = `0x${'0'.repeat(40)}`
const deadAddress: Hex = '0x000000000000000000000000000000000000dead'

/** How much of one asset an account gained or lost in a transaction, in base units. */
export interface NetChange {
  /**
   * The first transfer in the direction of the net amount; it is shown in place of all transfers of
   * the asset.
   */
  readonly first: Movement
  /** Net amount in base units; negative when the account lost it. */
  readonly amount: bigint
  readonly movements: readonly Movement[]
}

/**
 * Returns what kind of operation a transaction was for an account; only its transfers, its
 * approvals and the contract it created decide.
 */
export function classifyOperation(tx: SeenTransaction, account: Hex): Operation {
  const isOwn = tx.from === account
  if (!tx.isSuccess) return classifyFailedAttempt(tx, account)
  if (tx.created !== null && isOwn) return 'deploy'
  const nonzeroMovements = tx.movements.filter(({ amount }) => amount > 0n)
  const countedMovements = nonzeroMovements.length || isOwn ? nonzeroMovements : tx.movements
  if (!countedMovements.length) return classifyWithoutMovements(tx, account)
  const netChanges = computeNetChanges(countedMovements, account)
  const [ins, outs] = [
    netChanges.filter(({ amount }) => amount > 0n),
    netChanges.filter(({ amount }) => amount < 0n),
  ]
  if (ins.length && outs.length) return classifyExchange(ins, outs, account)
  if (ins.length) return ins.every(isMinted) ? 'mint' : 'receive'
  if (outs.length) return outs.every(isBurnt) ? 'burn' : 'send'
  return countedMovements.every(({ to }) => to === account) &&
    countedMovements.some(({ from }) => from !== account)
    ? 'receive'
    : 'send'
}

/**
 * Computes the net amount of each asset, so that a payment with a partial refund counts as one
 * outflow.
 */
export function computeNetChanges(
  movements: readonly Movement[],
  account: Hex,
): readonly NetChange[] {
  const groups = new Map<string, Movement[]>()
  for (const movement of movements) {
    if (movement.from === movement.to) continue
    const key = `${movement.token ?? ''}/${movement.tokenId ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), movement])
  }
  return [...groups.values()].map((group) => {
    const amount = group.reduce(
      (sum, one) => sum + (one.to === account ? one.amount : -one.amount),
      0n,
    )
    const mainMovement =
      group.find((one) => (one.to === account) === amount > 0n) ?? (group[0] as Movement)
    return { first: mainMovement, amount, movements: group }
  })
}

/**
 * Returns the operation that a failed transaction attempted; a failed transaction moves nothing.
 */
function classifyFailedAttempt(
  { from, to, selector, value }: SeenTransaction,
  account: Hex,
): Operation {
  if (from !== account) return 'receive'
  if (to === null) return 'deploy'
  return selector === null && value > 0n ? 'send' : 'execute'
}

function classifyWithoutMovements(
  { from, to, selector, value, approvals }: SeenTransaction,
  account: Hex,
): Operation {
  if (approvals.length) return 'approve'
  return from === account && to === account && selector === null && value === 0n
    ? 'cancel'
    : 'execute'
}

function classifyExchange(
  ins: readonly NetChange[],
  outs: readonly NetChange[],
  account: Hex,
): Operation {
  // The account paid and got newly minted collectibles: a purchase from the collection itself.
  if (ins.every((net) => isMinted(net) && isCollectible(net.first))) return 'mint'
  // The account paid into a contract (such as wrapped coin or a vault) that minted a receipt token
  // for the payment. A withdrawal, the reverse, is recognised below.
  if (
    ins.every(
      (net) =>
        isMinted(net) && outs.every((out) => isOnlyBetween(out, account, 'to', net.first.token)),
    )
  )
    return 'deposit'
  const isReturned = (net: NetChange): boolean =>
    (isBurnt(net) || isOnlyBetween(net, account, 'to', net.first.token)) &&
    ins.every((got) => isOnlyBetween(got, account, 'from', net.first.token))
  return outs.every(isReturned) ? 'withdraw' : 'trade'
}

function isOnlyBetween(
  net: NetChange,
  account: Hex,
  side: 'from' | 'to',
  contract: Hex | null,
): boolean {
  return net.movements.every((one) => one[side] === account || one[side] === contract)
}

function isMinted({ first }: NetChange): boolean {
  return first.from === zeroAddress && first.token !== null
}

function isBurnt({ first }: NetChange): boolean {
  return first.to === zeroAddress || first.to === deadAddress
}

function isCollectible({ kind }: Movement): boolean {
  return kind === 'erc721' || kind === 'erc1155'
}
