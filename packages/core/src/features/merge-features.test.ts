import { describe, expect, test } from 'vitest'
import { mergeFeatures } from './merge-features.ts'

const on = (id: string, ...config: readonly string[]) => ({ id, isEnabled: true, config })
const page = (id: string) => ({ id, isEnabled: true, config: null })
const off = (id: string) => ({ id, isEnabled: false, config: ['1inch'] })
const merged = (
  local: Parameters<typeof mergeFeatures>[0],
  ...remote: Parameters<typeof mergeFeatures>[1]
) => mergeFeatures(local, remote).features

describe('mergeFeatures', () => {
  test('default: the example of the wire', () => {
    const remote = [
      on('social_login', 'email', 'google', 'x'),
      on('swap', '1inch'),
      on('onramp', 'meld'),
      on('activity'),
      off('reown_branding'),
      off('multi_wallet'),
      on('email_capture', 'required'),
      off('fund_from_exchange'),
    ]
    expect(mergeFeatures({ send: false }, remote)).toEqual({
      features: {
        send: false,
        email: true,
        socials: ['google', 'x'],
        swaps: ['1inch'],
        onramp: ['meld'],
        activity: true,
        multiWallet: false,
        signIn: false,
        pay: false,
        emailCapture: ['required'],
      },
      overridden: [],
    })
  })

  test('behavior: what the list does not name is off', () => {
    expect(merged({ swaps: true, email: true })).toEqual({
      swaps: false,
      onramp: false,
      pay: false,
      activity: false,
      multiWallet: false,
      signIn: false,
      emailCapture: false,
      email: false,
      socials: false,
    })
  })

  test('behavior: null leaves it to the page, whatever the page says', () => {
    const all = [
      'swap',
      'onramp',
      'fund_from_exchange',
      'activity',
      'multi_wallet',
      'sign_in',
      'email_capture',
      'social_login',
    ]
    for (const local of [{}, { swaps: false, socials: ['x'], emailCapture: true } as const]) {
      expect(merged(local, ...all.map(page))).toEqual(local)
    }
  })

  test('behavior: a list of nothing is off, a flag without a list is on', () => {
    const found = merged(
      {},
      ...['swap', 'onramp', 'activity', 'social_login', 'email_capture'].map((id) => on(id)),
    )
    expect(found).toMatchObject({
      swaps: false,
      onramp: false,
      activity: true,
      email: false,
      emailCapture: false,
    })
  })

  test('behavior: a star is everyone the gateway asks', () => {
    expect(merged({ onramp: ['shop'] }, on('swap', '*'), on('onramp', 'other', '*'))).toMatchObject(
      {
        swaps: true,
        onramp: true,
      },
    )
  })

  test('behavior: deposits from an exchange follow the operator', () => {
    expect(merged({ pay: true }, off('fund_from_exchange')).pay).toBe(false)
    expect(merged({ pay: false }, on('fund_from_exchange')).pay).toBe(true)
  })

  test('behavior: several wallets follow the operator', () => {
    expect(merged({ multiWallet: true }, off('multi_wallet')).multiWallet).toBe(false)
    expect(merged({}, on('multi_wallet')).multiWallet).toBe(true)
    expect(merged({ multiWallet: true }, page('multi_wallet')).multiWallet).toBe(true)
  })

  test('behavior: the sign-in of the gateway follows the operator', () => {
    expect(merged({ signIn: true }, off('sign_in')).signIn).toBe(false)
    expect(merged({}, on('sign_in')).signIn).toBe(true)
    expect(merged({ signIn: true }, page('sign_in')).signIn).toBe(true)
  })

  test('behavior: ways to sign in are those that are named, strangers dropped', () => {
    expect(merged({}, on('social_login', 'email'))).toMatchObject({ email: true, socials: false })
    expect(merged({}, on('social_login', 'x', 'myspace', 'google'))).toMatchObject({
      email: false,
      socials: ['google', 'x'],
    })
  })

  test('behavior: an email that is asked for without being required', () => {
    expect(
      merged({ emailCapture: ['required'] }, on('email_capture', 'optional')).emailCapture,
    ).toBe(true)
  })

  test('behavior: what the page had said otherwise is named', () => {
    const remote = [off('swap'), on('social_login', 'email', 'x'), on('activity')]
    expect(
      mergeFeatures({ swaps: true, socials: ['x'], activity: false }, remote).overridden,
    ).toEqual(['swaps', 'activity'])
  })
})
