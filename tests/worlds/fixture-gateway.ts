import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import type { HistoryAnswer, HistoryTransaction, HistoryTransfer } from '@latchkey/protocol'
import { buyingAnswer, paperZone } from './fixture-buying.ts'
import { allowPut, captureAnswer } from './fixture-capture.ts'
import { swappingAnswer } from './fixture-swapping.ts'

/** History that a fixture gateway answers for every account; chosen by the project id. */
export type Past =
  | 'demo'
  | 'empty'
  | 'unkept'
  | 'down'
  | 'silent'
  | 'spam'
  | 'many'
  | 'circle'
  | 'endless'
  | 'hostile'
  /** A coin arrives with the first read of the history. */
  | 'news'
  /** The longest amount and name that must fit on one line. */
  | 'long'

export interface FixtureGateway {
  readonly url: string
  /** Path and query of every call, in order. */
  readonly asked: string[]
  stop(): Promise<void>
}

export const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
// In lower case, as gateways write it: the page adds the checksum.
const grace = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const router = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const stranger = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const chain = 'eip155:31337'
const minute = 60_000
const day = 1440 * minute

type Info = NonNullable<HistoryTransfer['fungible_info']>
const ether: Info = { name: 'Ether', symbol: 'ETH' }
const usdc: Info = { name: 'USD Coin', symbol: 'USDC' }
const latch: Info = { name: 'Latch', symbol: 'LATCH' }
const assets = new Map<Info, string>([
  [ether, `${chain}/slip44:60`],
  [usdc, `${chain}/erc20:0x5fbdb2315678afecb367f032d93f642f64180aa3`],
  [latch, `${chain}/erc20:0xe7f1725e7734ce288f8367e1bb143e90bb3f0512`],
])

type Direction = HistoryTransfer['direction']
function moved(
  direction: Direction,
  numeric: string,
  info: Info,
  more: Partial<HistoryTransfer> = {},
): HistoryTransfer {
  const asset = assets.get(info)
  return {
    fungible_info: info,
    nft_info: null,
    direction,
    quantity: { numeric },
    value: null,
    price: null,
    ...(asset && { asset }),
    ...more,
  }
}
function collectible(
  direction: Direction,
  name: string,
  image: string | null,
  isSpam = false,
): HistoryTransfer {
  return {
    fungible_info: null,
    nft_info: {
      name,
      flags: { is_spam: isSpam },
      content: image && { preview: { url: image, content_type: null }, detail: null },
    },
    direction,
    quantity: { numeric: '1' },
    value: null,
    price: null,
    asset: `${chain}/erc721:0xcafac3dd18ac6c6e92c921884f9e4176737c052c/5`,
    counterparty: stranger,
  }
}

let made = 0
type Metadata = Partial<HistoryTransaction['metadata']>
function item(
  kind: string,
  ago: number,
  transfers: readonly HistoryTransfer[] | null,
  more: Metadata = {},
): HistoryTransaction {
  made += 1
  const id = made.toString(16).padStart(8, '0')
  return {
    id,
    metadata: {
      operationType: kind,
      hash: `0x${id.repeat(8)}`,
      minedAt: new Date(Date.now() - ago).toISOString(),
      sentFrom: own,
      sentTo: router,
      status: 'confirmed',
      nonce: made,
      application: null,
      chain,
      block: `${20_000_000 - Math.round(ago / 12_000)}`,
      fee: '420000000000000',
      isSpam: false,
      ...more,
    },
    transfers,
  }
}

/**
 * One transaction of each: the seventeen kinds, an unknown one, failed, pending, spam, collectibles
 * with and without an image.
 */
