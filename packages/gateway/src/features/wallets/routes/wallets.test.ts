import { walletsAnswerSchema } from '@latchkey/protocol/schema'
import { expect, test } from 'vitest'
import { configOf, makeGateway } from '../../../test/make-gateway.ts'

const { app } = makeGateway()
const ask = async (query: string) => {
  const response = await app.request(`/getWallets?projectId=shop&${query}`)
  expect(response.status).toBe(200)
  return walletsAnswerSchema.parse(await response.json())
}
const ids = async (query: string) => (await ask(query)).data.map(({ id }) => id)

test('default', async () => {
  const { count, data } = await ask('')
  expect(count).toBeGreaterThanOrEqual(140)
  expect(data).toHaveLength(40)
})

test('parameters: page, entries', async () => {
  const all = await ids('entries=6')
  expect([...(await ids('page=1&entries=3')), ...(await ids('page=2&entries=3'))]).toEqual(all)
  expect(await ids('page=10000&entries=3')).toEqual([])
  expect((await app.request('/getWallets?projectId=shop&entries=101')).status).toBe(400)
})

test('parameters: include, exclude, search', async () => {
  expect(await ids('include=rainbow,metamask')).toEqual(['metamask', 'rainbow'])
  expect(await ids('include=rainbow,metamask&exclude=metamask')).toEqual(['rainbow'])
  expect(await ids('search=%20RAINbow%20')).toContain('rainbow')
  expect((await ask('search=zzzz-nothing')).count).toBe(0)
})

test('parameters: chains, rdns', async () => {
  const { data } = await ask('chains=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp&entries=100')
  expect(data.length).toBeGreaterThan(0)
  expect(data.every(({ chains }) => !chains?.length || chains.includes('solana'))).toBe(true)
  expect(await ids('rdns=me.rainbow')).toEqual(['rainbow'])
})

test('parameters: include, exclude, ids of the WalletConnect explorer, former ones too', async () => {
  const metamask = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'
  const coinbase = 'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8'
  const coinbaseBefore = 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa'
  expect(await ids(`include=${metamask},rainbow`)).toEqual(['metamask', 'rainbow'])
  expect(await ids(`include=${coinbase}`)).toEqual(['coinbase'])
  expect(await ids(`include=${coinbaseBefore.toUpperCase()}`)).toEqual(['coinbase'])
  expect(await ids(`include=${metamask},rainbow&exclude=${metamask}`)).toEqual(['rainbow'])
  expect(await ids(`include=${metamask.slice(0, 32)}`)).toEqual([])
  expect(await ids(`include=${'0'.repeat(64)}`)).toEqual([])
})

test('parameters: badge_type', async () => {
  const listings = [
    { id: 'a', name: 'A', badge_type: 'certified' },
    { id: 'b', name: 'B' },
  ] as const
  const made = makeGateway({ wallets: { all: () => listings, search: () => listings } })
  const found = async (badge: string) => {
    const response = await made.app.request(`/getWallets?projectId=shop&badge_type=${badge}`)
    return [
      response.status,
      walletsAnswerSchema.safeParse(await response.json()).data?.data.map(({ id }) => id),
    ]
  }
  expect(await found('certified')).toEqual([200, ['a']])
  expect(await found('none')).toEqual([200, ['b']])
  expect(await found('gold')).toEqual([400, undefined])
})

test('behavior: how a wallet is opened is told', async () => {
  const { data } = await ask('include=keplr,metamask')
  expect(data).toMatchObject([
    {
      mobile_link: 'metamask://',
      universal_link: 'https://metamask.app.link',
      link_formats: { mobile_link: 'derived', universal_link: 'observed' },
    },
    { mobile_link: 'keplrwallet://wcV2?{uri}', link_formats: { mobile_link: 'observed' } },
  ])
})

test('behavior: whom the operator certifies is marked, and found by the mark', async () => {
  const metamask = 'C57CA95B47569778A828D19178114F4DB188B89B763C899BA0BE274E97267D96'
  const { app: marking } = makeGateway({
    config: configOf(['http://node.example'], { wallets: { certified: ['rainbow', metamask] } }),
  })
  const found = async (more: string): Promise<unknown> => {
    const { data } = (await (
      await marking.request(`/getWallets?projectId=shop&${more}`)
    ).json()) as {
      data: { id: string }[]
    }
    return data.map(({ id }) => id)
  }
  expect(await found('badge_type=certified')).toEqual(['metamask', 'rainbow'])
  expect(await found('badge_type=none&include=rainbow,trust')).toEqual(['trust'])
  expect(await found('badge_type=certified&search=rainbow')).toEqual(['rainbow'])
  expect((await ask('badge_type=certified')).count).toBe(0)
})
