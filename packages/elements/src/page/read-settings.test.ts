import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { readSettings } from './read-settings.ts'

const read = (attributes: Readonly<Record<string, string>>) =>
  readSettings((name) => attributes[name] ?? null)
const codeOf = (attributes: Readonly<Record<string, string>>): string | undefined => {
  try {
    read(attributes)
    return undefined
  } catch (error) {
    return hasCode(error) ? error.code : 'not ours'
  }
}

describe('readSettings', () => {
  test('default: an element that says nothing joins the default kit', () => {
    expect(read({})).toEqual({ id: 'default', networks: [], relays: [] })
  })

  test('parameters: networks', () => {
    const networks = ['eip155:1', 'stacks:1']
    for (const text of ['eip155:1 stacks:1', ' eip155:1,\nstacks:1 , eip155:1']) {
      expect(read({ networks: text }).networks).toEqual(networks)
    }
  })

  test('parameters: gateway, project, relays, namespace, kit-id', () => {
    const attributes = {
      gateway: 'https://gate.example',
      project: 'shop',
      relays: 'wss://a.example wss://b.example',
      namespace: 'solana',
      'kit-id': 'second',
    }
    expect(read(attributes)).toEqual({
      id: 'second',
      networks: [],
      relays: ['wss://a.example', 'wss://b.example'],
      gateway: { url: 'https://gate.example', project: 'shop' },
      namespace: 'solana',
    })
  })

  test.each([
    [{ networks: 'ethereum' }, 'config-invalid'],
    [{ networks: 'eip155:1 1' }, 'config-invalid'],
    [{ gateway: 'https://gate.example' }, 'project-id-missing'],
    [{ networks: 'eip155:1 '.repeat(2000) }, 'config-invalid'],
    [
      { networks: Array.from({ length: 65 }, (_, i) => `eip155:${i + 1}`).join(' ') },
      'config-invalid',
    ],
    [
      { relays: Array.from({ length: 9 }, (_, i) => `wss://${i}.example`).join(' ') },
      'config-invalid',
    ],
  ])('behavior: refuses what cannot work: case %#', (attributes, code) => {
    expect(codeOf(attributes as Record<string, string>)).toBe(code)
  })
})
