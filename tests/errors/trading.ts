import {
  addressOfNameQuery,
  type BuyAsk,
  balancesQuery,
  createKit,
  estimateTransfer,
  exchangesQuery,
  type Kit,
  nameSuggestionsQuery,
  namesOfQuery,
  nativeBalanceQuery,
  onrampProvidersQuery,
  prepareSwap,
  registerName,
  setNameAttributes,
  startOnramp,
  swapQuoteQuery,
} from '@latchkey/core'
import { evm } from '@latchkey/evm'
import {
  type AccountId,
  type Asset,
  addressOf,
  type Chain,
  type ErrorCode,
} from '@latchkey/protocol'
import { vi } from 'vitest'
import { adapter } from '../../packages/core/test/fake-parts.ts'
import { down, refused } from '../../packages/core/test/fake-swaps.ts'
import { refused as refusedName, registered } from '../../packages/core/test/name-gateway.ts'
import { nameStage } from '../../packages/core/test/name-stage.ts'
import {
  account,
  moves,
  one,
  quoteOf,
  type SwapStage,
  swapStage,
  two,
} from '../../packages/core/test/swap-stage.ts'
import type { Thrower } from './thrower.ts'

/** Asks a gateway with this answer for a quote. */
const offering =
  (quotes: unknown): Thrower =>
  async () => {
    const { kit, swaps } = await swapStage()
    swaps.answers.quotes = quotes
    return swapQuoteQuery(kit, { account, pay: one, receive: two, amount: 1000n }).queryFn()
  }
/** Prepares a swap after something has changed. */
const swapping =
  (change: (stage: SwapStage) => void, more: Partial<ReturnType<typeof quoteOf>> = {}): Thrower =>
  async () => {
    const stage = await swapStage()
    change(stage)
    return prepareSwap(stage.kit, { quote: quoteOf(more) })
  }

export const swaps = {
  'swap-liquidity-missing': offering(refused(400, 'amount', 'Insufficient liquidity')),
  'swap-amount-incorrect': async () => {
    const token = (n: number) => `alpha:1:t${n}`
    const offer = {
      id: 'o',
      fromAmount: '1000',
      fromAccount: token(1),
      toAmount: '0',
      toAccount: token(2),
    }
    return offering({ quotes: [offer] })()
  },
  'swap-unavailable': offering({ quotes: [] }),
  'swap-chain-unsupported': async () => {
    const { kit, swaps } = await swapStage()
    swaps.answers['supported-chains'] = { http: [], ws: [] }
    return swapQuoteQuery(kit, { account, pay: one, receive: two, amount: 1000n }).queryFn()
  },
  'swap-quote-expired': swapping(() => undefined, { at: 0 }),
  'swap-simulation-failed': swapping(({ alpha }) => {
    alpha.simulation = { fee: 3n, feeAsset: one, changes: {} }
  }),
  'swap-short': swapping(({ alpha }) => {
    alpha.simulation = { fee: 3n, feeAsset: one, changes: { ...moves, [two.id]: 1n } }
  }),
} satisfies Partial<Record<ErrorCode, Thrower>>

const network = { name: 'one', display_name: 'One', chain_id: '1', contract_address: '' }
const limits = [{ id: 'card', min: '10.00', max: '7500.00' }]
const onSale = {
  purchaseCurrencies: [{ id: 'coin', name: 'Coin', symbol: 'ETH', networks: [network] }],
  paymentCurrencies: [{ id: 'USD', payment_method_limits: limits }],
}
/** A page whose gateway sells coins. */
function shop(): ReturnType<typeof createKit> {
  const answers: Readonly<Record<string, unknown>> = {
    '/v1/supported-chains': { http: ['eip155:1'], ws: [] },
    '/v1/onramp/options': onSale,
  }
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = answers[new URL(url).pathname]
    if (!answer) throw new TypeError('Failed to fetch')
    return Response.json(answer)
  })
  const gateway = { url: 'https://gate.example', project: 'shop' }
  return createKit({ adapters: [adapter('eip155')], storage: null, gateway })
}
const wish: BuyAsk & { readonly wallet: string } = {
  provider: 'shop',
  chain: 'eip155:1',
  purchaseCurrency: 'ETH',
  paymentCurrency: 'USD',
  amount: '100',
  wallet: 'a1',
}

export const buying = {
  'onramp-unavailable': () => onrampProvidersQuery(shop()).queryFn(),
  'onramp-amount-out-of-range': () => startOnramp(shop(), { ...wish, amount: '1' }),
  'onramp-chain-unsupported': () => startOnramp(shop(), { ...wish, purchaseCurrency: 'FAR' }),
  'exchange-unavailable': () =>
    exchangesQuery(shop(), {
      asset: { id: 'eip155:1/slip44:60' },
    }).queryFn(),
} satisfies Partial<Record<ErrorCode, Thrower>>

