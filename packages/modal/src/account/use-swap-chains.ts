import { swapTokensQuery } from '@latchkey/core'
import { type ChainId, swapChains } from '@latchkey/protocol'
import { useChains, useKit } from '@latchkey/react'
import { useQueries } from '@tanstack/react-query'

/** Chains of the page where something can be swapped: those of the specification, and those the gateway has tokens for. */
export function useSwapChains(isWanted: boolean): readonly ChainId[] {
  const kit = useKit()
  const chains = useChains().map(({ id }) => id)
  const asked = isWanted ? chains.filter((id) => !swapChains.includes(id)) : []
  const answers = useQueries({
    queries: asked.map((chain) => {
      const { queryKey, queryFn, staleTime } = swapTokensQuery(kit, { chain })
      return { queryKey, queryFn, staleTime, retry: false }
    }),
  })
  const served = asked.filter((_, index) => (answers[index]?.data?.length ?? 0) > 0)
  return [...chains.filter((id) => swapChains.includes(id)), ...served]
}
