import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { AppChoices } from '../choices.ts'
import { planGatewayFiles } from './plan-gateway-files.ts'
import { toProjectId } from './project-id.ts'

const choices: AppChoices = {
  name: '@me/shop',
  template: 'vite',
  chains: ['mainnet', 'baseSepolia'],
  hasGateway: true,
}

function textOf(path: string): string {
  return planGatewayFiles(choices, '1.2.3').find((file) => file.path === path)?.text ?? ''
}

describe('planGatewayFiles', () => {
  test('default: the gateway, its database, and Caddy in front', () => {
    const { services, volumes } = parse(textOf('compose.yaml'))
    expect(Object.keys(services)).toEqual(['gateway', 'postgres', 'caddy'])
    expect(services.gateway.command.join(' ')).toContain('npx --yes @latchkey/gateway@1.2.3')
    expect(services.gateway.ports).toBeUndefined()
    expect(services.postgres.ports).toBeUndefined()
    expect(services.caddy.ports).toEqual(['80:80', '443:443'])
    expect(Object.keys(volumes)).toEqual(['gateway', 'postgres', 'caddy'])
    expect(textOf('gateway/Caddyfile')).toContain('reverse_proxy gateway:4301')
  })

  test('behavior: every variable of the compose file stands in .env.example', () => {
    const wanted = [...textOf('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    const named = [...textOf('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    expect(new Set(wanted)).toEqual(
      new Set(named.filter((name) => name !== 'VITE_LATCHKEY_GATEWAY')),
    )
    expect(named).toEqual(
      expect.arrayContaining(['LATCHKEY_RPC_URLS_eip155_1', 'LATCHKEY_RPC_URLS_eip155_84532']),
    )
  })

  test('behavior: every file that the compose file mounts is written', () => {
    const { services } = parse(textOf('compose.yaml')) as {
      services: Record<string, { volumes: readonly string[] }>
    }
    const mounted = Object.values(services)
      .flatMap(({ volumes }) => volumes)
      .filter((volume) => volume.startsWith('./'))
    expect(mounted).toHaveLength(2)
    for (const volume of mounted) {
      expect(textOf(volume.slice(2).split(':')[0] ?? '')).not.toBe('')
    }
  })
})

describe('toProjectId', () => {
  test.each([
    ['my-shop', 'my-shop'],
    ['@me/shop', 'shop'],
    ['shop.app', 'shop-app'],
    ['demo', 'demo-app'],
    ['@me/demo', 'demo-app'],
    ['-', 'app'],
    ['a'.repeat(200), 'a'.repeat(64)],
  ])('default: %s → %s', (name, id) => {
    expect(toProjectId(name)).toBe(id)
  })
})
