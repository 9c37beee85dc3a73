import { afterAll, expect, vi } from 'vitest'

// Node warns when these are read, or asks for a file.
const unread = ['localStorage', 'sessionStorage']
// What large libraries add once per process: listeners that clean up at its end, and lighter
// classes of the HTTP server.
const ofLibraries = /^(?:listeners of (?:exit|beforeExit|SIG\w+)|globalThis\.(?:Request|Response))$/

/**
 * What files that share a process could find of each other. Node creates many globals when they are
 * first read.
 */
const seen = (): ReadonlyMap<string, unknown> =>
  new Map<string, unknown>([
    ...Object.getOwnPropertyNames(globalThis)
      .filter((name) => !unread.includes(name) && !name.startsWith('__zod_'))
      .map((name) => [`globalThis.${name}`, Reflect.get(globalThis, name)] as const),
    ...Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, value] as const),
    ...process
      .eventNames()
      .map((name) => [`listeners of ${String(name)}`, process.listenerCount(name)] as const),
    ['process.cwd()', process.cwd()],
    ['fake timers', vi.isFakeTimers()],
  ])

// Taken before the file itself is loaded, because a polyfill that it imports counts too.
const before = seen()
afterAll(() => {
  const after = seen()
  const names = new Set([...before.keys(), ...after.keys()])
  const isWorld = /\.(?:chain|browser)\.test\./.test(expect.getState().testPath ?? '')
  const left = [...names].filter(
    (name) => !(isWorld && ofLibraries.test(name)) && !Object.is(before.get(name), after.get(name)),
  )
  if (left.length > 0) throw new Error(`This file leaves behind: ${left.join(', ')}`)
})
