import { accounts, type EvmDevnet, mnemonic, startEvmDevnet } from '@latchkey/devnet'
import { hasCode } from '@latchkey/protocol'
import type { Hex } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRefusal } from '../../base/refuse.ts'
import type { Sql } from '../../data/sql.ts'
import type { NamePort } from '../../ports/name-port.ts'
import { describeDatabases } from '../../test/describe-databases.ts'
import { configOf } from '../../test/make-gateway.ts'
import { ownedWallets } from '../../test/owned-wallets.ts'
import { rpcNodes } from '../rpc/rpc-nodes.ts'
import { nameStore } from './name-store.ts'
import { createNames } from './names.ts'

const coinType = 0x80000000 + 31337
const now = 1_767_225_600
type Signer = { readonly address: Hex; signMessage(asked: { message: string }): Promise<Hex> }
const stranger = (): Signer => privateKeyToAccount(generatePrivateKey())

/** What a refusal says, as `400 name`; what was answered otherwise. */
const outcome = (run: Promise<unknown>): Promise<unknown> =>
  run.catch((error) => {
    const known = readRefusal(error)
    if (!known || !hasCode(error)) throw error
    return `${known.status} ${known.field}`.trim()
  })

describeDatabases('names', (open) => {
  const made: { devnet?: EvmDevnet; db?: Sql; wallets?: Awaited<ReturnType<typeof ownedWallets>> } =
    {}
  const owner = mnemonicToAccount(mnemonic)
  /** The devnet twice: what stands on it stands at the same address of another chain, Ethereum. */
  const replica = (at = now, url = made.devnet?.url ?? ''): NamePort => {
    const names = { zone: 'shop.eth', reserved: ['support'] }
    const one = configOf([url], { rpc: { timeoutMs: 1_000 }, names })
    const config = {
      ...one,
      chains: one.chains.flatMap((chain) => [chain, { ...chain, id: 'eip155:1' as const }]),
    }
    return createNames({
      config,
      store: nameStore(made.db as Sql),
      nodes: rpcNodes(config),
      now: () => at * 1000,
    })
  }
  const signed = async (
    signer: Signer,
    content: unknown,
    more: { coinType?: number; address?: string } = {},
  ) => {
    const message = typeof content === 'string' ? content : JSON.stringify(content)
    const signature = await signer.signMessage({ message })
    return { coinType, address: signer.address, message, signature, ...more }
  }
  const register = async (name: string, signer: Signer = stranger(), more: object = {}) =>
    replica().register(
      await signed(signer, { name: `${name}.shop.eth`, attributes: {}, timestamp: now, ...more }),
    )

  beforeAll(async () => {
    const [database, devnet] = await Promise.all([open(), startEvmDevnet()])
    Object.assign(made, { db: database.db, devnet })
    made.wallets = await ownedWallets(devnet.url, mnemonic, owner.address)
  }, 60_000)
  afterAll(() => made.devnet?.stop())

  test('default', async () => {
    const attributes = { bio: 'Keeper of keys', avatar: 'https://img.example/a.png' }
    const at = new Date(now * 1000).toISOString()
    const there = {
      name: 'ada.shop.eth',
      registered_at: at,
      updated_at: at,
      attributes,
      addresses: {
        60: { address: owner.address, created_at: at },
        [coinType]: { address: owner.address, created_at: at },
      },
    }
    expect(await register('ada', owner, { attributes })).toEqual(there)
    expect(await replica().find('ada.shop.eth')).toEqual(there)
    expect(await replica().listByOwner(owner.address.toLowerCase())).toEqual([there])
    expect(await replica().find('nobody.shop.eth')).toBeUndefined()
  })

  test('behavior: checks come in the order of the facts, each before all that are wrong after it', async () => {
    const wrong = { coinType: 5, address: accounts[1].address }
    const ask = async (content: unknown, more: object = wrong) =>
      outcome(replica().register(await signed(stranger(), content, more)))
    const bad = { attributes: { nickname: '<b>' }, timestamp: now - 601 }
    expect(await ask('{"name":"ada.shop.eth"')).toBe('422')
    expect(await ask({ name: 'ada.shop.eth', attributes: {} })).toBe('422')
    expect(await ask({ name: 'ada.shop.eth', timestamp: '5' })).toBe('422')
    for (const name of [
      'Ada.shop.eth',
      'аda.shop.eth',
      'ab--cd.shop.eth',
      'ad.shop.eth',
      'shop.eth',
      'a.ada.shop.eth',
    ]) {
      expect(await ask({ ...bad, name })).toBe('400 name')
    }
    expect(await ask({ ...bad, name: `${'a'.repeat(65)}.shop.eth` })).toBe('400 name')
    expect(await ask({ ...bad, name: 'ada.stop.eth' })).toBe('400 name')
    expect(await ask({ ...bad, name: 'ada.shop.eth' })).toBe('400 coin_type')
    const here = { ...wrong, coinType }
    expect(await ask({ ...bad, name: 'ada.shop.eth' }, here)).toBe('400 name')
    expect(await ask({ ...bad, name: 'order.shop.eth' }, here)).toBe('400 timestamp')
    expect(await ask({ ...bad, name: 'order.shop.eth', timestamp: now }, here)).toBe(
      '400 attributes',
    )
    for (const attributes of [
      { bio: '' },
      { bio: 'a'.repeat(256) },
      { bio: 5 },
      { bio: 'ü' },
      { constructor: 'a' },
    ]) {
      expect(await ask({ name: 'order.shop.eth', timestamp: now, attributes }, here)).toBe(
        '400 attributes',
      )
    }
    expect(
      await ask({ name: 'order.shop.eth', attributes: { bio: 'a' }, timestamp: now }, here),
    ).toBe('401 signature')
    expect(await replica().find('order.shop.eth')).toBeUndefined()
  })

  test('behavior: a message holds for ten minutes, and ten seconds ahead of the clock', async () => {
    for (const [off, expected] of [
      [-601, '400 timestamp'],
      [11, '400 timestamp'],
      [-600, { name: 'minus.shop.eth' }],
      [10, { name: 'plus.shop.eth' }],
    ] as const) {
      const name = `${off < 0 ? 'minus' : 'plus'}`
      const got = await outcome(register(name, stranger(), { timestamp: now + off }))
      if (typeof expected === 'string') expect(got).toBe(expected)
      else expect(got).toMatchObject(expected)
    }
  })

  test('behavior: what looks like a name that is there, or is reserved, is refused', async () => {
    await register('morning-1')
    for (const label of [
      'morning-1',
      'morning-l',
      'm0rning-1',
      'rnorning-1',
      'morning--1',
      '-morning-1',
      'support',
      '5upport',
    ]) {
      expect([label, await outcome(register(label))]).toEqual([label, '400 name'])
    }
    expect(await register('morning-2')).toMatchObject({ name: 'morning-2.shop.eth' })
  })

  test('behavior: one address, one name', async () => {
    expect(await outcome(register('second', owner))).toBe('400 address')
    expect(await replica().find('second.shop.eth')).toBeUndefined()
  })

  test('behavior: contracts sign as ERC-1271 and ERC-6492 say', async () => {
    const { standing, counterfactual, wrap } = made.wallets as Awaited<
      ReturnType<typeof ownedWallets>
    >
    const ask = async (
      name: string,
      address: Hex,
      signer: Signer,
      shape = (signature: Hex) => signature,
    ) => {
      const asked = await signed(signer, {
        name: `${name}.shop.eth`,
        attributes: {},
        timestamp: now,
      })
      return outcome(replica().register({ ...asked, address, signature: shape(asked.signature) }))
    }
    expect(await ask('standing', standing, stranger())).toBe('401 signature')
    expect(await ask('standing', standing, owner)).toMatchObject({ name: 'standing.shop.eth' })
    expect(await ask('coming', counterfactual, owner)).toBe('401 signature')
    expect(await ask('coming', counterfactual, stranger(), wrap)).toBe('401 signature')
    expect(await ask('coming', standing, owner, wrap)).toBe('400 address')
    expect(await ask('coming', counterfactual, owner, wrap)).toMatchObject({
      name: 'coming.shop.eth',
    })
  })

  test('behavior: a contract changes its name only by the chain it stands on', async () => {
    const { standing } = made.wallets as Awaited<ReturnType<typeof ownedWallets>>
    const content = { attributes: { bio: 'A contract' }, timestamp: now + 1 }
    const set = async (coin: number) =>
      outcome(
        replica(now + 1).setAttributes(
          'standing.shop.eth',
          await signed(owner, content, { coinType: coin, address: standing }),
        ),
      )
    expect(await set(60)).toBe('401 signature')
    expect(await set(coinType)).toMatchObject({ attributes: { bio: 'A contract' } })
  })

  test('behavior: while no node answers, keys register and contracts wait', async () => {
    const down = replica(now, 'http://127.0.0.1:9')
    const content = { name: 'offline.shop.eth', attributes: {}, timestamp: now }
    const contract = await signed(owner, content, {
      address: made.wallets?.counterfactual as string,
    })
    expect(await outcome(down.register({ ...contract, address: accounts[7].address }))).toBe(
      '503 chainId',
    )
    expect(await down.register(await signed(stranger(), content))).toMatchObject({
      name: 'offline.shop.eth',
    })
  })

  test('behavior: of many replicas that register one name at once exactly one wins', async () => {
    const race = async (labels: readonly string[], signers: readonly Signer[]) => {
      const asks = await Promise.all(
        labels.map((label, at) =>
          signed(signers[at] as Signer, {
            name: `${label}.shop.eth`,
            attributes: {},
            timestamp: now,
          }),
        ),
      )
      const ended = await Promise.all(asks.map((ask) => outcome(replica().register(ask))))
      return ended.filter((one) => typeof one === 'string').sort()
    }
    const five = [0, 1, 2, 3, 4]
    expect(
      await race(
        five.map(() => 'contested'),
        five.map(stranger),
      ),
    ).toEqual(Array(4).fill('400 name'))
    expect(await race(['lookalike', '1ookalike'], [stranger(), stranger()])).toEqual(['400 name'])
    const one = stranger()
    expect(await race(['several-a', 'several-b', 'several-c'], [one, one, one])).toEqual(
      Array(2).fill('400 address'),
    )
  })

  test('behavior: attributes are changed by their owner, and by newer messages only', async () => {
    const bob = stranger()
    await register('bobby', bob)
    const set = async (bio: string, at: number, signer = bob) =>
      outcome(
        replica(at).setAttributes(
          'bobby.shop.eth',
          await signed(signer, { attributes: { bio }, timestamp: at }),
        ),
      )
    expect(await set('first', now)).toBe('400 timestamp')
    const ask = await signed(bob, { attributes: { bio: 'second' }, timestamp: now + 9 })
    expect(await replica(now + 9).setAttributes('bobby.shop.eth', ask)).toMatchObject({
      attributes: { bio: 'second' },
      updated_at: new Date((now + 9) * 1000).toISOString(),
      registered_at: new Date(now * 1000).toISOString(),
    })
    expect(await outcome(replica(now + 9).setAttributes('bobby.shop.eth', ask))).toBe(
      '400 timestamp',
    )
    expect(await set('older', now + 8)).toBe('400 timestamp')
    expect(await set('of a stranger', now + 10, stranger())).toBe('401 address')
    expect(await replica().find('bobby.shop.eth')).toMatchObject({ attributes: { bio: 'second' } })
    const other = await signed(bob, { attributes: {}, timestamp: now + 10 })
    expect(await outcome(replica(now + 10).setAttributes('nobody.shop.eth', other))).toBe(
      '400 name',
    )
  })

  test('behavior: an address that others gave to their name does not bear it', async () => {
    const [mallory, victim] = [stranger(), stranger()]
    await register('scammer', mallory)
    const give = async (at: number, more: object = {}, name = 'scammer') => {
      const content = { coin_type: 60, address: victim.address, timestamp: at, ...more }
      return outcome(replica(at).addAddress(`${name}.shop.eth`, await signed(mallory, content)))
    }
    expect(await give(now + 1, { coin_type: 0x80000000 + 10 })).toBe('400 coin_type')
    expect(await give(now + 1, { address: 'victim' })).toBe('422')
    expect(await give(now + 1)).toMatchObject({
      addresses: { 60: { address: victim.address }, [coinType]: { address: mallory.address } },
    })
    expect(await give(now + 1)).toBe('400 timestamp')
    expect(await replica().listByOwner(victim.address)).toEqual([])
    expect(await replica().listByOwner(mallory.address)).toHaveLength(1)
    await give(now + 2, { coin_type: coinType })
    // It leads to somebody else now: it is not shown as its owner's name any more.
    expect(await replica().listByOwner(mallory.address)).toEqual([])
    expect(await register('victim-own', victim)).toMatchObject({ name: 'victim-own.shop.eth' })
  })

  test('behavior: suggestions begin with the name itself and are free', async () => {
    await register('maple')
    const suggest = async (label: string) =>
      (await replica().suggest(label)).map(
        ({ name, registered }) => `${name}${registered ? ' taken' : ''}`,
      )
    expect(await suggest('map')).toEqual(['map.shop.eth'])
    expect(await suggest('maple')).toEqual(['maple.shop.eth taken'])
    expect((await suggest('rnaple'))[0]).toBe('rnaple.shop.eth taken')
    expect((await suggest('support'))[0]).toBe('support.shop.eth taken')
    const many = await suggest('bea')
    expect(many).toEqual(
      ['bea', 'beach', 'beacon', 'bear', 'beaver'].map((label) => `${label}.shop.eth`),
    )
    await register('beacon')
    expect(await suggest('bea')).not.toContain('beacon.shop.eth')
    for (const label of ['ab', 'ab--cd', 'Bea', 'b.c', 'bé', 'a'.repeat(65)]) {
      expect(await outcome(suggest(label))).toBe('400 name')
    }
  })

  test('behavior: without a zone nothing is kept', async () => {
    const none = createNames({
      config: configOf(['http://node.example']),
      store: nameStore(made.db as Sql),
      nodes: rpcNodes(configOf(['http://node.example'])),
    })
    expect(await none.listByOwner(owner.address)).toEqual([])
    for (const run of [
      none.find('ada.shop.eth'),
      none.suggest('ada'),
      none.register(await signed(owner, 'x')),
    ]) {
      expect(await outcome(run)).toBe('400 name')
    }
  })
})
