// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isIsolatingPopups } from './is-isolating-popups.ts'

afterEach(() => vi.unstubAllGlobals())

const page = (headers: Record<string, string>, status = 200) => {
  const asked = vi.fn(async () => new Response(null, { headers, status }))
  vi.stubGlobal('fetch', asked)
  return asked
}

describe('cutsWindows', () => {
  test.each([
    ['no policy', {}, false],
    ['same-origin', { 'cross-origin-opener-policy': 'same-origin' }, true],
    [
      'same-origin, reported',
      { 'cross-origin-opener-policy': 'same-origin; report-to="coop"' },
      true,
    ],
    [
      'same-origin-allow-popups',
      { 'cross-origin-opener-policy': 'same-origin-allow-popups' },
      false,
    ],
    ['unsafe-none', { 'cross-origin-opener-policy': 'unsafe-none' }, false],
  ] as const)('default: %s', async (_, headers, cuts) => {
    const asked = page(headers)
    expect(await isIsolatingPopups()).toBe(cuts)
    expect(asked).toHaveBeenCalledWith(location.href, expect.objectContaining({ method: 'HEAD' }))
  })

  test('behavior: a page that does not answer may do it', async () => {
    page({}, 405)
    expect(await isIsolatingPopups()).toBe(true)
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('refused by policy')))
    expect(await isIsolatingPopups()).toBe(true)
  })
})