type NamePage = Awaited<ReturnType<typeof nameStage>>
/** Registers a name at a gateway with this answer. */
const registering =
  (name: string, change: (page: NamePage) => void = () => undefined): Thrower =>
  async () => {
    const made = await nameStage()
    change(made)
    return registerName(made.kit, { name })
  }
/** Asks about names; the gateway does not answer this path. */
const unanswered =
  (path: string, ask: (kit: NamePage['kit']) => Promise<unknown>): Thrower =>
  async () => {
    const { kit, gateway } = await nameStage()
    gateway.instead.set(path, 'down')
    return ask(kit)
  }
/** Changes the attributes of a name. */
const changing =
  (answer: ReturnType<typeof refusedName>): Thrower =>
  async () => {
    const { kit, gateway } = await nameStage()
    gateway.names.set('keeper.shop.eth', registered('keeper.shop.eth', 'a9'))
    gateway.instead.set('POST /v1/profile/account', answer)
    return setNameAttributes(kit, { name: 'keeper', attributes: { bio: 'Keeper' } })
  }

export const names = {
  'name-too-short': registering('ada'),
  'name-invalid': registering('ada lovelace'),
  'name-taken': registering('taken', ({ gateway }) =>
    gateway.names.set('taken.shop.eth', registered('taken.shop.eth', 'a9')),
  ),
  'name-owned-already': registering('fine', ({ gateway }) =>
    gateway.names.set('mine.shop.eth', registered('mine.shop.eth', 'a1')),
  ),
  'name-message-expired': registering('keeper', ({ gateway }) =>
    gateway.instead.set('POST /v1/profile/account', refusedName(400, 'timestamp')),
  ),
  'name-registration-failed': registering('keeper', ({ gateway }) =>
    gateway.instead.set('POST /v1/profile/account', refusedName(400, 'message')),
  ),
  'name-unavailable': unanswered('GET /v1/profile/account', (kit) =>
    addressOfNameQuery(kit, { chain: 'eip155:1', name: 'keeper.shop.eth' }).queryFn(),
  ),
  'name-suggestions-unavailable': unanswered('GET /v1/profile/suggestions', (kit) =>
    nameSuggestionsQuery(kit, { label: 'keeper' }).queryFn(),
  ),
  'names-unavailable': unanswered('GET /v1/profile/reverse', (kit) =>
    namesOfQuery(kit, { account: 'eip155:1:a1' }).queryFn(),
  ),
  'name-not-owned': changing(refusedName(401, 'address')),
  'name-change-failed': changing(refusedName(400, 'message')),
} satisfies Partial<Record<ErrorCode, Thrower>>

const holder: AccountId = `eip155:1:0x${'11'.repeat(20)}`
const kitOf = (rpcUrls: readonly string[]): Kit => {
  const coin = { name: 'Coin', symbol: 'COIN', decimals: 18 }
  const chain: Chain = { id: 'eip155:1', name: 'One', nativeCurrency: coin, rpcUrls }
  return createKit({ adapters: [evm({ chains: [chain], page: new EventTarget() })], storage: null })
}
/** Reads the balance of a chain whose node gives this answer. */
const reading =
  (rpcUrls: readonly string[], answer: unknown): Thrower =>
  () => {
    vi.stubGlobal('fetch', async () => Response.json(answer))
    return nativeBalanceQuery(kitOf(rpcUrls), { account: holder }).queryFn()
  }
/** Estimates the fee of a transfer when the node reports neither a base fee nor a gas price. */
const withoutGasPrice: Thrower = () => {
  const answer = ({ id, method }: { readonly id: number; readonly method: string }): object =>
    method === 'eth_gasPrice'
      ? { jsonrpc: '2.0', id, error: { code: -32_601, message: 'method not found' } }
      : { jsonrpc: '2.0', id, result: method === 'eth_getBlockByNumber' ? {} : '0x5208' }
  vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
    const asked = JSON.parse(body)
    return Response.json(Array.isArray(asked) ? asked.map(answer) : answer(asked))
  })
  const asset: Asset = { id: 'eip155:1/slip44:60', symbol: 'COIN', name: 'Coin', decimals: 18 }
  return estimateTransfer(kitOf(['https://node.example']), {
    transfer: { from: holder, to: addressOf(holder), asset, amount: 1n },
  })
}

export const reads = {
  'gas-price-chain-unsupported': withoutGasPrice,
  'read-unavailable': reading([], null),
  'rpc-answer-invalid': reading(['https://node.example'], {
    jsonrpc: '2.0',
    id: 1,
    result: 'much',
  }),
  'balance-retry-blocked': async () => {
    const { kit, alpha, swaps } = await swapStage()
    swaps.answers.balance = down
    alpha.read.balances = () => Promise.reject(new Error('no'))
    const query = balancesQuery(kit, { account })
    await query.queryFn().catch(() => undefined)
    return query.queryFn()
  },
} satisfies Partial<Record<ErrorCode, Thrower>>
