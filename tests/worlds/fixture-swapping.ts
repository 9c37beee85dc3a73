import { addresses } from '@latchkey/devnet'
import type { SwapOffer, SwapToken } from '@latchkey/protocol'
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from 'viem'

const chain = 'eip155:31337'
const coin = `${chain}:0x${'e'.repeat(40)}` as const
const [usdc, latch] = [`${chain}:${addresses.usdc}`, `${chain}:${addresses.latch}`] as const
const named: readonly (readonly [string, string])[] = [
  ['UNI', 'Uniswap'],
  ['LINK', 'Chainlink'],
  ['DAI', 'Dai'],
  ['WBTC', 'Wrapped Bitcoin'],
  ['ACORN', 'Acorn'],
  ['PEBBLE', 'Pebble'],
]
const tokens: readonly SwapToken[] = [
  { name: 'Ether', symbol: 'ETH', address: coin, decimals: 18 },
  { name: 'USD Coin (devnet)', symbol: 'USDC', address: usdc, decimals: 6 },
  {
    name: 'Latch Token',
    symbol: 'LATCH',
    address: latch,
    decimals: 18,
    warning: 'Its maker can take it back.',
  },
  ...named.map(([symbol, name], at) => ({
    name,
    symbol,
    address: `${chain}:0x${`${at + 1}`.repeat(40)}` as const,
    decimals: 18,
  })),
]
const markup = '<img src=x onerror="window.hacked=1">'
const harmful: readonly SwapToken[] = [
  ...tokens.slice(0, 2),
  ...[markup, 'USD\u202eniaJ', 'W'.repeat(250), `Z${'\u0337'.repeat(200)}`].map((name, at) => ({
    name,
    symbol: name,
    address: `${chain}:0x${`${at + 1}`.repeat(40)}` as const,
    decimals: 18,
    logoUri: 'https://tracker.example/pixel.png',
    warning: at === 0 ? markup : null,
  })),
]
const abi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

/**
 * A quote for a pair with the coin, below the rate of the devnet's pools so that a swap succeeds; a
 * larger amount loses more.
 */
function offerOf(query: URLSearchParams): SwapOffer | null {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  const asked = BigInt(query.get('amount') ?? '0')
  const isReceive = query.get('side') === 'receive'
  const isSold = from === coin
  if (![from, to].includes(usdc) || ![from, to].includes(coin)) return null
  // 10^18 of the coin for 2,487.12 × 10^6 of the token.
  const [units, worth] = isSold ? [10n ** 18n, 2_487_120_000n] : [2_512_900_000n, 10n ** 18n]
  const paid = isReceive ? (asked * units) / worth + 1n : asked
  const coins = isSold ? paid : (paid * worth) / units
  const priceImpact = coins >= 115n * 10n ** 16n ? 22.5 : coins >= 10n ** 18n ? 4.2 : 0.12
  const whole = (paid * worth) / units
  const arrives = isReceive ? asked : (whole * BigInt(Math.round((100 - priceImpact) * 10))) / 1000n
  return {
    id: 'paper',
    fromAmount: `${paid}`,
    fromAccount: from as SwapOffer['fromAccount'],
    toAmount: `${arrives}`,
    toAccount: to as SwapOffer['toAccount'],
    provider: 'Paper pools',
    fee: `${(paid * 3n) / 1000n}`,
    feeAccount: from as SwapOffer['fromAccount'],
    priceImpact,
  }
}

/** Answers of a fixture gateway about swaps; their calls are real calls of the devnet's router. */
export function swappingAnswer(
  path: string,
  query: URLSearchParams,
  asking: string,
): { readonly body: unknown; readonly status?: number } | undefined {
  const refused = (description: string) => ({
    body: { reasons: [{ field: '', description }] },
    status: 400,
  })
  const past = query.get('projectId')
  switch (path) {
    case '/v1/convert/tokens':
      if (past === 'down') return { body: { reasons: [] }, status: 404 }
      return {
        body: {
          tokens: query.get('chainId') !== chain ? [] : past === 'hostile' ? harmful : tokens,
        },
      }
    case '/v1/fungible/price': {
      const { addresses: wanted } = JSON.parse(asking) as { readonly addresses: readonly string[] }
      const found = tokens.filter(({ address }) =>
        wanted.some((one) => one.toLowerCase() === address.toLowerCase()),
      )
      return {
        body: {
          fungibles: found.map(({ logoUri: _, warning: __, ...face }) => ({
            ...face,
            price: 7.42,
          })),
        },
      }
    }
    case '/v1/convert/quotes': {
      const offer = offerOf(query)
      return offer ? { body: { quotes: [offer] } } : refused('insufficient liquidity')
    }
    case '/v1/convert/allowance':
      return { body: { allowance: '0' } }
    case '/v1/convert/gas-price':
      return { body: { standard: '1000000000', fast: '1200000000', instant: '1500000000' } }
    case '/v1/convert/build-approve': {
      const amount = query.get('amount')
      const args = [addresses.router, amount === null ? maxUint256 : BigInt(amount)] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
      return { body: { tx: { from: query.get('from'), to: query.get('to'), data, value: '0' } } }
    }
    case '/v1/convert/build-transaction':
      return { body: { tx: build(JSON.parse(asking) as Asking) } }
    default:
      return undefined
  }
}

interface Asking {
  readonly amount: string
  readonly from: string
  readonly to: string
  readonly userAddress: string
  readonly eip155?: { readonly slippage?: number }
}

function build({ amount, from, to, userAddress, eip155 }: Asking): unknown {
  const isSold = from === coin
  const offer = offerOf(new URLSearchParams({ from, to, amount }))
  const kept = BigInt(10_000 - Math.round((eip155?.slippage ?? 1) * 100))
  const minimum = (BigInt(offer?.toAmount ?? 0) * kept) / 10_000n + 1n
  const user = userAddress.slice(userAddress.lastIndexOf(':') + 1) as Hex
  const path: readonly Hex[] = isSold
    ? [addresses.weth, addresses.usdc]
    : [addresses.usdc, addresses.weth]
  // Hours, not days: a call with a later deadline is refused.
  const deadline = BigInt(Math.floor(Date.now() / 1000) + 6 * 3600)
  const rest = [path, user, deadline] as const
  const data = isSold
    ? encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args: [minimum, ...rest] })
    : encodeFunctionData({
        abi,
        functionName: 'swapExactTokensForETH',
        args: [BigInt(amount), minimum, ...rest],
      })
  return {
    from: userAddress,
    to: `${chain}:${addresses.router}`,
    data,
    amount: `${minimum}`,
    value: isSold ? amount : '0',
  }
}
