import { isFeaturesAnswer } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { type Made, makeGateway } from '../../../test/make-gateway.ts'

async function read({ app }: Made) {
  const answer: unknown = await (await app.request('/appkit/v1/config?projectId=shop')).json()
  if (!isFeaturesAnswer(answer)) throw new Error('no such answer')
  return new Map(
    answer.features.map(({ id, isEnabled, config }) => [id, isEnabled ? config : 'off']),
  )
}

const seller = {} as never

describe('featuresRoute', () => {
  test('default', async () => {
    const found = await read(makeGateway())
    expect(found.size).toBe(12)
    expect([...found].filter(([, config]) => config !== 'off').sort()).toEqual([
      ['activity', null],
      ['multi_wallet', null],
      ['reown_branding', null],
      ['social_login', null],
    ])
  })

  test('behavior: what is served is left to the page', async () => {
    const { app } = makeGateway({
      swaps: { chains: ['eip155:1'] } as never,
      onramp: { sellers: new Map([['a', seller]]) },
      exchanges: { exchanges: new Map([['a', seller]]) },
      emailCapture: {} as never,
      signIn: {} as never,
    })
    const found = await read({ app, logged: [] })
    const served = ['swap', 'onramp', 'fund_from_exchange', 'email_capture', 'sign_in']
    expect(served.map((id) => found.get(id))).toEqual(served.map(() => null))
    expect(found.get('payments')).toBe('off')
  })

  test('behavior: the project wins', async () => {
    const project = { id: 'shop', origins: [], isAnalyticsEnabled: false }
    const features = [{ id: 'swap', isEnabled: false, config: [] }]
    const made = makeGateway({
      swaps: { chains: ['eip155:1'] } as never,
      projects: { find: async () => ({ ...project, features }) },
    })
    expect((await read(made)).get('swap')).toBe('off')
  })
})