function everyKind(url: string): readonly HistoryTransaction[] {
  const to = (counterparty: string, value?: number, price?: number): Partial<HistoryTransfer> => ({
    counterparty,
    ...(value !== undefined && { value }),
    ...(price !== undefined && { price }),
  })
  const dex: Metadata = { application: { name: 'Demo Dex', iconUrl: null } }
  const cat = `${url}/v1/image?url=cat`
  return [
    item('send', 3 * minute, [moved('out', '1', ether, to(grace, 2574.4, 2574.4))], {
      sentTo: grace,
      status: 'pending',
    }),
    item(
      'trade',
      26 * minute,
      [
        moved('out', '1', ether, to(router, 2574.4, 2574.4)),
        moved('in', '2500', usdc, to(router, 2500, 1)),
      ],
      dex,
    ),
    item('receive', 3 * 60 * minute, [moved('in', '12.5', usdc, to(grace, 12.5, 1))], {
      sentFrom: grace,
      sentTo: own,
    }),
    item('send', 5 * 60 * minute, [moved('out', '0.25', ether, to(stranger, 643.6))], {
      sentTo: stranger,
      status: 'failed',
    }),
    item('mint', day, [collectible('in', 'Cat #5', cat)]),
    item('approve', 2 * day, [moved('self', '0', usdc, { ...to(router), isUnlimited: true })], dex),
    item('receive', 2.2 * day, [collectible('in', 'Free voucher at claim.example', null, true)], {
      sentFrom: stranger,
    }),
    item('stake', 4 * day, [moved('out', '32', ether, to(router, 82380.8))], {
      application: { name: 'Pool', iconUrl: null },
    }),
    item('execute', 6 * day, [], { sentTo: router }),
    item('deposit', 41 * day, [moved('out', '500', usdc, to(router, 500))]),
    item('withdraw', 42 * day, [moved('in', '501.37', usdc, to(router, 501.37))]),
    item('borrow', 43 * day, [moved('in', '1000', latch, to(router))]),
    item('repay', 44 * day, [moved('out', '1000', latch, to(router))]),
    item('claim', 45 * day, [
      moved('in', '3.141592653589793238', latch, to(router)),
      moved('in', '7', usdc, to(router, 7)),
    ]),
    item('burn', 46 * day, [
      moved('out', '5', latch, to('0x0000000000000000000000000000000000000000')),
    ]),
    item('bought', 47 * day, [moved('in', '0.5', ether, to(stranger, 1287.2))], {
      sentFrom: stranger,
    }),
    item('unstake', 80 * day, [moved('in', '32', ether, to(router))]),
    item('cancel', 81 * day, []),
    item('deploy', 82 * day, [], { sentTo: '' }),
    item('wrap_coin', 83 * day, [moved('out', '2', ether, to(router))]),
    item('send', 400 * day, [moved('out', '10', usdc, to(grace, 10))], { sentTo: grace }),
  ]
}

function hostile(): readonly HistoryTransaction[] {
  const info = (name: string, symbol: string): Info => ({ name, symbol })
  const markup = '<img src=x onerror="window.hacked=1">'
  return [
    item(markup, minute, [moved('out', '1', info(markup, markup))], {
      application: { name: markup, iconUrl: null },
    }),
    item(
      'receive',
      2 * minute,
      [moved('in', '5', info('USD\u202eniaJ', '\u2066\u202eHTE\u2069'))],
      {
        sentFrom: grace,
      },
    ),
    item('receive', 3 * minute, [moved('in', '5', info('شمس', 'شمس'))], { sentFrom: grace }),
    item(
      'receive',
      4 * minute,
      [moved('in', `${'9'.repeat(70)}.${'1'.repeat(70)}`, info('x'.repeat(250), 'W'.repeat(250)))],
      { sentFrom: grace },
    ),
    item(
      'receive',
      5 * minute,
      [moved('in', '1', info(`Z${'\u0337'.repeat(200)}`, `Z${'\u0337'.repeat(200)}`))],
      {
        sentFrom: grace,
      },
    ),
    item('mint', 6 * minute, [collectible('in', 'Tracker', 'https://tracker.example/pixel.png')]),
    item('mint', 7 * minute, [
      collectible('in', 'Runner', "data:image/svg+xml,<svg onload='window.hacked=1'/>"),
    ]),
    item(
      'send',
      8 * minute,
      Array.from({ length: 500 }, (_, i) => moved('out', '1', info(`Token ${i}`, `T${i}`))),
    ),
    item('receive', 9 * minute, [moved('in', '1', info('=cmd|calc', '@SUM(1)'))], {
      sentFrom: grace,
      application: { name: '+1', iconUrl: null },
    }),
    item('__proto__', 10 * minute, [moved('in', '1', ether)]),
    item('constructor', 11 * minute, null),
    item('send', -3 * day, [moved('out', '1', ether)]),
    item('send', 12 * minute, [moved('out', '1', ether)], { chain: 'eip155:1' }),
  ]
}

const many = (count: number, from: number): readonly HistoryTransaction[] =>
  Array.from({ length: count }, (_, i) => {
    const one = item(
      'send',
      (from + i) * 60 * minute,
      [moved('out', `${from + i + 1}`, usdc, { counterparty: grace })],
      { sentTo: grace },
    )
    return { ...one, id: `many-${from + i}` }
  })

function pageOf(past: Past, cursor: string | null, url: string): HistoryAnswer {
  const at = Number(cursor ?? 0)
  switch (past) {
    case 'demo':
      return cursor === null
        ? { data: everyKind(url), next: 'more' }
        : { data: many(3, 24 * 500), next: null }
    case 'spam':
      return {
        data: [
          item('receive', day, [collectible('in', 'Free voucher', null, true)], {
            sentFrom: stranger,
          }),
        ],
        next: null,
      }
    case 'many':
      return { data: many(200, at * 200), next: at < 49 ? `${at + 1}` : null }
    case 'circle':
      return { data: many(50, 0), next: cursor === 'b' ? 'a' : cursor === 'a' ? 'b' : 'a' }
    case 'endless':
      return {
        data: [
          item('receive', day, [collectible('in', 'Free voucher', null, true)], {
            sentFrom: stranger,
          }),
        ],
        next: `${at + 1}`,
      }
    case 'hostile':
      return { data: hostile(), next: null }
    case 'news':
      return {
        data: [
          item('receive', 5000, [moved('in', '8', ether, { counterparty: grace })], {
            sentFrom: grace,
            sentTo: own,
          }),
        ],
        next: null,
      }
    case 'unkept':
      return { data: [], next: null, isKept: false }
    default:
      return { data: [], next: null }
  }
}

