import type { Kit } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { allowedImage } from './allowed-image.ts'

const kit = (url?: string | string[]) =>
  ({ options: url ? { gateway: { url, project: 'p' } } : {} }) as unknown as Kit

describe('allowedImage', () => {
  it('default', () => {
    expect(allowedImage(kit(), 'data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA')
    expect(
      allowedImage(kit(['https://a.example', 'https://b.example/']), 'https://b.example/i/1'),
    ).toBe('https://b.example/i/1')
  })
  it.each([
    null,
    undefined,
    '',
    'https://tracker.example/x.png',
    'https://a.example.evil/x.png',
    'data:image/svg+xml,<svg/>',
    'data:text/html,x',
    'javascript:alert(1)',
  ])('behavior: %s is not shown', (url) => {
    expect(allowedImage(kit('https://a.example'), url)).toBeUndefined()
  })
})
