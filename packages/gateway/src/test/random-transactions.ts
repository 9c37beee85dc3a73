import { accounts, compile, type EvmDevnet, readExchangeArtifacts } from '@latchkey/devnet'
import type { Address, Hex } from 'viem'
import { type Code, draftCall as call, type Draft, mineByHand } from './mine-by-hand.ts'

const ether = 10n ** 18n
const never = 2n ** 255n
/** Small code that makes an empty contract, and code that only fails. */
const emptyContract: Hex = '0x60006000f3'
const failingContract: Hex = '0x60006000fd'

/** The whole of a number's story in 32 bits (mulberry32): the same seed, the same transactions. */
export function randomOf(seed: number): (below: number) => number {
  const state = { at: seed >>> 0 }
  return (below) => {
    state.at = (state.at + 0x6d2b79f5) >>> 0
    const mixed = Math.imul(state.at ^ (state.at >>> 15), 1 | state.at)
    const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((more ^ (more >>> 14)) >>> 0) % below
  }
}

export interface RandomTransactions {
  /** Sends `count` transactions of every kind, so many to a block. */
  send(count: number, perBlock?: number): Promise<void>
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>
}

/** Puts what is needed on a devnet, and mines by hand from then on. */
export async function randomTransactions(
  { url, addresses }: EvmDevnet,
  seed: number,
): Promise<RandomTransactions> {
  const random = randomOf(seed)
  const [artifacts, exchange] = [await compile(), readExchangeArtifacts()]
  const code = (name: string): Code => artifacts[name] as Code
  const [token, nft, items, mover] = [
    code('Token'),
    code('Collectible'),
    code('Items'),
    code('Mover'),
  ]
  const { latch, usdc, weth, router } = addresses
  const { rpc, mine, deploy } = await mineByHand(url)
  const shop = await deploy(items, ['ipfs://items/{id}'])
  const purse = await deploy(mover)
  const keys = await deploy(nft, ['Random Keys', 'RND', 'data:,'])
  await rpc('evm_mine')
  await mine([
    [0, { to: purse, value: 100n * ether }],
    ...accounts.flatMap((_, who) =>
      [latch, usdc].map((one) => [who, call(one, token, 'approve', [router, never])] as const),
    ),
    ...accounts.map((_, who) => [who, { to: weth, value: 50n * ether }] as const),
    ...accounts.map((_, who) => [who, call(weth, token, 'approve', [router, never])] as const),
  ])

  /** Owner of each key, by its number less one, as far as all went well. */
  const owners: number[] = []
  const strangers = Array.from(
    { length: 50 },
    (_, at) => `0x${(0xabc000 + at).toString(16).padStart(40, '0')}` as Address,
  )
  const address = (who: number): Address => accounts[who]?.address as Address
  const anyone = (): Address =>
    random(2) ? address(random(10)) : (strangers[random(50)] as Address)
  const ids = () => Array.from({ length: random(4) }, () => BigInt(random(5)))
  const keyOf = (who: number): bigint => {
    const own = owners.flatMap((owner, at) => (owner === who ? [at + 1] : []))
    return BigInt(own[random(Math.max(1, own.length))] ?? 1 + random(1 + owners.length))
  }
  const amount = (): bigint => BigInt(random(1_000_000)) * 1_000n
  const swap = (who: number): Draft => {
    const { router: shape } = exchange
    const target = [address(who), never]
    const path = [weth, random(2) ? latch : usdc]
    const way = random(3)
    if (way === 0)
      return call(
        router,
        shape,
        'swapExactETHForTokens',
        [0n, path, ...target],
        1n + amount() * 1_000n,
      )
    if (way === 1)
      return call(router, shape, 'swapExactTokensForETH', [
        1n + amount(),
        0n,
        path.toReversed(),
        ...target,
      ])
    return call(router, shape, 'swapExactTokensForTokens', [
      1n + amount(),
      0n,
      [latch, weth, usdc],
      ...target,
    ])
  }
  const makers: readonly ((who: number) => Draft)[] = [
    () => ({ to: anyone(), value: amount() * BigInt(random(2)) }),
    (who) => ({ to: address(who), value: amount() }),
    () => ({ to: random(2) ? weth : purse, value: 1n + amount() }),
    () => call(purse, mover, 'fail', [], amount()),
    () => call(latch, token, 'transfer', [anyone(), never]),
    () => ({ data: emptyContract, value: random(2) ? amount() : 0n }),
    () => ({ data: failingContract, value: random(2) ? amount() : 0n }),
    () =>
      call(random(2) ? latch : usdc, token, 'transfer', [anyone(), amount() * BigInt(random(3))]),
    () => call(random(2) ? latch : usdc, token, 'transfer', [anyone(), amount()]),
    () => call(random(2) ? latch : usdc, token, 'mint', [anyone(), amount()]),
    () => call(usdc, token, 'approve', [address(random(10)), random(3) ? amount() : 0n]),
    () => call(usdc, token, 'transferFrom', [address(random(10)), anyone(), BigInt(random(1_000))]),
    (who) => {
      owners.push(who)
      return call(keys, nft, 'mint', [address(who)])
    },
    (who) => {
      const [id, to] = [keyOf(who), random(10)]
      if (owners[Number(id) - 1] === who) owners[Number(id) - 1] = to
      return call(keys, nft, 'transferFrom', [address(who), address(to), id])
    },
    (who) => call(keys, nft, 'approve', [anyone(), keyOf(who)]),
    () => call(random(2) ? keys : shop, nft, 'setApprovalForAll', [anyone(), random(2) === 1]),
    (who) => call(shop, items, 'mint', [address(who), BigInt(random(5)), BigInt(random(100))]),
    (who) => {
      const list = ids()
      return call(shop, items, 'mintBatch', [
        address(who),
        list,
        list.map(() => BigInt(random(100))),
      ])
    },
    (who) =>
      call(shop, items, 'safeTransferFrom', [
        address(who),
        anyone(),
        BigInt(random(5)),
        BigInt(random(20)),
        '0x',
      ]),
    (who) => {
      const list = ids()
      const many = list.map(() => BigInt(random(10)))
      return call(shop, items, 'safeBatchTransferFrom', [address(who), anyone(), list, many, '0x'])
    },
    swap,
    swap,
    () => call(weth, exchange.weth, 'withdraw', [amount()]),
    () => call(weth, exchange.weth, 'deposit', [], amount()),
    () =>
      call(
        purse,
        mover,
        'pay',
        [Array.from({ length: random(4) }, anyone), BigInt(random(1_000))],
        ether / 1_000n,
      ),
    () => call(purse, mover, 'payInVain', [anyone(), BigInt(random(1_000))]),
    () => call(purse, mover, 'payByDelegate', [anyone(), BigInt(random(1_000))]),
    () => call(purse, mover, 'fillAndEmpty', [anyone()], amount()),
    () => call(purse, mover, 'pretend', [amount()]),
    () => call(purse, mover, 'babble', [amount()]),
  ]
  return {
    rpc,
    send: (count, perBlock) =>
      mine(
        Array.from({ length: count }, () => {
          const who = random(10)
          const draft = (makers[random(makers.length)] as (typeof makers)[number])(who)
          return [who, draft] as const
        }),
        perBlock,
      ),
  }
}
