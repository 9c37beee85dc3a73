import { type AccountId, chainOf, LatchkeyError, nativeBalanceCacheMs } from '@latchkey/protocol'
import type { Balance } from '../contract/reader.ts'
import { adapterOf } from '../machine/adapter-of.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'
import { readSource } from '../rpc/read-source.ts'

/**
 * The balance of the chain's own coin, read from the chain; the result counts as fresh for 30 s.
 * `account` is CAIP-10.
 * @throws `balance-unavailable` | the code from `Adapter.explain`
 */
export function nativeBalanceQuery(
  kit: Kit,
  { account }: { readonly account: AccountId },
): Query<Balance> {
  const namespace = account.slice(0, account.indexOf(':'))
  return withErrorTexts({
    queryKey: queryKey(kit, 'native-balance', account),
    async queryFn({ signal } = {}) {
      const source = readSource(kit, { chain: chainOf(account), signal })
      const balances = await adapterOf(kit, namespace)
        .read.balances(source, { account })
        .catch((cause) => {
          throw toError(kit, [namespace], cause, { unknown: 'balance-unavailable' })
        })
      const [native] = balances
      if (!native) throw new LatchkeyError('balance-unavailable')
      return native
    },
    staleTime: nativeBalanceCacheMs,
  })
}
