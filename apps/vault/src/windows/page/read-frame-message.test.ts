import { expect, test } from 'vitest'
import { readFrameMessage } from './read-frame-message.ts'

const [id, nonce] = ['i'.repeat(43), 'n1']
const request = { chain: 'eip155:1', method: 'personal_sign', params: [] }
const approval = {
  type: 'latchkey-frame-approval',
  id,
  nonce,
  payload: 'aa',
  site: 'https://shop.example',
  account: '0x',
  request,
}
const read = (more: object) => readFrameMessage({ ...approval, ...more }, id, nonce)

test('readFrameMessage: default: an approval, as it was sent', () => {
  expect(read({})).toEqual(approval)
})

test.each<[string, object]>([
  ['without a request', { request: undefined }],
  ['of nothing', { request: null }],
  ['whose request is a text', { request: 'personal_sign' }],
  ['whose request is a function', { request: Object.assign(() => {}, request) }],
  ['of no chain', { request: { ...request, chain: undefined } }],
  ['of too long a chain', { request: { ...request, chain: 'x'.repeat(65) } }],
  ['of too long a method', { request: { ...request, method: 'x'.repeat(65) } }],
  ['without its site', { site: undefined }],
  ['of too long a site', { site: 'x'.repeat(4_097) }],
  ['for another window', { id: 'x' }],
  ['of another greeting', { nonce: 'x' }],
])('readFrameMessage: behavior: an approval %s is not read', (_, more) => {
  expect(read(more)).toBeNull()
})
