import { Transformer } from '@napi-rs/image'
import { describe, expect, test } from 'vitest'
import { makeGateway } from '../../../test/make-gateway.ts'
import { currencyImage } from './currency-image.ts'

describe('currencyImage', () => {
  test.each([
    ['usd', '$'],
    ['EUR', '€'],
    ['jpy', '¥'],
    ['chf', 'CHF'],
    ['btc', '₿'],
  ])('default: %s is drawn as %s, and a reader of SVG can draw it', async (code, sign) => {
    const drawing = currencyImage(code) ?? ''
    expect(drawing).toContain(`>${sign}</text>`)
    const png = await Transformer.fromSvg(drawing).png()
    expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')])
  })

  test.each(['', 'us', 'zzz', 'constructor', '<svg>', '../usd'])(
    'behavior: %j is no currency',
    (code) => {
      expect(currencyImage(code)).toBeUndefined()
    },
  )

  test('behavior: the gateway serves it, and may do nothing in the page that shows it', async () => {
    const { app } = makeGateway()
    const response = await app.request('/public/getCurrencyImage/eur?projectId=shop')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(await response.text()).toBe(currencyImage('eur'))
    expect((await app.request('/public/getCurrencyImage/zzz?projectId=shop')).status).toBe(404)
  })
})
