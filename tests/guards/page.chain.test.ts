// @vitest-environment happy-dom
import { describe, test } from 'vitest'
import { openFrame } from '../../packages/embedded/src/page/open-frame.ts'
import { standInFrames } from '../../packages/embedded/test/stand-in-parent.ts'
import { standInVault } from '../../packages/embedded/test/stand-in-vault.ts'
import { proveGuards } from './prove-guards.ts'

const vault = 'http://vault.localhost:4302'

/** Whether the page believes a frame that speaks this version. */
async function believed(version: number): Promise<boolean> {
  const { stop } = standInFrames(vault, () => standInVault(vault, { version }))
  const { signal } = new AbortController()
  try {
    const frame = await openFrame({
      vault,
      project: 'shop',
      parent: document.documentElement,
      signal,
    })
    frame.remove()
    return true
  } catch {
    return false
  } finally {
    stop()
  }
}

describe('welcome', () => {
  test('behavior: a frame has the page speak an older version than its least', () =>
    proveGuards(['welcome-version'], () => believed(0)))
})
