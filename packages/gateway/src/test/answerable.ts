import { addresses, mnemonic } from '@latchkey/devnet'
import { encodeFunctionData, namehash, parseAbi, toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { developmentConfig, developmentNamesKey } from '../server/config/development.ts'
import { chainId } from './make-gateway.ts'

/** A call that can be answered on the devnet, which its schema alone would never find. */
export interface Answerable {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Origin of the page that sends the bodies; default none. */
  readonly origin?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Made when they are sent: some are signed for this moment. */
  readonly bodies?: () => Promise<readonly object[]>
}

const owner = mnemonicToAccount(mnemonic, { addressIndex: 3 })
const zone = 'latchkey.eth'
const name = `fuzzed.${zone}`
const coin = `${chainId}:0x${'e'.repeat(40)}`
const token = `${chainId}:${addresses.usdc}`
const user = `${chainId}:${owner.address}`
const bought = {
  purchaseCurrency: 'ETH',
  paymentCurrency: 'USD',
  amount: '20',
  provider: 'sandbox',
  chainId,
}
const asset = `${chainId}/slip44:60`

/** What the gateway must be told so that all of it is served. */
export function answerableConfig(sandbox: string) {
  const seller = { sandbox: { url: sandbox, chains: [chainId] } }
  const { swap } = developmentConfig('http://localhost:8545')
  return { onramp: seller, exchanges: seller, swap, names: { zone, key: developmentNamesKey } }
}

/** By the path of the document. */
export const answerable: Readonly<Record<string, Answerable>> = {
  '/auth/v1/otp': { bodies: async () => [{ email: 'fuzzed@mail.example', account: user }] },
  '/v1/sign-in/{project}/session': { path: { project: 'demo' } },
  '/v1/sign-in/{project}/verify': { path: { project: 'demo' } },
  '/v1/sign-in/{project}/challenge': {
    path: { project: 'demo' },
    origin: 'https://shop.example',
    bodies: async () => [{}, { account: user }],
  },
  '/v1/sign-in/{project}/sign-out': { path: { project: 'demo' } },
  '/v1/onramp/orders/{id}': { path: { id: 'sandbox.a' } },
  '/v1/onramp/buy/quotes': {
    query: {
      purchaseCurrency: 'ETH',
      paymentAmount: '20',
      paymentCurrency: 'USD',
      paymentMethod: 'card',
    },
  },
  '/v1/onramp/quote': { bodies: async () => [bought] },
  '/v1/generators/onrampurl': {
    bodies: async () => [{ ...bought, destinationWallets: [{ address: owner.address }] }],
  },
  '/v1/json-rpc': {
    bodies: async () =>
      [
        ['reown_getExchanges', { asset }],
        ['reown_getExchangePayUrl', { exchangeId: 'sandbox', asset, amount: '1', recipient: user }],
        ['reown_getExchangeBuyStatus', { exchangeId: 'sandbox', sessionId: 'a' }],
      ].map(([method, params]) => ({ jsonrpc: '2.0', id: 1, method, params })),
  },
  '/v1/fungible/price': { bodies: async () => [{ currency: 'usd', addresses: [token, coin] }] },
  '/v1/convert/tokens': { query: { chainId } },
  '/v1/convert/gas-price': { query: { chainId } },
  '/v1/convert/quotes': { query: { amount: '1000000', from: token, to: coin, userAddress: user } },
  '/v1/convert/allowance': { query: { tokenAddress: token, userAddress: user } },
  '/v1/convert/build-approve': { query: { amount: '5', from: token, to: coin, userAddress: user } },
  '/v1/convert/build-transaction': {
    bodies: async () => [
      { amount: '1000000', from: token, to: coin, userAddress: user, disableEstimate: true },
    ],
  },
  '/v1/profile/account/{name}': { path: { name }, query: { apiVersion: '2' } },
  '/v1/profile/reverse/{address}': { path: { address: owner.address }, query: { apiVersion: '2' } },
  '/v1/profile/suggestions/{name}': { path: { name: 'fuzzed' } },
  '/v1/profile/account': { bodies: () => signed({ name, attributes: {} }) },
  '/v1/profile/account/{name}/attributes': {
    path: { name },
    bodies: () => signed({ attributes: { bio: 'a' } }),
  },
  '/v1/profile/account/{name}/address': {
    path: { name },
    bodies: () => signed({ coin_type: 60, address: owner.address }),
  },
  '/v1/ccip/{sender}/{data}': { path: { sender: addresses.universalResolver, data: lookUp() } },
}

async function signed(content: object): Promise<readonly object[]> {
  const message = JSON.stringify({ ...content, timestamp: Math.floor(Date.now() / 1000) })
  const signature = await owner.signMessage({ message })
  return [{ coin_type: 60, address: owner.address, message, signature }]
}

/** `resolve(name, addr(node))` of ENSIP-10. */
function lookUp(): string {
  const abi = parseAbi(['function resolve(bytes,bytes)', 'function addr(bytes32)'])
  const data = encodeFunctionData({ abi, functionName: 'addr', args: [namehash(name)] })
  return encodeFunctionData({
    abi,
    functionName: 'resolve',
    args: [toHex(packetToBytes(name)), data],
  })
}
