// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { standInFrames } from '../../test/stand-in-parent.ts'
import { type Rules, standInVault } from '../../test/stand-in-vault.ts'
import { openFrame } from './open-frame.ts'

const vault = 'http://vault.localhost:4302'
const stops: (() => void)[] = []
const open = (rules: Partial<Rules> | undefined, signal = new AbortController().signal) => {
  stops.push(standInFrames(vault, () => rules && standInVault(vault, rules)).stop)
  return openFrame({ vault, project: 'shop', parent: document.documentElement, signal })
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error) => error.code,
  )
afterEach(() => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) {
    stop()
  }
})

describe('openFrame', () => {
  test('default: a hidden child of the document, named for when it is shown', async () => {
    const { element, remove } = await open({})
    expect(element.parentNode).toBe(document.documentElement)
    expect(element.src).toBe(`${vault}/v/shop`)
    expect([
      element.title,
      element.inert,
      element.tabIndex,
      element.getAttribute('aria-hidden'),
    ]).toEqual(['Approval', true, -1, 'true'])
    expect(element.allow).toBe(
      'publickey-credentials-get; publickey-credentials-create; clipboard-write',
    )
    expect(element.style.display).not.toBe('none')
    remove()
    expect(document.querySelector('stand-in-frame')).toBeNull()
  })

  test('behavior: another version is refused', async () => {
    expect(await codeOf(open({ version: 2 }))).toBe('vault-refused')
    expect(document.querySelector('stand-in-frame')).toBeNull()
  })

  test('behavior: who does not know the nonce is not believed; only what follows counts', async () => {
    const welcome = { type: 'welcome', version: 1, nonce: '0'.repeat(32), load: 'x' }
    const greet = (hello: unknown, port: MessagePort): void => {
      port.postMessage(JSON.stringify(welcome))
      port.postMessage(
        JSON.stringify({ ...welcome, version: 2, nonce: (hello as { nonce: string }).nonce }),
      )
    }
    stops.push(standInFrames(vault, () => ({ ...standInVault(vault), greet })).stop)
    const { signal } = new AbortController()
    const opening = openFrame({ vault, project: 'shop', parent: document.documentElement, signal })
    expect(await codeOf(opening)).toBe('vault-refused')
  })

  test('behavior: a frame that does not load', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const opening = codeOf(open(undefined))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await opening).toBe('vault-unreachable')
    expect(document.querySelector('stand-in-frame')).toBeNull()
  })

  test('behavior: a page of no origin is told why at once, and loads nothing', async () => {
    vi.stubGlobal('origin', 'null')
    const error = await open({}).catch((reason) => reason)
    expect([error.code, error.message]).toEqual([
      'vault-storage-missing',
      expect.stringContaining('allow-same-origin'),
    ])
    expect(document.querySelector('stand-in-frame')).toBeNull()
    vi.unstubAllGlobals()
  })

  test('behavior: nobody waits any more', async () => {
    const controller = new AbortController()
    const opening = codeOf(open(undefined, controller.signal))
    controller.abort()
    expect(await opening).toBe('aborted')
    expect(document.querySelector('stand-in-frame')).toBeNull()
  })
})
