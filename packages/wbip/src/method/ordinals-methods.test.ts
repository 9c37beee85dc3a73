import { describe, expect, test } from 'vitest'
import { checkRequest, request } from '../request.ts'

const address = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const id = `${'ab'.repeat(32)}i0`
const order = {
  runeName: 'UNCOMMON•GOODS',
  destinationAddress: address,
  refundAddress: address,
  feeRate: 1,
}
const refused = expect.objectContaining({ code: 'rpc-invalid-params' })

describe('requests for inscriptions and runes', () => {
  const txid = 'cd'.repeat(32)
  const placed = { orderId: 'a-1', fundTransactionId: txid, fundingAddress: address }
  test.each([
    [
      'ord_sendInscriptions',
      { transfers: [{ address, inscriptionId: id }] },
      { transfers: [{ address, inscriptionId: id }] },
      { txid },
    ],
    [
      'runes_transfer',
      { recipients: [{ runeName: order.runeName, amount: 1n, address }] },
      { recipients: [{ runeName: order.runeName, amount: '1', address }] },
      { txid },
    ],
    [
      'runes_mint',
      { ...order, repeats: 1, appServiceFee: 5, appServiceFeeAddress: address },
      { ...order, repeats: 1, appServiceFee: 5, appServiceFeeAddress: address },
      placed,
    ],
    [
      'runes_etch',
      { ...order, isMintable: false, premine: '21' },
      { ...order, isMintable: false, premine: '21' },
      placed,
    ],
  ] as const)(
    'default: %s reaches the wallet whole, and its answer the page',
    async (method, params, wire, answer) => {
      const asked: unknown[][] = []
      const provider = {
        async request(...args: unknown[]) {
          asked.push(args)
          return { jsonrpc: '2.0', id: 1, result: answer }
        },
      }
      expect(await request({ provider, manner: 'plain' }, method, params)).toEqual(answer)
      expect(asked).toEqual([[method, wire]])
    },
  )

  test.each([
    () => checkRequest('ord_getInscriptions', { offset: -1, limit: 1 }),
    () => checkRequest('ord_getInscriptions', { offset: 0, limit: 1001 }),
    () => checkRequest('ord_sendInscriptions', { transfers: [] }),
    () => checkRequest('ord_sendInscriptions', { transfers: [{ address, inscriptionId: 'ab' }] }),
    () =>
      checkRequest('runes_transfer', { recipients: [{ runeName: 'lower', amount: 1n, address }] }),
    () => checkRequest('runes_transfer', { recipients: [{ runeName: 'A', amount: 0n, address }] }),
    () => checkRequest('runes_mint', { ...order, repeats: 0 }),
    () => checkRequest('runes_mint', { ...order, repeats: 1, appServiceFee: 5 }),
    () => checkRequest('runes_etch', { ...order, isMintable: true, divisibility: 39 }),
    () =>
      checkRequest('runes_etch', { ...order, isMintable: true, terms: { amount: '1', cap: 'x' } }),
    () => checkRequest('stx_updateProfile', { profile: { text: 'x'.repeat(65_536) } }),
    () => checkRequest('getAccounts', { purposes: [] }),
  ])('behavior: %# is refused before a wallet is asked', (check) => {
    expect(check).toThrow(refused)
  })
})
