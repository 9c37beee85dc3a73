import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { askChoices, Cancelled } from './ask-choices.ts'
import { readFlags } from './read-flags.ts'

const current = mkdtempSync(join(tmpdir(), 'latchkey-ask-'))
writeFileSync(join(current, 'taken'), 'a file')
afterAll(() => rmSync(current, { recursive: true }))

const [enter, down, interrupt] = ['\r', '\u001b[B', '\u0003']

/** Presses the keys of each question as soon as it is shown. */
function answer(questions: readonly (readonly [shown: string, keys: readonly string[]])[]) {
  const input = new PassThrough()
  const output = new PassThrough()
  const left = [...questions]
  let shown = ''
  output.on('data', (part: Buffer) => {
    shown += stripVTControlCharacters(part.toString())
    const [next] = left
    if (!next || !shown.includes(next[0])) return
    left.shift()
    shown = ''
    // The question listens once it is drawn.
    setImmediate(() => {
      for (const key of next[1]) {
        input.write(key)
      }
    })
  })
  return { input, output }
}

describe('askChoices', () => {
  test('default: Enter takes what is offered', async () => {
    const streams = answer([
      ['In which folder?', [enter]],
      ['What is the app called?', [enter]],
      ['With which framework?', [enter]],
      ['For which networks?', [enter]],
      ['With a gateway', [enter]],
    ])
    expect(await askChoices(readFlags([]), current, streams)).toEqual({
      folder: 'latchkey-app',
      name: 'latchkey-app',
      template: 'vite',
      chains: ['mainnet', 'base'],
      hasGateway: false,
    })
  })

  test('behavior: answers are taken', async () => {
    const streams = answer([
      ['In which folder?', [...'shop', enter]],
      ['What is the app called?', [...'my-shop', enter]],
      ['With which framework?', [down, enter]],
      ['For which networks?', [' ', enter]],
      ['With a gateway', ['y', enter]],
    ])
    expect(await askChoices(readFlags([]), current, streams)).toEqual({
      folder: 'shop',
      name: 'my-shop',
      template: 'next',
      chains: ['base'],
      hasGateway: true,
    })
  })

  test('behavior: what is said already is not asked', async () => {
    const line = 'shop --name a-shop --template sveltekit --chains base'
    const streams = answer([['With a gateway', [enter]]])
    expect(await askChoices(readFlags(line.split(' ')), current, streams)).toMatchObject({
      folder: 'shop',
      name: 'a-shop',
      template: 'sveltekit',
      chains: ['base'],
    })
  })

  test('behavior: a folder that cannot be is asked for again, with the reason', async () => {
    const streams = answer([
      ['In which folder?', [...'taken', enter]],
      ['is a file', ['2', enter]],
      ['With a gateway', [enter]],
    ])
    const flags = readFlags('--name a-shop -t vite --chains base'.split(' '))
    expect(await askChoices(flags, current, streams)).toMatchObject({ folder: 'taken2' })
  })

  test('behavior: Ctrl-C ends it', async () => {
    const streams = answer([['In which folder?', [interrupt]]])
    await expect(askChoices(readFlags([]), current, streams)).rejects.toThrow(Cancelled)
  })
})
