import { connect, createKit, type Kit } from '@latchkey/core'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { KitProvider } from '../src/KitProvider.tsx'

function Probe({ call: useIt }: { readonly call: () => void }): null {
  useIt()
  return null
}

/** Draws a component that uses a hook, on a page whose first wallet `join` connects. */
export async function drawHook<T>(
  adapters: Parameters<typeof createKit>[0]['adapters'],
  useIt: () => T,
): Promise<{
  readonly kit: Kit
  /** What the hook answered, oldest first. */
  readonly seen: readonly T[]
  last(): T
  act(change: () => unknown): Promise<void>
  join(): Promise<void>
}> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  onTestFinished(() => void vi.unstubAllGlobals())
  const kit = createKit({ adapters, storage: null })
  const seen: T[] = []
  const call = () => void seen.push(useIt())
  const root = createRoot(document.createElement('div'))
  const change = (run: () => unknown) => act(async () => void (await run()))
  await change(() =>
    root.render(createElement(KitProvider, { kit }, createElement(Probe, { call }))),
  )
  onTestFinished(() => change(() => root.unmount()))
  return {
    kit,
    seen,
    last: () => seen.at(-1) as T,
    act: change,
    join: () =>
      change(async () => {
        const connector = await vi.waitUntil(
          () => Object.keys(kit.getState().connectors)[0],
          10_000,
        )
        await connect(kit, { connector })
      }),
  }
}
