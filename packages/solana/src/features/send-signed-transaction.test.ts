import { LatchkeyError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { sendSignedTransaction } from './send-signed-transaction.ts'

const sent = (answer: () => unknown) => sendSignedTransaction(async () => answer(), 'AA==')
const thrown = (error: unknown) =>
  sent(() => {
    throw error
  })

describe('sendSigned', () => {
  test('default', async () => {
    const asked: unknown[] = []
    await sendSignedTransaction(async (...all) => asked.push(all), 'AA==')
    expect(asked).toEqual([
      ['sendTransaction', ['AA==', { encoding: 'base64', preflightCommitment: 'confirmed' }]],
    ])
  })

  test.each([
    ['a node that answers nonsense', 7],
    ['a node that names another transaction', '1'.repeat(64)],
  ])('behavior: after %s it may be out', async (_, answer) => {
    await expect(sent(() => answer)).resolves.toBeUndefined()
  })

  test.each([
    ['no answer', new LatchkeyError('gateway-timeout')],
    ['no node', new LatchkeyError('rpc-resource-unavailable')],
    ['a broken line', new TypeError('Failed to fetch')],
    [
      'a node that has it',
      { code: -32002, message: 'This transaction has already been processed' },
    ],
    [
      'a node that has it, by its name',
      { code: -32002, message: 'x', data: { err: 'AlreadyProcessed' } },
    ],
    ['nothing', undefined],
  ])('behavior: after %s it may be out too', async (_, error) => {
    await expect(thrown(error)).resolves.toBeUndefined()
  })

  test.each([
    ['a refusal', { code: -32002, message: 'Transaction simulation failed: Blockhash not found' }],
    ['nobody to ask', new LatchkeyError('read-unavailable')],
    ['nobody to ask, again', new LatchkeyError('config-invalid')],
    ['too many questions', new LatchkeyError('rate-limited')],
  ])('behavior: %s is thrown', async (_, error) => {
    await expect(thrown(error)).rejects.toBe(error)
  })
})
