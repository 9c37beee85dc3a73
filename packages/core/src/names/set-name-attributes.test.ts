import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adapter, raw, storage } from '../../test/fake-parts.ts'
import { refused, registered } from '../../test/name-gateway.ts'
import { codeOf, nameStage, posts } from '../../test/name-stage.ts'
import { withNothingKept } from '../../test/with-nothing-kept.ts'
import { createKit } from '../create-kit.ts'
import { setNameAttributes } from './set-name-attributes.ts'

const run = {} as Awaited<ReturnType<typeof nameStage>>
const name = 'keeper.shop.eth'
const attributes = { bio: 'Keeper' }

beforeEach(async () => {
  Object.assign(run, await nameStage())
  run.gateway.names.set(name, registered(name, 'a1', [60, 0x80000002]))
})
afterEach(() => vi.unstubAllGlobals())
const code = (more: Partial<setNameAttributes.Parameters> = {}) =>
  codeOf(setNameAttributes(run.kit, { name, attributes, ...more }))

describe('setNameAttributes', () => {
  test('default: what is sent is the very text that was signed', async () => {
    const before = Math.floor(Date.now() / 1000)
    const changed = await setNameAttributes(run.kit, { name: ' Keeper ', attributes })
    expect(changed).toMatchObject({ name, attributes })
    const [sent, ...more] = posts(run)
    expect([sent?.url.pathname, more]).toEqual([`/v1/profile/account/${name}/attributes`, []])
    const body = JSON.parse(sent?.body ?? '')
    expect(body).toEqual({
      coin_type: 0x80000002,
      address: 'a1',
      message: run.asked[0],
      signature: '0xsigned',
    })
    const { timestamp, ...content } = JSON.parse(run.asked[0] ?? '')
    expect(content).toEqual({ attributes })
    expect(timestamp - before).toBeOneOf([0, 1])
  })

  test('behavior: of two changes in one second the second says the next one', async () => {
    const now = Math.floor(Date.now() / 1000)
    const said = async (updated: number) => {
      run.gateway.names.set(name, {
        ...registered(name, 'a1'),
        updated_at: new Date(updated * 1000).toISOString(),
      })
      await setNameAttributes(run.kit, { name, attributes })
      return JSON.parse(run.asked.at(-1) ?? '').timestamp - now
    }
    expect(await said(now + 2)).toBe(3)
    for (const far of [now - 100, now + 100]) {
      expect(await said(far)).toBeOneOf([0, 1])
    }
  })

  test('parameters: attributes, all of them: what is left out is taken away', async () => {
    await setNameAttributes(run.kit, { name, attributes })
    expect((await setNameAttributes(run.kit, { name, attributes: {} })).attributes).toEqual({})
  })

  test('behavior: what is sure to be refused is refused before the wallet is asked', async () => {
    expect(await code({ name: 'nobody' })).toBe('name-not-found')
    expect(await code({ name: 'keeper.stop.eth' })).toBe('name-invalid')
    expect(await code({ name: 'a.keeper.shop.eth' })).toBe('name-invalid')
    expect(await code({ attributes: { bio: '<b>' } })).toBe('name-change-failed')
    expect(await code({ attributes: { bio: '' } })).toBe('name-change-failed')
    expect(await code({ attributes: { mood: 'fine' } as object })).toBe('name-change-failed')
    run.gateway.zone = undefined
    Object.assign(run, { kit: withNothingKept(run.kit) })
    expect(await code()).toBe('name-change-failed')
    const bare = createKit({ adapters: [adapter('eip155')], storage: storage() })
    expect(await codeOf(setNameAttributes(bare, { name, attributes }))).toBe('not-connected')
    expect([run.asked, posts(run)]).toEqual([[], []])
  })

  test('behavior: a rejection changes nothing', async () => {
    Object.assign(run.wallet.features, { signMessage: () => Promise.reject(raw('user-rejected')) })
    expect(await code()).toBe('user-rejected')
    expect(posts(run)).toEqual([])
  })

  test.each([
    ['timestamp', 400, 'name-message-expired'],
    ['address', 401, 'name-not-owned'],
    ['signature', 401, 'name-change-failed'],
    ['attributes', 400, 'name-change-failed'],
    ['', 422, 'name-change-failed'],
    ['', 503, 'name-change-failed'],
  ] as const)('behavior: the gateway refuses %s with %i', async (field, status, expected) => {
    run.gateway.instead.set(`POST /v1/profile/account/${name}`, refused(status, field))
    expect(await code()).toBe(expected)
  })

  test('behavior: an answer that was lost is looked up, and counts where it says what was wanted', async () => {
    run.gateway.instead.set(`POST /v1/profile/account/${name}`, { status: 502, json: {} })
    expect(await code()).toBe('name-change-failed')
    run.gateway.names.set(name, { ...registered(name, 'a1'), attributes })
    expect(await code()).toBe('done')
    expect(await code({ attributes: { bio: 'Other' } })).toBe('name-change-failed')
  })

  test.each([
    registered('mallory.shop.eth', 'a1'),
    { ...registered(name, 'a1'), attributes: { bio: 'Other' } },
    {},
  ])('behavior: %o is no answer', async (json) => {
    run.gateway.instead.set(`POST /v1/profile/account/${name}`, { status: 200, json })
    expect(await code()).toBe('name-change-failed')
  })
})
