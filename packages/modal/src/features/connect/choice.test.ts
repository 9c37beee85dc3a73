import type { Kit } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { listedChoice } from './choice.ts'

const cove = { id: 'cove', name: 'Cove', image_url: 'https://cove.example/a b.png?x=1&y=2' }
const kitOf = (gateway?: string | readonly string[]) =>
  ({
    options: {
      wallets: { custom: [cove] },
      ...(gateway && { gateway: { url: gateway, project: 'shop' } }),
    },
  }) as unknown as Kit

describe('listedChoice', () => {
  test('default: a picture that the owner names comes through the gateway', () => {
    const { icon = '' } = listedChoice(
      kitOf(['https://gate.example', 'https://other.example']),
      cove,
    )
    const { origin, pathname, searchParams } = new URL(icon)
    expect([origin, pathname]).toEqual(['https://gate.example', '/v1/image'])
    expect(Object.fromEntries(searchParams)).toEqual({ url: cove.image_url, projectId: 'shop' })
  })

  test('behavior: not one that a list names, and none without a gateway', () => {
    expect(listedChoice(kitOf('https://gate.example'), { ...cove }).icon).toBeUndefined()
    expect(listedChoice(kitOf(), cove).icon).toBeUndefined()
  })

  test('behavior: raster data and pictures of the gateway stay as they are', () => {
    for (const image_url of ['data:image/png;base64,AAAA', 'https://gate.example/i/1']) {
      expect(listedChoice(kitOf('https://gate.example'), { ...cove, image_url }).icon).toBe(
        image_url,
      )
    }
  })
})
