import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { createPublicClient, createWalletClient, defineChain, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Address, evmChainNumber, type Fields, isEvmChain } from '../wire/fields.ts'
import { answerFacilitator } from './answer-facilitator.ts'
import type { Facilitator, SettleResult, WireRequirements } from './contract.ts'
import { createSettlements } from './settlements.ts'
import { type ChainReads, verifyPayment } from './verify-payment.ts'

/** A facilitator that runs in this process. */
export interface OwnFacilitator extends Facilitator {
  /** Address of the account that pays the network fees. */
  readonly address: Address
  /** Answers the protocol's calls `/verify`, `/settle` and `/supported`, below any path. */
  readonly fetch: (request: Request) => Promise<Response>
}

/**
 * Creates a facilitator that settles payments itself, by calling `transferWithAuthorization` from
 * an account of yours. It is meant for development, and for servers that settle their own payments.
 * Whoever can reach its `fetch` can make it pay network fees, so do not expose it to the internet.
 * It accepts only signatures by keys, not those of smart accounts.
 * @throws `config-invalid` at once, when `rpc` is empty or names a chain that is not Ethereum-like
 *
 * @example
 * import { createFacilitator } from '@latchkey/x402/server'
 *
 * const facilitator = createFacilitator({
 *   rpc: { 'eip155:31337': 'http://localhost:8545' },
 *   key: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
 * })
 * export const settlesFor = facilitator.address
 */
export function createFacilitator({ rpc, key }: createFacilitator.Options): OwnFacilitator {
  const wrong = Object.keys(rpc).find((chain) => !isEvmChain(chain))
  if (wrong !== undefined || Object.keys(rpc).length === 0)
    throw new LatchkeyError('config-invalid', {
      reason: `rpc: ${wrong ?? 'no chain'}`,
      fix: "Write { 'eip155:31337': 'http://localhost:8545' }.",
    })
  const account = privateKeyToAccount(key)
  const chains = new Map(
    Object.entries(rpc).map(([id, url]) => {
      const network = id as ChainId
      const chain = defineChain({
        id: evmChainNumber(network),
        name: network,
        nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
        rpcUrls: { default: { http: [url] } },
      })
      const transport = http(url)
      const client = createPublicClient({ chain, transport })
      const wallet = createWalletClient({ chain, transport, account })
      return [network, { client, wallet, sender: account.address }] as const
    }),
  )
  const readsOf = (network: ChainId): ChainReads | undefined => chains.get(network)
  const settlements = createSettlements()
  const facilitator: Facilitator = {
    async verify(payment, requirements) {
      const verified = await verifyPayment(payment, requirements, readsOf)
      return 'isValid' in verified
        ? verified
        : { isValid: true, payer: verified.payment.authorization.from }
    },
    async settle(value: Fields, required: WireRequirements): Promise<SettleResult> {
      return settlements.once(value, required, async () => {
        const verified = await verifyPayment(value, required, readsOf)
        const { network } = required
        const chain = chains.get(network)
        if ('isValid' in verified || !chain) {
          const { invalidReason = 'invalid_network', payer } = 'isValid' in verified ? verified : {}
          return {
            success: false,
            errorReason: invalidReason,
            ...(payer && { payer }),
            transaction: '',
            network,
          }
        }
        return settlements.send(verified, chain)
      })
    },
    async supported() {
      return {
        kinds: [...chains.keys()].map((network) => ({ x402Version: 2, scheme: 'exact', network })),
        extensions: [],
        signers: { 'eip155:*': [account.address] },
      }
    },
  }
  return {
    ...facilitator,
    address: account.address,
    fetch: (request) => answerFacilitator(facilitator, request),
  }
}

export declare namespace createFacilitator {
  type Options = {
    /** URL of a node by CAIP-2 id, for each chain on which payments are settled. */
    readonly rpc: Readonly<Record<ChainId, string>>
    /** Private key of the account that pays the network fees. Keep it on the server. */
    readonly key: Hex
  }
}
