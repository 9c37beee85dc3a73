import { afterEach, describe, expect, test, vi } from 'vitest'
import { adapter } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import { gatewayUrls } from './urls.ts'

afterEach(() => void vi.unstubAllEnvs())

describe('gatewayUrls', () => {
  const hosts = (url: string | readonly string[]): readonly string[] =>
    gatewayUrls(
      createKit({ adapters: [adapter()], storage: null, gateway: { url, project: 'p' } }),
      'v1',
    ).map((one) => new URL(one).host)
  const all = ['https://one.test', 'https://two.test', 'https://three.test']

  test.each([
    ['Europe/Berlin', ['one.test', 'two.test', 'three.test']],
    ['Asia/Shanghai', ['two.test', 'three.test', 'one.test']],
    ['Asia/Hong_Kong', ['two.test', 'three.test', 'one.test']],
  ])('behavior: in %s the hosts of the owner are asked in this order', (zone, order) => {
    vi.stubEnv('TZ', zone)
    expect(hosts(all)).toEqual(order)
    expect(hosts('https://one.test')).toEqual(['one.test'])
  })
})
