import { isRegisteredName, type RegisteredName } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../base/refuse.ts'
import type { NamePort, SignedName } from '../../../ports/name-port.ts'
import { makeGateway } from '../../../test/make-gateway.ts'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const at = '2026-01-01T00:00:00.000Z'
const ada: RegisteredName = {
  name: 'ada.shop.eth',
  registered_at: at,
  updated_at: at,
  attributes: { bio: 'hi' },
  addresses: { 60: { address: owner, created_at: at } },
}
const good = { coin_type: 60, address: owner, message: '{}', signature: '0x12' }

function stage(more: Partial<NamePort> = {}) {
  const asked: unknown[] = []
  const take =
    (verb: string) =>
    async (...[first, second]: readonly unknown[]) => {
      asked.push([verb, ...(typeof first === 'string' ? [first, second] : [first])])
      return ada
    }
  const names: NamePort = {
    zone: 'shop.eth',
    find: async (name) => (name === ada.name ? ada : undefined),
    listByOwner: async (address) => (address === owner ? [ada] : []),
    suggest: async (label) => [{ name: `${label}.shop.eth`, registered: false }],
    register: take('register') as NamePort['register'],
    setAttributes: take('attributes') as NamePort['setAttributes'],
    addAddress: take('address') as NamePort['addAddress'],
    lookUp: async (sender, data) => `0x${sender.length}${data.length}`,
    ...more,
  }
  const { app } = makeGateway({ names })
  const read = async (path: string, init?: RequestInit) => {
    const answer = await app.request(`/v1/${path}`, init)
    return [answer.status, await answer.json()] as const
  }
  const get = (path: string) => read(`${path}${path.includes('?') ? '&' : '?'}projectId=shop`)
  const post = (path: string, body: unknown) =>
    read(`profile/account${path}?projectId=shop`, { method: 'POST', body: JSON.stringify(body) })
  return { asked, get, post, read }
}
const field = ([status, body]: readonly [number, unknown]) =>
  `${status} ${(body as { reasons?: { field: string }[] }).reasons?.[0]?.field}`

describe('names', () => {
  test('default', async () => {
    const { get } = stage()
    expect(await get('profile/account/ada.shop.eth?apiVersion=2')).toEqual([200, ada])
    expect(isRegisteredName((await get('profile/account/ada.shop.eth'))[1])).toBe(true)
    expect(await get(`profile/reverse/${owner}?apiVersion=2&sender=${owner}`)).toEqual([200, [ada]])
    const suggestions = [{ name: 'ada.shop.eth', registered: false }]
    expect(await get('profile/suggestions/ada?zone=shop.eth')).toEqual([200, { suggestions }])
    expect(await get('profile/suggestions/ada')).toEqual([200, { suggestions }])
  })

  test('parameters: apiVersion 2 answers nothing with an empty list', async () => {
    const { get } = stage()
    const other = `0x${'1'.repeat(40)}`
    expect(await get('profile/account/eve.shop.eth?apiVersion=2')).toEqual([200, []])
    expect(field(await get('profile/account/eve.shop.eth'))).toBe('404 name')
    expect(field(await get('profile/account/eve.shop.eth?apiVersion=1'))).toBe('404 name')
    expect(await get(`profile/reverse/${other}?apiVersion=2`)).toEqual([200, []])
    expect(field(await get(`profile/reverse/${other}`))).toBe('404 address')
    expect(field(await get('profile/reverse/nobody'))).toBe('400 address')
  })

  test('parameters: zone', async () => {
    expect(field(await stage().get('profile/suggestions/ada?zone=reown.id'))).toBe('400 name')
  })

  test('behavior: what is signed is passed on as it came', async () => {
    const { asked, post } = stage()
    const ask: SignedName = { coinType: 60, address: owner, message: '{}', signature: '0x12' }
    for (const path of ['', '/ada.shop.eth/attributes', '/ada.shop.eth/address']) {
      expect(await post(path, good)).toEqual([200, ada])
    }
    expect(asked).toEqual([
      ['register', ask],
      ['attributes', 'ada.shop.eth', ask],
      ['address', 'ada.shop.eth', ask],
    ])
  })

  test.each([
    ['address', { address: 'me' }],
    ['address', { address: undefined }],
    ['coin_type', { coin_type: '60' }],
    ['coin_type', { coin_type: -1 }],
    ['message', { message: 'x'.repeat(4_097) }],
    ['message', { message: { name: 'x' } }],
    ['signature', { signature: '0x1' }],
    ['signature', { signature: `0x${'ab'.repeat(20_001)}` }],
  ])('behavior: a body whose %s is wrong is refused', async (name, wrong) => {
    const { asked, post } = stage()
    expect(field(await post('', { ...good, ...wrong }))).toBe(`400 ${name}`)
    expect(asked).toEqual([])
  })

  test('behavior: refusals keep their status and field', async () => {
    const register = async () => {
      throw refusal(422, '', 'Deserialization error: x')
    }
    expect(await stage({ register }).post('', good)).toEqual([
      422,
      { status: 'FAILED', reasons: [{ field: '', description: 'Deserialization error: x' }] },
    ])
  })

  test('behavior: names are for projects, answers to resolvers for everybody', async () => {
    const { read } = stage()
    expect((await read('profile/account/ada.shop.eth'))[0]).toBe(401)
    const headers = { origin: 'https://any.example' }
    expect(await read('ccip/0x12/0x3456', { headers })).toEqual([200, { data: '0x46' }])
    expect(await read('ccip/0x12/0x3456.json')).toEqual([200, { data: '0x46' }])
  })
})
