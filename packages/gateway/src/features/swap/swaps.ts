import type { SwapOffer, SwapToken } from '@latchkey/protocol'
import { addressOf, answerLimits, type ChainId, chainOf } from '@latchkey/protocol'
import { encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import type { Config } from '../../base/config/schema.ts'
import { readRefusal, refusal } from '../../base/refuse.ts'
import { readContracts, readWord } from '../../families/evm/nodes/read-contracts.ts'
import type { NodePort } from '../../ports/node-port.ts'
import type { Offer, SwapPort, SwapProvider, SwapRequest } from '../../ports/swap-port.ts'
import { listedTokens } from './listed-tokens.ts'
import { readOfferId } from './offer-id.ts'
import { runWithTimeLimit } from './run-with-time-limit.ts'
import { readToken } from './wire-token.ts'

export interface SwapsDependencies {
  readonly config: Pick<Config, 'chains' | 'tokens' | 'warnings'>
  /** Providers in the operator's order. */
  readonly providers: readonly SwapProvider[]
  readonly nodes: NodePort
  readonly onFailure?: (provider: string, chain: ChainId, reason: string) => void
}

const unsupportedChain = (): Error => refusal(400, 'chainId', 'Network not supported for Swaps')
const lateAnswerRefusal = (): Error => refusal(503, '', 'It did not answer in time')

/**
 * Combines all swap providers: each has its own time limit, and a failure of one does not affect
 * the others.
 */
export function makeSwaps({
  config,
  providers,
  nodes,
  onFailure = () => undefined,
}: SwapsDependencies): SwapPort {
  const findProviders = (chain: ChainId): readonly SwapProvider[] => {
    const servingProviders = providers.filter((provider) => provider.serves(chain))
    if (servingProviders.length === 0) throw unsupportedChain()
    return servingProviders
  }
  const findProvider = (chain: ChainId, offerId: string): SwapProvider => {
    const id = readOfferId(offerId)?.provider
    const provider = findProviders(chain).find((one) => one.id === id)
    if (!provider) throw refusal(400, 'offerId', 'Nobody here made this offer')
    return provider
  }

  /** Asks every provider and returns the offers; throws when no provider has one. */
  async function collectOffers(request: SwapRequest, signal: AbortSignal | undefined) {
    const servingProviders = findProviders(request.chain)
    const outcomes = await Promise.allSettled(
      servingProviders.map((provider) =>
        runWithTimeLimit(
          provider.timeoutMs,
          signal,
          (innerSignal) => provider.quote(request, innerSignal),
          lateAnswerRefusal,
        ),
      ),
    )
    const collectedOffers: { readonly provider: SwapProvider; readonly offer: Offer }[] = []
    let isAnyProviderDown = false
    for (const [at, outcome] of outcomes.entries()) {
      const provider = servingProviders[at] as SwapProvider
      if (outcome.status === 'fulfilled') {
        if (outcome.value) collectedOffers.push({ provider, offer: outcome.value })
        continue
      }
      const knownRefusal = readRefusal(outcome.reason)
      if (knownRefusal?.status === 400) continue
      isAnyProviderDown = true
      onFailure(provider.id, request.chain, knownRefusal?.description ?? 'failed')
    }
    if (collectedOffers.length > 0) return collectedOffers
    // A provider that did not answer may have liquidity, so the refusal "insufficient liquidity"
    // could be wrong then.
    throw isAnyProviderDown
      ? refusal(503, '', 'Nobody offers this swap at the moment')
      : refusal(400, 'amount', 'insufficient liquidity')
  }

  async function readSpender(
    chain: ChainId,
    offerId: string | undefined,
    signal: AbortSignal | undefined,
  ) {
    if (offerId) return findProvider(chain, offerId).spender(chain, signal)
    for (const provider of findProviders(chain)) {
      const spender = await runWithTimeLimit(
        provider.timeoutMs,
        signal,
        (innerSignal) => provider.spender(chain, innerSignal),
        lateAnswerRefusal,
      )
      if (spender) return spender
    }
    return undefined
  }

  return {
    chains: config.chains
      .map(({ id }) => id)
      .filter((id) => providers.some((provider) => provider.serves(id))),

    async tokens(chain, signal) {
      const tokenLists = await Promise.allSettled(
        findProviders(chain).map((one) =>
          runWithTimeLimit(
            one.timeoutMs,
            signal,
            (innerSignal) => one.tokens(chain, innerSignal),
            lateAnswerRefusal,
          ),
        ),
      )
      const providerTokens = tokenLists.flatMap((list): readonly SwapToken[] =>
        list.status === 'fulfilled' ? list.value : [],
      )
      return listedTokens(config, chain, providerTokens).slice(0, answerLimits.swapTokens)
    },

    async quotes(request, signal) {
      const quotedOffers = (await collectOffers(request, signal)).map(({ offer }) => offer.offer)
      return rankOffers(quotedOffers, request.side).slice(0, answerLimits.offers)
    },

    async build(request, signal) {
      if (request.offerId) {
        const provider = findProvider(request.chain, request.offerId)
        return runWithTimeLimit(
          provider.timeoutMs,
          signal,
          (innerSignal) => provider.build(request, innerSignal),
          lateAnswerRefusal,
        )
      }
      const currentOffers = await collectOffers(request, signal)
      const [best] = rankOffers(
        currentOffers.map(({ offer }) => offer.offer),
        request.side,
      )
      const chosenOffer =
        request.from === 'coin'
          ? currentOffers.find(({ offer }) => offer.offer === best)
          : currentOffers[0]
      const { provider } = chosenOffer as (typeof currentOffers)[number]
      return runWithTimeLimit(
        provider.timeoutMs,
        signal,
        (innerSignal) => provider.build(request, innerSignal),
        lateAnswerRefusal,
      )
    },

    spender: readSpender,

    async allowance(token, owner, offerId, signal) {
      const chain = chainOf(token)
      const spender = await readSpender(chain, offerId, signal)
      const tokenContract = readToken(token)
      if (tokenContract === undefined)
        throw refusal(400, 'tokenAddress', 'Tokens are CAIP-10, as eip155:1:0x…')
      if (tokenContract === 'coin' || !spender) return { allowance: maxUint256 }
      const chainConfig = config.chains.find(({ id }) => id === chain)
      if (!chainConfig) throw unsupportedChain()
      const args = [addressOf(owner).toLowerCase() as Hex, spender] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
      const [[word] = []] = await readContracts(
        chainConfig,
        [[{ to: tokenContract, data }]],
        nodes,
        signal,
      )
      const allowance = readWord(word)
      if (allowance === undefined)
        throw refusal(400, 'tokenAddress', 'There is no token at this address')
      return { allowance, spender }
    },
  }
}

/**
 * Sorts offers best first: by highest output, or by lowest payment. Equal offers keep the
 * operator's order.
 */
function rankOffers(offers: readonly SwapOffer[], side: SwapRequest['side']): readonly SwapOffer[] {
  const scoreOffer = ({ fromAmount, toAmount }: SwapOffer): bigint =>
    side === 'pay' ? BigInt(toAmount ?? '0') : -BigInt(fromAmount)
  return [...offers].sort((a, b) => {
    const [one, other] = [scoreOffer(a), scoreOffer(b)]
    if (one === other) return 0
    return one > other ? -1 : 1
  })
}
