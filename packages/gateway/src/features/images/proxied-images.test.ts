import { hasCode } from '@latchkey/protocol'
import { Transformer } from '@napi-rs/image'
import { describe, expect, test } from 'vitest'
import type { PublicFetch } from '../../ports/image-port.ts'
import { configOf } from '../../test/make-gateway.ts'
import { proxiedImages } from './proxied-images.ts'

const config = configOf(['http://node.example'])
const png = Transformer.fromRgbaPixels(new Uint8Array(300 * 200 * 4).fill(200), 300, 200).pngSync()
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)
const answering =
  (bytes: Uint8Array | undefined, status = 200): PublicFetch =>
  async () => ({ status, bytes })
const refused = (error: unknown) =>
  hasCode(error) ? [error.context.sourceCode, error.context.field] : error
const load = (fetch: PublicFetch, url = 'https://icons.example/a.png') =>
  proxiedImages(config, fetch).load(url).catch(refused)

describe('proxiedImages', () => {
  test('default', async () => {
    const trailing = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])
    const image = await proxiedImages(config, answering(trailing)).load(
      'https://icons.example/a.png',
    )
    const { width, height, format } = new Transformer(image.bytes).metadataSync()
    expect([image.type, format.toLowerCase(), width, height]).toEqual(['image/png', 'png', 128, 85])
    expect(Buffer.from(image.bytes).includes('script')).toBe(false)
  })

  test('behavior: SVG, text and broken files are refused', async () => {
    const tiff = new Transformer(png).tiffSync()
    for (const bytes of [svg, tiff, Buffer.from('<html>'), png.subarray(0, 60), Buffer.alloc(0)]) {
      expect(await load(answering(bytes))).toEqual([404, 'image'])
    }
    expect(
      await load(answering(png), `data:image/svg+xml;base64,${svg.toString('base64')}`),
    ).toEqual([404, 'image'])
  })

  test('behavior: what is too large, missing or no web address is refused', async () => {
    expect(await load(answering(undefined))).toEqual([400, 'image'])
    expect(await load(answering(png, 404))).toEqual([404, 'image'])
    for (const url of [
      'ftp://a.example/',
      'http://a.example:22/',
      'https://a.example:80/',
      'http://a.example:443/',
      'file:///etc/passwd',
      'https://user:word@a.example/',
      'gopher://a',
      'nonsense',
    ]) {
      expect(await load(answering(png), url)).toEqual([400, 'url'])
    }
  })

  test('behavior: follows three redirects, each one asked anew, and no more', async () => {
    const asked: string[] = []
    const fetch: PublicFetch = async (url) => {
      asked.push(url.href)
      return { status: 302, location: `/hop${asked.length}`, bytes: new Uint8Array() }
    }
    expect(await load(fetch)).toEqual([400, 'url'])
    expect(asked).toEqual(
      [0, 1, 2, 3].map((hop) => `https://icons.example/${hop ? `hop${hop}` : 'a.png'}`),
    )
  })

  test('behavior: a redirect to another scheme is refused', async () => {
    const fetch: PublicFetch = async () => ({
      status: 302,
      location: 'file:///etc/passwd',
      bytes: new Uint8Array(),
    })
    expect(await load(fetch)).toEqual([400, 'url'])
  })
})
