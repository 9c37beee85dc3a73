import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { createPublicClient, createWalletClient, defineChain, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Address, evmChainNumber, type Fields, isEvmChain } from '../wire/fields.ts'
import { answerFacilitator } from './answer-facilitator.ts'
import type { Facilitator, SettleResult, WireRequirements } from './contract.ts'
import { createSettlements } from './settlements.ts'
import { type ChainReads, verifyPayment } from './verify-payment.ts'

/** A facilitator of this process. */
export interface OwnFacilitator extends Facilitator {
  /** Account that pays the fees of the network. */
  readonly address: Address
  /** Answers the protocol's `/verify`, `/settle` and `/supported`, below any path. */
  readonly fetch: (request: Request) => Promise<Response>
}

/**
 * Creates a facilitator that settles payments itself, by `transferWithAuthorization` from an account
 * of yours. It is made for development and for servers that settle their own payments: whoever can
 * reach its `fetch` can have it pay fees, so do not put that into the open. It takes signatures of
 * keys only, not of smart accounts.
 * @throws `config-invalid` at once, when `rpc` names no Ethereum-like chain
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
    /** Address of a node for each chain that is settled on, by CAIP-2 id. */
    readonly rpc: Readonly<Record<ChainId, string>>
    /** Private key of the account that pays the fees. Keep it on the server. */
    readonly key: Hex
  }
}
