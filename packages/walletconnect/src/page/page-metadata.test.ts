import { afterEach, describe, expect, test, vi } from 'vitest'
import { pageMetadata } from './page-metadata.ts'

afterEach(() => void vi.unstubAllGlobals())

describe('pageMetadata', () => {
  test('default: the owner says all', () => {
    const metadata = {
      name: 'Shop',
      description: 'Sells',
      url: 'https://shop.test',
      icons: ['https://shop.test/i.png'],
    }
    expect(pageMetadata(metadata)).toEqual(metadata)
  })

  test('behavior: what is not said is read off the document', () => {
    const found: Record<string, object> = {
      'link[rel~="icon"]': { href: 'https://shop.test/icon.png' },
      'meta[name="description"]': { content: 'A shop' },
    }
    vi.stubGlobal('document', {
      title: 'Shop page',
      querySelector: (selector: string) => found[selector] ?? null,
    })
    vi.stubGlobal('location', { origin: 'https://shop.test' })
    expect(pageMetadata({})).toEqual({
      name: 'Shop page',
      description: 'A shop',
      url: 'https://shop.test',
      icons: ['https://shop.test/icon.png'],
    })
    expect(pageMetadata({ name: 'Shop' }).name).toBe('Shop')
  })

  test('behavior: without a document nothing is made up but a name', () => {
    expect(pageMetadata({})).toEqual({ name: 'Latchkey', description: '', url: '', icons: [] })
  })

  test('parameters: override, with the way back', () => {
    const redirect = { universal: 'https://shop.test/back' }
    expect(pageMetadata({ name: 'Kit' }, { name: 'Transport', redirect })).toMatchObject({
      name: 'Transport',
      redirect,
    })
  })
})
