import { describe, expect, test } from 'vitest'
import { parseGrants } from './family/grants.ts'
import { familyWorld, origin } from './test/family-world.ts'

// Of the usual test words, as other wallets show it.
const solana = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'

describe('createFamilySigner', () => {
  test('default', async () => {
    const { signer, asked } = familyWorld()
    const found = await signer.connect(origin, ['solana', 'bitcoin', 'stacks'])
    expect(found.map(({ family, purpose, path }) => [family, purpose, path])).toEqual([
      ['solana', 'account', "m/44'/501'/0'/0'"],
      ['bitcoin', 'payment', "m/84'/1'/0'/0/0"],
      ['bitcoin', 'ordinals', "m/86'/1'/0'/0/0"],
      ['stacks', 'stacks', "m/44'/5757'/0'/0/0"],
    ])
    expect(found.map(({ address }) => address)).toMatchObject([
      solana,
      expect.stringMatching(/^bcrt1q/),
      expect.stringMatching(/^bcrt1p/),
      expect.stringMatching(/^ST/),
    ])
    expect(asked).toMatchObject([
      { kind: 'accounts', origin, offered: [{ id: '0' }, { id: '1' }, { id: '2' }] },
    ])
    expect(await signer.connect(origin, ['bitcoin', 'stacks'])).toEqual(found.slice(1))
    expect(asked).toHaveLength(1)
  })

  test('behavior: another account is chosen, and changed later', async () => {
    const { signer } = familyWorld(async () => ['1'])
    const [first] = await signer.connect(origin, ['bitcoin'])
    expect(first?.path).toBe("m/84'/1'/0'/0/1")
    await signer.select(origin, 2)
    expect(signer.granted(origin, ['bitcoin', 'stacks']).map(({ path }) => path)).toEqual([
      "m/84'/1'/0'/0/2",
      "m/86'/1'/0'/0/2",
    ])
    await expect(signer.select(origin, 3)).rejects.toMatchObject({ code: 4100 })
  })

  test.each([{ answer: false }, { answer: ['7'] }, { answer: [] }])(
    'behavior: $answer grants nothing',
    async ({ answer }) => {
      const { signer } = familyWorld(async () => answer)
      await expect(signer.connect(origin, ['stacks'])).rejects.toMatchObject({ code: 4001 })
      expect(signer.grants()).toEqual({})
    },
  )

  test('behavior: a site uses nothing before it is connected, nor after it was thrown out', async () => {
    const { signer, asked } = familyWorld()
    const ask = (site: string) =>
      signer.request({
        origin: site,
        family: 'bitcoin',
        method: 'signMessage',
        params: { message: 'a' },
      })
    await expect(ask(origin)).rejects.toMatchObject({ code: 4100 })
    await signer.connect(origin, ['solana', 'bitcoin'])
    await expect(ask('http://other.example')).rejects.toMatchObject({ code: 4100 })
    signer.revoke(origin, ['bitcoin'])
    await expect(ask(origin)).rejects.toMatchObject({ code: 4100 })
    expect(signer.granted(origin, ['solana', 'bitcoin'])).toHaveLength(1)
    signer.revoke(origin, ['solana'])
    expect(signer.grants()).toEqual({})
    expect(asked.map(({ kind }) => kind)).toEqual(['accounts'])
  })

  test.each(['toString', '__proto__', 'eth_sign'])('behavior: %s is not known', async (method) => {
    const { request } = familyWorld()
    for (const family of ['solana', 'bitcoin', 'stacks'] as const) {
      await expect(request(family, method)).rejects.toMatchObject({ code: 4200 })
    }
  })
})

describe('parseGrants', () => {
  test('behavior: what is malformed is dropped', async () => {
    const { signer } = familyWorld()
    await signer.connect(origin, ['stacks'])
    const good = signer.grants()
    expect(parseGrants(good)).toEqual(good)
    const grant = good[origin]?.stacks
    const bad = [
      null,
      { stacks: { ...grant, account: -1 } },
      { stacks: { account: 0, addresses: [] } },
      { bitcoin: grant },
    ]
    expect(parseGrants(Object.fromEntries(bad.map((one, i) => [`http://${i}`, one])))).toEqual({})
    for (const value of [null, 'x', []]) {
      expect(parseGrants(value)).toEqual({})
    }
  })
})
