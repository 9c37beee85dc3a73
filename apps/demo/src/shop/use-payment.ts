import {
  balancesQuery,
  formatAmount,
  getAccount,
  type Kit,
  prepareSend,
  send,
  watchTransaction,
} from '@latchkey/core'
import { type Asset, hasCode } from '@latchkey/protocol'
import { useRef, useState } from 'react'
import { shopAddress, usdc } from '../devnet/devnet.ts'

export type Payment =
  | { readonly status: 'none' }
  | { readonly status: 'checking' }
  | { readonly status: 'signing' }
  | { readonly status: 'submitted'; readonly hash: string }
  | { readonly status: 'paid'; readonly hash: string; readonly amount: bigint }
  | {
      readonly status: 'failed'
      readonly what: string
      readonly fix: string
      readonly isShortOfFunds: boolean
      /** Balance of the asset that was not enough, as text; undefined when it is unknown. */
      readonly held?: string | undefined
    }

/**
 * Pays the shop in USDC: prepares the payment, lets the wallet sign it, and waits until the chain
 * has confirmed it.
 */
export function usePayment(kit: Kit, onPaid: () => void) {
  const [payment, setPayment] = useState<Payment>({ status: 'none' })
  const runningPayment = useRef<AbortController | null>(null)

  async function pay(amount: bigint): Promise<void> {
    runningPayment.current?.abort()
    const controller = new AbortController()
    runningPayment.current = controller
    const { signal } = controller
    const showPayment = (next: Payment): void => {
      if (runningPayment.current === controller) setPayment(next)
    }
    showPayment({ status: 'checking' })
    try {
      const { transaction } = await prepareSend(kit, {
        namespace: 'eip155',
        asset: usdc,
        amount,
        to: shopAddress,
        signal,
      })
      showPayment({ status: 'signing' })
      const { hash = '' } = await send(kit, { id: transaction.id, signal })
      showPayment({ status: 'submitted', hash })
      const settledTransaction = await watchTransaction(kit, { id: transaction.id, signal })
      if (settledTransaction.status !== 'confirmed')
        throw new Error(`the chain says: ${settledTransaction.status}`)
      showPayment({ status: 'paid', hash, amount })
      if (runningPayment.current === controller) onPaid()
    } catch (error) {
      const isShortOfFunds =
        hasCode(error, 'insufficient-funds') || hasCode(error, 'insufficient-fee-funds')
      const lackingAsset = hasCode(error, 'insufficient-funds') ? usdc.id : undefined
      const heldBalances = isShortOfFunds ? await describeBalance(kit, lackingAsset) : undefined
      showPayment({
        status: 'failed',
        isShortOfFunds,
        held: heldBalances,
        ...(await explainError(error)),
      })
    }
  }

  function resetPayment(): void {
    runningPayment.current?.abort()
    runningPayment.current = null
    setPayment({ status: 'none' })
  }

  return { payment, pay, reset: resetPayment }
}

/** The account's balance of an asset as text; without an id, of the coin that pays fees. */
async function describeBalance(kit: Kit, id: Asset['id'] | undefined): Promise<string | undefined> {
  const { account } = getAccount(kit, { namespace: 'eip155' })
  if (account === undefined) return undefined
  const heldBalances = await balancesQuery(kit, { account, assets: [usdc] })
    .queryFn()
    .catch(() => [])
  const matchingBalance = heldBalances.find(({ asset }) =>
    id === undefined ? /slip44/.test(asset.id) : asset.id === id,
  )
  return (
    matchingBalance &&
    `${formatAmount(matchingBalance.amount, matchingBalance.asset.decimals)} ${matchingBalance.asset.symbol}`
  )
}

/** Describes an error for the visitor. The texts are loaded only when an error is shown. */
async function explainError(error: unknown): Promise<{ what: string; fix: string }> {
  if (!hasCode(error))
    return { what: error instanceof Error ? error.message : 'It did not work.', fix: 'Try again.' }
  const { textOfError } = await import('@latchkey/protocol/errors')
  return textOfError(error.code)
}
