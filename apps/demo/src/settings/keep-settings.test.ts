import { describe, expect, test } from 'vitest'
import { readSettings, storeSettings } from './keep-settings.ts'
import { defaultSettings, type Settings } from './settings.ts'

const tab = () => {
  const kept = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage
  return { sessionStorage, kept }
}

describe('readSettings', () => {
  test('default: what was kept', () => {
    const it = tab()
    expect(readSettings(it, defaultSettings)).toEqual(defaultSettings)
    const settings: Settings = {
      ...defaultSettings,
      isReconnecting: false,
      mode: 'dark',
      walletFeaturesOrder: ['send', 'receive', 'swaps', 'onramp'],
      features: {
        ...defaultSettings.features,
        socials: false,
        emailCapture: ['required'],
        swaps: false,
      },
    }
    storeSettings(it, settings)
    expect(readSettings(it, defaultSettings)).toEqual(settings)
  })

  test.each([
    'no JSON',
    'null',
    '[]',
    '{"mode":7,"features":{"send":"yes","socials":[1]},"walletFeaturesOrder":true}',
  ])('behavior: of %s nothing is believed', (text) => {
    const it = tab()
    storeSettings(it, defaultSettings)
    for (const key of it.kept.keys()) {
      it.kept.set(key, text)
    }
    expect(readSettings(it, defaultSettings)).toEqual(defaultSettings)
  })
})
