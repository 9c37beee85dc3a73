import { describe, expect, test } from 'vitest'
import { type ProviderEvent, watchProvider } from './watch-provider.ts'

const emitter = (answersStop: boolean) => {
  const held = new Map<string, Set<() => void>>()
  const removeListener = (name: string, heard: () => void) => held.get(name)?.delete(heard)
  const add = (name: string, heard: () => void) => {
    held.set(name, (held.get(name) ?? new Set()).add(heard))
    return answersStop ? () => removeListener(name, heard) : undefined
  }
  const count = () => [...held.values()].reduce((sum, set) => sum + set.size, 0)
  const emit = (name: string) => {
    for (const heard of held.get(name) ?? []) {
      heard()
    }
  }
  return { add, removeListener, count, emit }
}

describe('watchProvider', () => {
  test.each([
    ['addListener', true],
    ['on', false],
  ] as const)('default: by %s', (how, answersStop) => {
    const { add, removeListener, count, emit } = emitter(answersStop)
    const heard: ProviderEvent[] = []
    const stop = watchProvider({ [how]: add, removeListener }, (event) => heard.push(event))
    for (const name of [
      'accountChange',
      'networkChange',
      'disconnect',
      'accountsChanged',
      'chainChanged',
    ]) {
      emit(name)
    }
    expect(heard).toEqual(['accounts', 'network', 'end', 'accounts', 'network'])
    stop()
    stop()
    expect(count()).toBe(0)
  })

  test('behavior: what comes along is a plain copy, or nothing', () => {
    const calls: ((payload: unknown) => void)[] = []
    const heard: unknown[] = []
    watchProvider(
      { on: (_: string, call: (payload: unknown) => void) => calls.push(call) },
      (_, payload) => heard.push(payload),
    )
    calls[0]?.({ a: [1] })
    calls[0]?.({
      get a(): never {
        throw new Error('no')
      },
    })
    expect(heard).toEqual([{ a: [1] }, undefined])
  })

  test('behavior: a wallet that never forgets is not heard any more', () => {
    const { add, emit } = emitter(false)
    const heard: ProviderEvent[] = []
    watchProvider({ addListener: add }, (event) => heard.push(event))()
    emit('disconnect')
    expect(heard).toEqual([])
  })

  test('behavior: wallets without events, or whose events throw', () => {
    const fail = () => {
      throw new Error('no')
    }
    for (const provider of [
      {},
      { addListener: fail },
      { addListener: () => fail },
      { on() {}, removeListener: fail },
    ]) {
      expect(() => watchProvider(provider, () => {})()).not.toThrow()
    }
  })
})
