import type { Kit, Portfolio } from '@latchkey/core'
import { chainOf, namespaceOf } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { usePortfolio } from '@latchkey/react/queries'
import { useMemo } from 'react'
import type { ModalOptions } from '../../contract/options.ts'

const emptyPortfolio: Pick<Portfolio, 'balances' | 'missing'> = { balances: [], missing: [] }

/**
 * Balances of the account's address on the page's other chains; nothing when there are none, or
 * they cannot be read.
 */
export function useOtherHoldings(
  kit: Kit,
  options: ModalOptions,
): Pick<Portfolio, 'balances' | 'missing'> {
  const { account, chain } = useAccount()
  const hasOthers =
    kit.options.gateway !== undefined &&
    kit.chains.some(
      ({ id, testnet }) => id !== chain && !testnet && namespaceOf(id) === namespaceOf(chain),
    )
  const { data } = usePortfolio({
    account: hasOthers ? account : undefined,
    currency: options.currency,
  })
  return useMemo(
    () =>
      data
        ? {
            balances: data.balances.filter(
              ({ asset, amount }) => chainOf(asset.id) !== chain && amount > 0n,
            ),
            missing: data.missing.filter((id) => id !== chain),
          }
        : emptyPortfolio,
    [data, chain],
  )
}
