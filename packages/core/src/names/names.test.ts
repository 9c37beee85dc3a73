import { hasCode } from '@latchkey/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { adapter, chain, storage } from '../../test/fake-parts.ts'
import { nameGateway, refused, registered } from '../../test/name-gateway.ts'
import { withNothingKept } from '../../test/with-nothing-kept.ts'
import { createKit } from '../create-kit.ts'
import { addressOfNameQuery } from '../queries/address-of-name-query.ts'
import { nameSuggestionsQuery } from './name-suggestions-query.ts'
import { namesOfQuery } from './names-of-query.ts'

afterEach(() => vi.unstubAllGlobals())

const codeOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    (value) => value,
    (error) => (hasCode(error) ? error.code : error),
  )

function stage(namespace = 'eip155') {
  const gateway = nameGateway([`${namespace}:1`, `${namespace}:2`])
  const evm = adapter(namespace)
  const chains = [chain(`${namespace}:1`), chain(`${namespace}:2`), chain(`${namespace}:3`)]
  const onChain: string[] = []
  const read = {
    ...evm.read,
    addressOfName: async (_: unknown, name: string) => {
      onChain.push(name)
      return 'achain'
    },
  }
  const gatewayOption = { url: 'https://g.example', project: 'p' }
  const kit = createKit({
    adapters: [{ ...evm, chains, read }],
    storage: storage(),
    gateway: gatewayOption,
  })
  const look = (name: string, reference = '2') =>
    codeOf(addressOfNameQuery(kit, { chain: `${namespace}:${reference}`, name }).queryFn())
  return { kit, gateway, look, onChain }
}

describe('addressOfNameQuery with a zone', () => {
  test('default: the address of the chain asked for, then Ethereum’s, then the first', async () => {
    const { gateway, look, onChain } = stage()
    const at = { created_at: null }
    gateway.names.set('ada.shop.eth', {
      ...registered('ada.shop.eth', 'a'),
      addresses: {
        60: { address: 'aether', ...at },
        2147483650: { address: 'atwo', ...at },
        2147483657: { address: 'anine', ...at },
      },
    })
    gateway.names.set('far.shop.eth', registered('far.shop.eth', 'afar', [0x80000009]))
    expect(await look('ada.shop.eth')).toBe('atwo')
    expect(await look('ADA.Shop.eth', '3')).toBe('aether')
    expect(await look('far.shop.eth')).toBe('afar')
    expect(await look('nobody.shop.eth')).toBeNull()
    expect(onChain).toEqual([])
    expect(gateway.asked.at(-1)?.url.searchParams.get('apiVersion')).toBe('2')
  })

  test('behavior: other names are the chain’s to know, and labels nobody can have nobody’s', async () => {
    const { gateway, look, onChain } = stage()
    for (const name of ['ada.eth', 'shop.eth', 'ada.workshop.eth', 'ada.shop.eth.evil.eth']) {
      expect(await look(name)).toBe('achain')
    }
    expect(onChain).toHaveLength(4)
    for (const name of [
      'аda.shop.eth',
      'a.ada.shop.eth',
      'ab.shop.eth',
      'ab--cd.shop.eth',
      '../x.shop.eth',
    ]) {
      expect(await look(name)).toBeNull()
    }
    expect([onChain.length, gateway.paths()]).toEqual([4, []])
  })

  test('behavior: a gateway that is down, silent about the name or lying gives no address', async () => {
    const { gateway, look, onChain } = stage()
    const answers = (json: unknown) =>
      gateway.instead.set('GET /v1/profile/account', { status: 200, json })
    answers(registered('mallory.shop.eth', 'amallory'))
    expect(await look('ada.shop.eth')).toBe('name-unavailable')
    answers(registered('ada.shop.eth', '<script>'))
    expect(await look('ada.shop.eth')).toBeNull()
    answers({ ...registered('bob.shop.eth', 'abob'), addresses: [] })
    expect(await look('bob.shop.eth')).toBe('name-unavailable')
    gateway.instead.set('GET /v1/profile/account', refused(400, 'name'))
    expect(await look('eve.shop.eth')).toBe('name-unavailable')
    expect(onChain).toEqual([])
  })

  test('behavior: without a zone, and while the gateway does not say, the chain is asked', async () => {
    const { gateway, look, onChain } = stage()
    gateway.zone = undefined
    expect(await look('ada.shop.eth')).toBe('achain')
    const other = stage()
    other.gateway.instead.set('GET /v1/supported-chains', refused(404, ''))
    expect(await other.look('ada.shop.eth')).toBe('achain')
    expect([onChain.length, other.onChain.length]).toEqual([1, 1])
  })

  test('behavior: where a chain family has no coin type a name of the zone leads nowhere', async () => {
    const { gateway, look } = stage('alpha')
    gateway.names.set('ada.shop.eth', registered('ada.shop.eth', 'a1'))
    expect(await look('ada.shop.eth')).toBeNull()
  })
})

