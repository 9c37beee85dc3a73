// @vitest-environment happy-dom

import type { Kit } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import { fakeKit } from '../../test/fake-kit.ts'
import { type Bundle, versions, withReact } from '../../test/with-react.ts'
import type { Action, ActionOptions } from './use-action.ts'

interface Call {
  readonly text: string
  readonly signal: AbortSignal
  readonly resolve: (value: string) => void
  readonly reject: (error: unknown) => void
}

describe.each(versions)('useAction on React %i', (version) => {
  let bundle: Bundle
  beforeAll(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    bundle = await withReact(version)
    expect(bundle.React.version.startsWith(`${version}.`)).toBe(true)
  })

  async function mounted(options?: ActionOptions) {
    const { React, Client, hooks } = bundle
    const calls: Call[] = []
    const verb = (_kit: Kit, parameters: { text: string; signal?: AbortSignal }): Promise<string> =>
      new Promise((resolve, reject) => {
        calls.push({
          text: parameters.text,
          signal: parameters.signal as AbortSignal,
          resolve,
          reject,
        })
      })
    const seen: string[] = []
    let action: Action<typeof verb> | undefined
    // biome-ignore lint/correctness/noComponentHookFactories: the React under test is known at run time only
    function Probe(): null {
      action = hooks.useAction(verb, options)
      seen.push(action.state.status)
      return null
    }
    const root = Client.createRoot(document.createElement('div'))
    const { kit } = fakeKit(bundle)
    await React.act(async () =>
      root.render(
        React.createElement(
          React.StrictMode,
          null,
          React.createElement(hooks.KitProvider, { kit }, React.createElement(Probe)),
        ),
      ),
    )
    const now = () => action as Action<typeof verb>
    return { root, calls, seen, now, act: React.act }
  }

  it('default', async () => {
    const { calls, now, act, root } = await mounted()
    expect(now().state).toEqual({ status: 'idle' })
    let outcome: Promise<unknown> | undefined
    await act(async () => {
      outcome = now().run({ text: 'a' })
    })
    expect(now().state).toEqual({ status: 'running' })
    await act(async () => calls[0]!.resolve('A'))
    expect(now().state).toEqual({ status: 'done', value: 'A' })
    expect(await outcome).toEqual({ status: 'done', value: 'A' })
    await act(async () => root.unmount())
  })

  it('behavior: run, cancel and reset keep their identity while the state changes', async () => {
    const { calls, now, act } = await mounted()
    const { run, cancel, reset } = now()
    await act(async () => void run({ text: 'a' }))
    await act(async () => calls[0]!.resolve('A'))
    expect(now().state.status).toBe('done')
    expect(now().cancel === cancel && now().run === run && now().reset === reset).toBe(true)
  })

  it('behavior: a failure is a state, the promise never rejects', async () => {
    const { calls, now, act } = await mounted()
    const error = new LatchkeyError('user-rejected')
    let outcome: Promise<unknown> | undefined
    await act(async () => {
      outcome = now().run({ text: 'a' })
    })
    await act(async () => calls[0]!.reject(error))
    expect(now().state).toEqual({ status: 'failed', error })
    expect(await outcome).toEqual({ status: 'failed', error })
    await act(async () => now().reset())
    expect(now().state).toEqual({ status: 'idle' })
  })

  it('behavior: an error of the page itself arrives as the cause of an unknown one', async () => {
    const { calls, now, act } = await mounted()
    const cause = new Error('no')
    await act(async () => void now().run({ text: 'a' }))
    await act(async () => calls[0]!.reject(cause))
    const { state } = now()
    expect(state.status === 'failed' && state.error).toMatchObject({
      name: 'LatchkeyError',
      code: 'unknown',
      cause,
    })
  })

  it('behavior: a newer run aborts the older one and its late answer is dropped', async () => {
    const { calls, now, act } = await mounted()
    let first: Promise<unknown> | undefined
    await act(async () => {
      first = now().run({ text: 'a' })
      void now().run({ text: 'b' })
    })
    expect(calls.map((call) => call.signal.aborted)).toEqual([true, false])
    await act(async () => calls[1]!.resolve('B'))
    await act(async () => calls[0]!.resolve('A'))
    expect(now().state).toEqual({ status: 'done', value: 'B' })
    expect(await first).toEqual({ status: 'superseded' })
  })

  it('parameters: abortsSuperseded false leaves the older run alone', async () => {
    const { calls, now, act } = await mounted({ abortsSuperseded: false })
    await act(async () => {
      void now().run({ text: 'a' })
      void now().run({ text: 'b' })
    })
    expect(calls.map((call) => call.signal.aborted)).toEqual([false, false])
  })

  it('behavior: cancel aborts and returns to idle, and the late answer changes nothing', async () => {
    const { calls, now, act } = await mounted()
    await act(async () => void now().run({ text: 'a' }))
    await act(async () => now().cancel())
    expect(calls[0]!.signal.aborted).toBe(true)
    await act(async () => calls[0]!.reject(new Error('late')))
    expect(now().state).toEqual({ status: 'idle' })
  })

  it('parameters: a signal of the caller aborts too', async () => {
    const { calls, now, act } = await mounted()
    const own = new AbortController()
    await act(async () => void now().run({ text: 'a', signal: own.signal }))
    own.abort()
    expect(calls[0]!.signal.aborted).toBe(true)
  })

  it('parameters: abortsOnUnmount decides what leaving does', async () => {
    for (const abortsOnUnmount of [true, false]) {
      const { calls, now, act, root } = await mounted({ abortsOnUnmount })
      await act(async () => void now().run({ text: 'a' }))
      expect(calls[0]!.signal.aborted).toBe(false)
      await act(async () => root.unmount())
      expect(calls[0]!.signal.aborted).toBe(abortsOnUnmount)
    }
  })
})
