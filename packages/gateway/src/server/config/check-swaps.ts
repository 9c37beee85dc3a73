import type { Config } from '../../base/config/schema.ts'
import type { Fault } from './check-prices.ts'

/**
 * Finds the first fault in the configured swap routers and in the settings of 0x; undefined when
 * there is none.
 */
export function checkSwaps({ chains, swap }: Pick<Config, 'chains' | 'swap'>): Fault | undefined {
  const isServed = (chain: string): boolean =>
    chain.startsWith('eip155:') && chains.some(({ id }) => id === chain)
  for (const [at, { chain, router, wrapped, between }] of swap.routers.entries()) {
    const configPath = `swap.routers.${at}`
    if (!isServed(chain))
      return {
        reason: `${configPath}: ${chain} is no EVM chain of chains`,
        fix: 'list the chain, or drop the router',
      }
    const isSameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
    const duplicateIndex = swap.routers.findIndex(
      (one) => one.chain === chain && isSameAddress(one.router, router),
    )
    if (duplicateIndex < at)
      return { reason: `${configPath}: ${router} is listed twice`, fix: 'keep one of them' }
    const wrappingRouter = swap.routers.find(
      (one) => one.chain === chain && !isSameAddress(one.wrapped, wrapped),
    )
    if (wrappingRouter)
      return {
        reason: `${configPath}.wrapped: a chain has one wrapped coin, and ${wrapped} is not it everywhere`,
        fix: 'name the same one for each router',
      }
    if (between.some((token) => isSameAddress(token, wrapped)))
      return {
        reason: `${configPath}.between: the wrapped coin is always passed through`,
        fix: 'drop it there',
      }
  }
  const unservedChain = swap.zeroEx?.chains.find((chain) => !isServed(chain))
  return (
    unservedChain && {
      reason: `swap.zeroEx.chains: ${unservedChain} is no EVM chain of chains`,
      fix: 'list the chain, or drop it there',
    }
  )
}
