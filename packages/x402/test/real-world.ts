import { connect, createKit, type Kit } from '@latchkey/core'
import {
  accounts,
  deployPaymentToken,
  devnetChain,
  type EvmDevnet,
  type PaymentToken,
  startEvmDevnet,
} from '@latchkey/devnet'
import { evm } from '@latchkey/evm'
import type { AssetId, ChainId } from '@latchkey/protocol'
import { devnetKeys, type MockEvmWallet, mockEvmWallet } from '@latchkey/testing'
import { type Address, createPublicClient, type Hex, http, type PublicClient, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export const [ada, grace, settler, shop] = accounts
const [firstKey, , thirdKey] = devnetKeys.evm
if (!firstKey || !thirdKey) throw new Error('the devnet has no keys')
/** Private keys of ada, who pays, and of the account that settles the payments. */
export const adaKey: Hex = firstKey
export const settlerKey: Hex = thirdKey
const abi = parseAbi(['function balanceOf(address) view returns (uint256)'])

/** A local chain with a token that supports EIP-3009, and a kit whose wallet is ada's. */
export interface RealWorld {
  readonly devnet: EvmDevnet
  readonly client: PublicClient
  readonly token: PaymentToken
  readonly chain: ChainId
  readonly asset: AssetId
  balanceOf(account: Address): Promise<bigint>
  /** @param chain chain number of the kit, when the node was given another one than its usual */
  openKit(chain?: number): Promise<{ kit: Kit; wallet: MockEvmWallet; close(): void }>
}

export async function startRealWorld(): Promise<RealWorld> {
  const devnet = await startEvmDevnet()
  const token = await deployPaymentToken(devnet.url)
  const client = createPublicClient({ transport: http(devnet.url) })
  const { id } = devnetChain(devnet.url)
  return {
    devnet,
    client,
    token,
    chain: id,
    asset: `${id}/erc20:${token.address}`,
    balanceOf: (account) =>
      client.readContract({
        address: token.address,
        abi,
        functionName: 'balanceOf',
        args: [account],
      }),
    async openKit(chain = 31337) {
      const page = new EventTarget()
      const wallet = mockEvmWallet({ accounts: [adaKey], chain, rpcUrl: devnet.url })
      wallet.install(page)
      const kit = createKit({
        adapters: [evm({ chains: [{ ...devnetChain(devnet.url), id: `eip155:${chain}` }], page })],
        storage: null,
      })
      const close = kit.subscribe(() => {})
      await connect(kit, { connector: 'announced:test.mock.wallet' })
      return { kit, wallet, close }
    },
  }
}

export const payer = privateKeyToAccount(adaKey)
