import type { Kit } from '@latchkey/core'
import { type AccountId, addressOf, namespaceOf } from '@latchkey/protocol'
import { useQuery } from '@tanstack/react-query'

/**
 * The address of an account in the canonical spelling of its chain family, once the code that
 * computes the spelling is loaded.
 */
export function useAddressSpelling(kit: Kit, account: AccountId): string {
  const address = addressOf(account)
  const { read } = kit.adapters[namespaceOf(account)] ?? {}
  const spellingQuery = useQuery({
    queryKey: ['latchkey', kit.id, 'spelling', account],
    queryFn: () => read?.spelling?.(address) ?? address,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return spellingQuery.data ?? address
}
