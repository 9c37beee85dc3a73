// @vitest-environment happy-dom
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fakeKit } from '../../test/fake-kit.ts'
import { type Bundle, versions, withReact } from '../../test/with-react.ts'

afterEach(() => vi.unstubAllGlobals())

describe.each(versions)('useOrder on React %i', (version) => {
  let bundle: Bundle
  beforeAll(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    bundle = await withReact(version)
  })

  /**
   * Follows an order whose answers come in this order; `null` is a gateway that does not answer.
   */
  async function following(id: string | undefined, answers: readonly (string | null)[]) {
    const { React, Client, QueryClient, hooks, queries } = bundle
    const asked = { count: 0 }
    vi.stubGlobal('fetch', async () => {
      const status = answers[Math.min(asked.count++, answers.length - 1)]
      return status === null ? Response.json({}, { status: 404 }) : Response.json({ id, status })
    })
    const { kit } = fakeKit(bundle, { gateway: { url: 'http://gateway.example', project: 'p' } })
    const client: QueryClient = new QueryClient()
    const seen: (string | undefined)[] = []
    // biome-ignore lint/correctness/noComponentHookFactories: the React under test is known at run time only
    function Probe(): null {
      seen.push(queries.useOrder({ id, client, refetchIntervalMs: 20 }).data?.status)
      return null
    }
    const root = Client.createRoot(document.createElement('div'))
    await React.act(async () => {
      root.render(React.createElement(hooks.KitProvider, { kit }, React.createElement(Probe)))
    })
    await React.act(async () => {
      await vi.waitFor(
        () => expect(asked.count).toBeGreaterThanOrEqual(id === undefined ? 0 : answers.length),
        5_000,
      )
      await new Promise((resolve) => setTimeout(resolve, 150))
    })
    const { count } = asked
    await React.act(async () => root.unmount())
    client.clear()
    return { count, last: seen.at(-1) }
  }

  it('default: asked until its end, over a failure in between', async () => {
    const answers = ['created', 'paying', null, 'delivering', 'done']
    expect(await following('shop.1', answers)).toEqual({ count: 5, last: 'done' })
  })

  it('parameters: id undefined asks nothing', async () => {
    expect(await following(undefined, ['done'])).toEqual({ count: 0, last: undefined })
  })
})