describe('nameSuggestionsQuery', () => {
  const answer = (names: readonly string[]) => ({
    status: 200,
    json: { suggestions: names.map((name, at) => ({ name, registered: at === 0 })) },
  })
  test('default', async () => {
    const { kit, gateway } = stage()
    gateway.instead.set(
      'GET /v1/profile/suggestions/beac',
      answer(['beac.shop.eth', 'beach.shop.eth']),
    )
    expect(await nameSuggestionsQuery(kit, { label: ' Beac ' }).queryFn()).toEqual([
      { name: 'beac.shop.eth', registered: true },
      { name: 'beach.shop.eth', registered: false },
    ])
    expect(gateway.asked.at(-1)?.url.searchParams.get('zone')).toBe('shop.eth')
    expect(nameSuggestionsQuery(kit, { label: 'BEAC' }).queryKey).toEqual(
      nameSuggestionsQuery(kit, { label: 'beac' }).queryKey,
    )
  })

  test('behavior: what is no label is not asked about', async () => {
    const { kit, gateway } = stage()
    for (const label of ['', 'ada', 'a b c', 'ada_', 'ab--cd', '../../x', 'a'.repeat(65)]) {
      expect(await nameSuggestionsQuery(kit, { label }).queryFn()).toEqual([])
    }
    gateway.zone = undefined
    expect(await nameSuggestionsQuery(kit, { label: 'beach' }).queryFn()).toEqual([])
    expect(gateway.paths()).toEqual([])
  })

  test('behavior: a failure, another name first or another zone is no answer', async () => {
    const { kit, gateway } = stage()
    const ask = () => codeOf(nameSuggestionsQuery(kit, { label: 'beac' }).queryFn())
    const path = 'GET /v1/profile/suggestions'
    for (const wrong of [
      answer(['beach.shop.eth']),
      answer([]),
      answer(['beac.shop.eth', 'beach.evil.eth']),
      refused(400, 'name'),
    ]) {
      gateway.instead.set(path, wrong)
      expect(await ask()).toBe('name-suggestions-unavailable')
    }
  })
})

describe('namesOfQuery', () => {
  test('default', async () => {
    const { kit, gateway } = stage()
    gateway.names.set('ada.shop.eth', registered('ada.shop.eth', 'a1'))
    gateway.names.set('eve.shop.eth', registered('eve.shop.eth', 'a2'))
    expect(await namesOfQuery(kit, { account: 'eip155:2:a1' }).queryFn()).toEqual([
      registered('ada.shop.eth', 'a1'),
    ])
    const { searchParams } = gateway.asked.at(-1)?.url ?? new URL('about:blank')
    expect([searchParams.get('apiVersion'), searchParams.get('sender')]).toEqual(['2', 'a1'])
    expect(namesOfQuery(kit, { account: 'eip155:2:a1' }).staleTime).toBe(300_000)
  })

  test('behavior: nothing is asked about a chain the gateway does not serve, and without a zone', async () => {
    const { kit, gateway } = stage()
    expect(await namesOfQuery(kit, { account: 'eip155:3:a1' }).queryFn()).toEqual([])
    gateway.zone = undefined
    const later = withNothingKept(kit)
    expect(await namesOfQuery(later, { account: 'eip155:2:a1' }).queryFn()).toEqual([])
    expect(gateway.paths()).toEqual([])
  })

  test('behavior: a failure is one, and so is a name of another zone', async () => {
    const { kit, gateway } = stage()
    for (const wrong of [
      refused(400, 'address'),
      { status: 200, json: [registered('ada.evil.eth', 'a1')] },
      { status: 200, json: { name: 'ada.shop.eth' } },
    ]) {
      gateway.instead.set('GET /v1/profile/reverse', wrong)
      expect(await codeOf(namesOfQuery(kit, { account: 'eip155:2:a1' }).queryFn())).toBe(
        'names-unavailable',
      )
    }
  })
})
