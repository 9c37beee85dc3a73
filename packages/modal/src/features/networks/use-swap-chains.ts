import { swapTokensQuery } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol'
import { useChains, useKit } from '@latchkey/react'
import { useQueries } from '@tanstack/react-query'

/**
 * Chains of the page on which something can be swapped, because the gateway lists tokens for them.
 */
export function useSwapChains(isWanted: boolean): {
  readonly chains: readonly ChainId[]
  readonly isAsking: boolean
} {
  const kit = useKit()
  const queriedChains = useChains().flatMap(({ id }) => (isWanted ? id : []))
  const answers = useQueries({
    queries: queriedChains.map((chain) => {
      const { queryKey, queryFn, staleTime } = swapTokensQuery(kit, { chain })
      return { queryKey, queryFn, staleTime, retry: false }
    }),
  })
  return {
    chains: queriedChains.filter((_, index) => (answers[index]?.data?.length ?? 0) > 0),
    isAsking: answers.some(({ isPending }) => isPending),
  }
}