const balances = [
  {
    name: 'Ether',
    symbol: 'ETH',
    chainId: chain,
    price: 2574.4,
    quantity: { decimals: '18', numeric: '1.2043' },
  },
  {
    name: 'USD Coin',
    symbol: 'USDC',
    chainId: chain,
    address: `${chain}:0x5fbdb2315678afecb367f032d93f642f64180aa3`,
    price: 1,
    quantity: { decimals: '6', numeric: '1081.66' },
  },
  {
    name: 'Ether',
    symbol: 'ETH',
    chainId: 'eip155:31338',
    price: 2574.4,
    quantity: { decimals: '18', numeric: '0.5' },
  },
]

const longAmount = '123456.999978999999748123'
export const longName = 'slowpoke8944-of-the-northern-bay.latchkey.eth'
/** The same balances with another amount of the coin. */
const heldOf = (numeric: string): typeof balances =>
  balances.map((one) =>
    one.quantity.numeric === '1.2043' ? { ...one, quantity: { ...one.quantity, numeric } } : one,
  )

/** Features that the operator leaves to the page. */
const leftToPage = [
  'social_login',
  'swap',
  'onramp',
  'activity',
  'fund_from_exchange',
  'email_capture',
  'sign_in',
].map((id) => ({
  id,
  isEnabled: true,
  config: null,
}))

/** A fixture gateway with every kind of history, without a chain or a database. */
export async function fixtureGateway(): Promise<FixtureGateway> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (request.method === 'OPTIONS') return allowPut(response)
    asked.push(request.url ?? '')
    const past = searchParams.get('projectId') as Past
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const say = (body: unknown, status = 200): void =>
      send(response, status, 'application/json', JSON.stringify(body))
    if (pathname === '/v1/supported-chains')
      return say({
        http: [chain, 'eip155:31338'],
        ws: [],
        names: past === 'demo' ? paperZone : null,
      })
    if (pathname.endsWith('/balance')) {
      const only = searchParams.get('chainId')
      const hasCome =
        past === 'news' &&
        asked.some((one) => one.includes('/history') && one.includes('projectId=news'))
      return say({
        balances: (hasCome
          ? heldOf('9.2043')
          : past === 'long'
            ? heldOf(longAmount)
            : balances
        ).filter(({ chainId }) => !only || chainId === only),
        missing: [],
      })
    }
    if (pathname.endsWith('/history')) {
      if (past === 'silent') return
      if (past === 'down') return say({ reasons: [{ field: '', description: 'down' }] }, 404)
      return say(pageOf(past, searchParams.get('cursor'), url))
    }
    if (pathname.startsWith('/v1/identity/')) {
      const address = pathname.slice('/v1/identity/'.length).toLowerCase()
      const names: Record<string, string> = {
        [own.toLowerCase()]: past === 'long' ? longName : 'ada.eth',
        [grace.toLowerCase()]: 'grace.eth',
      }
      return say({ name: names[address] ?? null, avatar: null, resolvedAt: null })
    }
    if (pathname === '/v1/image') return send(response, 200, 'image/png', picture())
    if (pathname === '/e' || pathname === '/batch') return say({ status: 'OK' })
    if (pathname === '/appkit/v1/config') return say({ features: leftToPage })
    if (pathname === '/getWallets') return say({ count: 0, data: [] })
    void text(request).then((asking) => {
      const told =
        captureAnswer(request.method, pathname, asking) ??
        buyingAnswer(pathname, asking) ??
        swappingAnswer(pathname, searchParams, asking)
      if (told === 'silent') return
      if (told) say(told.body, told.status)
      else say({ reasons: [] }, 404)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'access-control-allow-origin': '*', 'content-type': type }).end(body)
}

/** A PNG, 64 by 64, as a collectible's image. */
function picture(): Buffer {
  const side = 64
  const rows = Array.from({ length: side }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: side }, (__, x) => {
        const isEar = y < 24 && Math.abs(Math.abs(x - 32) - 14) < y / 2 - 3
        const isFace = (x - 32) ** 2 + (y - 36) ** 2 < 420
        const isEye = (Math.abs(x - 32) - 9) ** 2 + (y - 33) ** 2 < 10
        return isEye ? [30, 30, 40] : isEar || isFace ? [250, 170, 80] : [110 + x, 150, 240 - y]
      }).flat(),
    ]),
  )
  const part = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data])
    const size = Buffer.alloc(4)
    const sum = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const head = Buffer.from([0, 0, 0, side, 0, 0, 0, side, 8, 2, 0, 0, 0])
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    part('IHDR', head),
    part('IDAT', deflateSync(Buffer.concat(rows))),
    part('IEND', Buffer.alloc(0)),
  ])
}
