import { getAccount, type Kit, readSource } from '@latchkey/core'
import type { Bill, BillOption } from '@latchkey/core/pay'
import {
  type AccountId,
  accountId,
  addressOf,
  type ChainId,
  chainOf,
  namespaceOf,
} from '@latchkey/protocol'
import { useRead } from '@latchkey/react'
import { useQueries } from '@tanstack/react-query'

/**
 * Milliseconds between two reads of the account's balances, so that money that arrives is noticed.
 */
const pollIntervalMs = 10_000

/** One way to pay, with the balance of the visitor's account. */
export interface PayOption extends BillOption {
  readonly chain: ChainId
  /**
   * The account that pays, on the option's chain; undefined while no wallet of its chain family is
   * connected.
   */
  readonly account: AccountId | undefined
  /** Whether the wallet is on the option's chain. */
  readonly isOnChain: boolean
  /** Balance of the account, in base units; undefined while it is unknown. */
  readonly held: bigint | undefined
}

/**
 * Returns the ways to pay a bill. Those that the account can pay come first. Balances are read from
 * the chain itself, and those of tokens from the token's contract.
 */
export function usePayOptions(kit: Kit, bill: Bill): readonly PayOption[] {
  const chains = [...new Set(bill.options.map(({ asset }) => chainOf(asset.id)))]
  const selected = useRead(() =>
    chains.map((chain) => getAccount(kit, { namespace: namespaceOf(chain) }).account ?? '').join(),
  ).split(',')
  const accounts = new Map(
    chains.map((chain, index) => {
      const account = selected[index] as AccountId | ''
      return [chain, account ? accountId(chain, addressOf(account)) : undefined] as const
    }),
  )
  const answers = useQueries({
    queries: chains.map((chain) => {
      const account = accounts.get(chain)
      const assets = bill.options
        .map(({ asset }) => asset)
        .filter(({ id }) => chainOf(id) === chain)
      return {
        queryKey: ['latchkey', kit.id, 'pay', 'balances', account, assets.map(({ id }) => id)],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          readBalances(kit, account as AccountId, assets, signal),
        enabled: account !== undefined,
        staleTime: 0,
        refetchInterval: pollIntervalMs,
        retry: false,
      }
    }),
  })
  const options = bill.options.map((option): PayOption => {
    const chain = chainOf(option.asset.id)
    const index = chains.indexOf(chain)
    const balances = answers[index]?.data
    const account = accounts.get(chain)
    return {
      ...option,
      chain,
      account,
      isOnChain: account !== undefined && selected[index] === account,
      held: balances?.get(option.asset.id.toLowerCase()),
    }
  })
  return options.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/**
 * Returns the rank of a way to pay; lower ranks come first. Ways to pay for which the balance is
 * enough come before the others, and among them those on the wallet's current chain.
 */
function rankOf({ held, amount, isOnChain }: PayOption): number {
  const isEnough = held !== undefined && held >= amount
  return (isEnough ? 0 : 2) + (isOnChain ? 0 : 1)
}

async function readBalances(
  kit: Kit,
  account: AccountId,
  assets: readonly BillOption['asset'][],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, bigint>> {
  const chain = chainOf(account)
  const adapter = kit.adapters[namespaceOf(chain)]
  const balances = await adapter?.read.balances(readSource(kit, { chain, signal }), {
    account,
    assets,
  })
  return new Map(balances?.map(({ asset, amount }) => [asset.id.toLowerCase(), amount]))
}
