import { afterEach, describe, expect, test, vi } from 'vitest'
import { adapter, deferred, raw, storage } from '../../test/fake-parts.ts'
import { refused, registered } from '../../test/name-gateway.ts'
import { codeOf, nameStage, posts } from '../../test/name-stage.ts'
import { withNothingKept } from '../../test/with-nothing-kept.ts'
import { createKit } from '../create-kit.ts'
import { addressOfNameQuery } from '../queries/address-of-name-query.ts'
import { registerName } from './register-name.ts'

afterEach(() => vi.unstubAllGlobals())

describe('registerName', () => {
  test('default: what is sent is the very text that was signed', async () => {
    const { kit, gateway, asked, notes } = await nameStage()
    const before = Math.floor(Date.now() / 1000)
    const made = await registerName(kit, { name: ' Ada7.shop.eth', attributes: { bio: 'Keeper' } })
    expect(made).toEqual(registered('ada7.shop.eth', 'a1', [60, 0x80000002]))
    const [sent, ...more] = posts({ gateway })
    expect(more).toEqual([])
    const body = JSON.parse(sent?.body ?? '')
    expect(body).toEqual({
      coin_type: 0x80000002,
      address: 'a1',
      message: asked[0],
      signature: '0xsigned',
    })
    const { timestamp, ...content } = JSON.parse(asked[0] ?? '')
    expect(content).toEqual({ name: 'ada7.shop.eth', attributes: { bio: 'Keeper' } })
    expect(timestamp - before).toBeOneOf([0, 1])
    expect(notes.map(({ type }) => type)).toEqual(['name-asked', 'name-registered'])
  })

  test('parameters: name may be a label', async () => {
    const { kit } = await nameStage()
    expect((await registerName(kit, { name: 'keeper' })).name).toBe('keeper.shop.eth')
  })

  test('behavior: what is sure to be refused is refused before the wallet is asked', async () => {
    const page = await nameStage()
    const { gateway, asked } = page
    let { kit } = page
    gateway.names.set('taken.shop.eth', registered('taken.shop.eth', 'a9'))
    const code = (name: string, more: object = {}) => codeOf(registerName(kit, { name, ...more }))
    expect(await code('ada')).toBe('name-too-short')
    for (const name of [
      'ada_lovelace',
      'ab--cd',
      'аdaa',
      'ada lovelace',
      'adaa.stop.eth',
      'a.adaa.shop.eth',
      `${'a'.repeat(65)}`,
    ]) {
      expect([name, await code(name)]).toEqual([
        name,
        name === 'a.adaa.shop.eth' ? 'name-too-short' : 'name-invalid',
      ])
    }
    expect(await code('taken')).toBe('name-taken')
    expect(await code('fine', { attributes: { bio: '<b>' } })).toBe('name-registration-failed')
    gateway.zone = { zone: 'shop.eth', perAddress: 2 }
    kit = withNothingKept(kit)
    for (const at of [1, 2]) {
      gateway.names.set(`mine${at}.shop.eth`, registered(`mine${at}.shop.eth`, 'a1'))
    }
    expect(await code('fine')).toBe('name-owned-already')
    gateway.names.delete('mine1.shop.eth')
    expect(asked).toEqual([])
    expect(await code('fine')).toBe('done')
    expect(posts(page)).toHaveLength(1)
  })

  test('behavior: a rejection leaves nothing behind', async () => {
    const page = await nameStage(() => Promise.reject(raw('user-rejected')))
    expect(await codeOf(registerName(page.kit, { name: 'keeper' }))).toBe('user-rejected')
    expect(posts(page)).toEqual([])
    expect(page.notes.at(-1)).toMatchObject({
      type: 'name-failed',
      error: { code: 'user-rejected' },
    })
    expect(page.gateway.names.size).toBe(0)
  })

  test('behavior: called off while the wallet is open, nothing is sent', async () => {
    const answer = deferred<{ signature: string }>()
    const page = await nameStage(() => answer.promise)
    const controller = new AbortController()
    const run = codeOf(registerName(page.kit, { name: 'keeper', signal: controller.signal }))
    await vi.waitFor(() => expect(page.asked).toHaveLength(1))
    controller.abort()
    answer.resolve({ signature: '0xlate' })
    expect(await run).toBe('aborted')
    expect(posts(page)).toEqual([])
  })

  test.each([
    ['timestamp', 400, 'name-message-expired'],
    ['name', 400, 'name-taken'],
    ['address', 400, 'name-owned-already'],
    ['signature', 401, 'name-registration-failed'],
    ['coin_type', 400, 'name-registration-failed'],
    ['constructor', 400, 'name-registration-failed'],
    ['', 422, 'name-registration-failed'],
    ['', 503, 'name-registration-failed'],
  ] as const)('behavior: the gateway refuses %s with %i', async (field, status, code) => {
    const { kit, gateway } = await nameStage()
    gateway.instead.set('POST /v1/profile/account', refused(status, field))
    expect(await codeOf(registerName(kit, { name: 'keeper' }))).toBe(code)
  })

  test('behavior: an answer that was lost is looked up, and only an own name counts', async () => {
    const { kit, gateway } = await nameStage()
    gateway.onRegister = () =>
      gateway.names.set('keeper.shop.eth', registered('keeper.shop.eth', 'a1', [60, 0x80000002]))
    gateway.instead.set('POST /v1/profile/account', { status: 502, json: {} })
    expect((await registerName(kit, { name: 'keeper' })).name).toBe('keeper.shop.eth')
    gateway.names.clear()
    gateway.onRegister = () =>
      gateway.names.set('other.shop.eth', registered('other.shop.eth', 'a9', [60, 0x80000002]))
    expect(await codeOf(registerName(kit, { name: 'other' }))).toBe('name-registration-failed')
  })

  test('behavior: of two gateways the second refuses what the first has done', async () => {
    const { kit, gateway } = await nameStage(undefined, ['https://a.example', 'https://b.example'])
    gateway.onRegister = () => {
      gateway.instead.set(
        'POST /v1/profile/account',
        gateway.names.size === 0 ? 'down' : refused(400, 'name'),
      )
      gateway.names.set('keeper.shop.eth', registered('keeper.shop.eth', 'a1', [60, 0x80000002]))
    }
    expect((await registerName(kit, { name: 'keeper' })).name).toBe('keeper.shop.eth')
  })

  test('behavior: an answer about another name is none', async () => {
    const { kit, gateway } = await nameStage()
    gateway.instead.set('POST /v1/profile/account', {
      status: 200,
      json: registered('mallory.shop.eth', 'a1'),
    })
    expect(await codeOf(registerName(kit, { name: 'keeper' }))).toBe('name-registration-failed')
  })

  test('behavior: nobody connected, no names kept, no gateway', async () => {
    const { kit, gateway } = await nameStage()
    gateway.zone = undefined
    expect(await codeOf(registerName(kit, { name: 'keeper' }))).toBe('name-registration-failed')
    const bare = createKit({ adapters: [adapter('eip155')], storage: storage() })
    expect(await codeOf(registerName(bare, { name: 'keeper' }))).toBe('not-connected')
  })

  test('behavior: what was looked up before is looked up anew', async () => {
    const { kit } = await nameStage()
    const look = () =>
      addressOfNameQuery(kit, { chain: 'eip155:2', name: 'Keeper.shop.eth' }).queryFn()
    expect(await look()).toBeNull()
    await registerName(kit, { name: 'keeper' })
    expect(await look()).toBe('a1')
  })
})
