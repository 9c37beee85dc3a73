import { hasCode, type LatchkeyError } from '@latchkey/protocol'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base64OfHex } from './encoding/base64.ts'
import type { MethodName, ParamsOf } from './method/method-map.ts'
import { request } from './request.ts'
import type { Manner } from './wallet/wallets.ts'

const bitcoin = 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx'
const stacks = `SP${'2'.repeat(39)}`
const psbtHex = `70736274ff${'00'.repeat(20)}`
const psbt = base64OfHex(psbtHex) ?? ''
const txid = 'ab'.repeat(32)
const publicKey = `02${'a'.repeat(64)}`
const signature = 'ab'.repeat(65)
const key = { signature, publicKey }
const sent = { txid: `0x${txid}`, transaction: '00ff' }

/** A good request and a good result for each method. */
const good: { readonly [M in MethodName]: readonly [ParamsOf<M>, unknown] } = {
  getAddresses: [
    { purposes: ['payment'] },
    { addresses: [{ address: bitcoin, publicKey, purpose: 'payment' }] },
  ],
  stx_getAddresses: [
    {},
    { addresses: [{ address: stacks, symbol: 'STX', derivationPath: "m/44'/5757'/0'/0/0" }] },
  ],
  wallet_connect: [
    { network: 'Mainnet' },
    { walletType: 'software', addresses: [{ address: bitcoin }] },
  ],
  stx_getAccounts: [{}, { accounts: [{ address: stacks, publicKey }] }],
  getInfo: [
    undefined,
    { version: '1.2.3', platform: 'web', methods: ['getAddresses'], supports: ['WBIP004'] },
  ],
  getAccounts: [
    { purposes: ['stacks'] },
    [{ address: stacks, publicKey, purpose: 'stacks', addressType: 'stacks' }],
  ],
  stx_updateProfile: [{ profile: { name: 'Ada' } }, { profile: { name: 'Ada' } }],
  ord_getInscriptions: [
    { offset: 0, limit: 10 },
    {
      total: 1,
      limit: 10,
      offset: 0,
      inscriptions: [
        {
          inscriptionId: `${txid}i0`,
          inscriptionNumber: '-7',
          address: bitcoin,
          postage: '546',
          contentLength: '12',
          contentType: 'text/plain;charset=utf-8',
          timestamp: 1,
          offset: 0,
          genesisTransaction: txid,
          output: `${txid}:0`,
        },
      ],
    },
  ],
  ord_sendInscriptions: [
    { transfers: [{ address: bitcoin, inscriptionId: `${txid}i0` }] },
    { txid },
  ],
  runes_getBalance: [
    undefined,
    {
      balances: [
        {
          runeName: 'UNCOMMON•GOODS',
          amount: '1.5',
          divisibility: 1,
          symbol: '⧉',
          spendableBalance: '0',
        },
      ],
    },
  ],
  runes_transfer: [
    { recipients: [{ runeName: 'UNCOMMON•GOODS', amount: 5n, address: bitcoin }] },
    { txid },
  ],
  runes_mint: [
    {
      runeName: 'GOODS',
      destinationAddress: bitcoin,
      refundAddress: bitcoin,
      feeRate: 2,
      repeats: 1,
    },
    { orderId: 'a-1', fundTransactionId: txid, fundingAddress: bitcoin },
  ],
  runes_etch: [
    {
      runeName: 'GOODS',
      destinationAddress: bitcoin,
      refundAddress: bitcoin,
      feeRate: 2,
      isMintable: true,
      terms: { amount: '1', cap: '2' },
    },
    { orderId: 'a-1', fundTransactionId: txid, fundingAddress: bitcoin },
  ],
  wallet_changeNetwork: [{ name: 'Mainnet' }, null],
  wallet_disconnect: [undefined, null],
  wallet_requestPermissions: [undefined, true],
  wallet_renouncePermissions: [undefined, true],
  getBalance: [undefined, { confirmed: '1', unconfirmed: '-1', total: '0' }],
  sendTransfer: [{ recipients: [{ address: bitcoin, amount: 1500n }] }, { txid }],
  signPsbt: [
    { psbt, signInputs: [{ index: 0, address: bitcoin }] },
    { psbt, txid },
  ],
  signMessage: [
    { address: bitcoin, message: 'Hello', protocol: 'BIP322' },
    { signature: 'AAAA', address: bitcoin },
  ],
  stx_transferStx: [{ recipient: stacks, amount: 1n, memo: 'm', fee: 3000n, nonce: 0n }, sent],
  stx_transferSip10Ft: [{ recipient: stacks, asset: `${stacks}.c::t`, amount: 1n }, { txid }],
  stx_transferSip9Nft: [
    { recipient: stacks, asset: `${stacks}.c::t`, assetId: `01${'0'.repeat(32)}` },
    sent,
  ],
  stx_callContract: [
    { contract: `${stacks}.c`, functionName: 'f', functionArgs: ['03'], postConditionMode: 'deny' },
    sent,
  ],
  stx_deployContract: [{ name: 'c', clarityCode: '(ok true)', clarityVersion: 3 }, sent],
  stx_signTransaction: [{ transaction: '00'.repeat(100), broadcast: false }, { transaction: '00' }],
  stx_signMessage: [{ message: 'Hello', publicKey }, key],
  stx_signStructuredMessage: [{ message: '03', domain: '0c00000000' }, key],
}
const names = Object.keys(good) as MethodName[]
const envelope = (result: unknown) => ({ jsonrpc: '2.0', id: 'of the wallet', result })

/** Asks a wallet that answers that; what it was asked comes along. */
function ask<M extends MethodName>(
  method: M,
  answer: () => unknown,
  manner: Manner = 'plain',
  params = good[method][0] as ParamsOf<M>,
) {
  const asked: unknown[][] = []
  const provider = {
    request(...args: unknown[]) {
      asked.push(args)
      return answer()
    },
  }
  return { asked, answer: request({ provider, manner }, method, params) }
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'believed',
    (error: unknown) => (hasCode(error) ? error.code : `no error of ours: ${String(error)}`),
  )

describe('request', () => {
  test.each(names)('default: %s', async (method) => {
    const { asked, answer } = ask(method, async () => envelope(good[method][1]))
    expect(await answer).toEqual(good[method][1])
    expect(asked.map(([name]) => name)).toEqual([method])
    expect(JSON.stringify(asked)).not.toMatch(/undefined/)
  })

  test('behavior: amounts go over as decimal texts', async () => {
    const { asked, answer } = ask('stx_transferStx', () => envelope(sent))
    await answer
    expect(asked).toEqual([
      ['stx_transferStx', { recipient: stacks, amount: '1', memo: 'm', fee: '3000', nonce: '0' }],
    ])
  })

  const addresses = envelope(good.getAddresses[1])
  test.each([
    ['plain', 'sendTransfer', { recipients: [{ address: bitcoin, amount: '1500' }] }],
    ['hex-psbt', 'sendTransfer', { recipients: [{ address: bitcoin, amount: '1500' }] }],
    ['by-address', 'sendTransfer', { recipients: [{ address: bitcoin, amount: 1500 }] }],
    ['by-address-with-key', 'sendTransfer', { recipients: [{ address: bitcoin, amount: 1500 }] }],
    ['plain', 'signPsbt', { psbt, signInputs: [{ index: 0, address: bitcoin }] }],
    ['hex-psbt', 'signPsbt', { hex: psbtHex, signAtIndex: [0] }],
    ['by-address', 'signPsbt', { psbt, signInputs: { [bitcoin]: [0] } }],
    ['plain', 'stx_signMessage', { message: 'Hello' }],
    ['hex-psbt', 'stx_signMessage', { message: 'Hello' }],
    ['by-address', 'stx_signMessage', { message: 'Hello', publicKey }],
    ['by-address-with-key', 'stx_signMessage', { message: 'Hello', publicKey }],
  ] as const)('behavior: %s is asked for %s in its own way', async (manner, method, wire) => {
    const { asked, answer } = ask(method, () => envelope(good[method][1]), manner)
    await answer
    expect(asked).toEqual([[method, wire]])
  })

  test.each([
    ['plain', 'getAddresses', { purposes: ['payment'] }],
    ['hex-psbt', 'getAddresses', {}],
    ['by-address', 'wallet_connect', { addresses: ['payment'] }],
    ['by-address-with-key', 'wallet_connect', { addresses: ['payment'] }],
  ] as const)('behavior: %s gives addresses by %s', async (manner, name, wire) => {
    const { asked, answer } = ask('getAddresses', () => addresses, manner)
    await answer
    expect(asked).toEqual([[name, wire]])
  })

  test('behavior: sendTransfer by numbers leaves the network out', async () => {
    const params = { ...good.sendTransfer[0], network: 'Mainnet' }
    const { asked, answer } = ask('sendTransfer', () => envelope({ txid }), 'by-address', params)
    await answer
    expect(asked[0]?.[1]).not.toHaveProperty('network')
  })

  test('behavior: what one wallet cannot be told is refused before it is asked', async () => {
    const big = { recipients: [{ address: bitcoin, amount: 2n ** 53n }] }
    const bare = { psbt, signInputs: [0] }
    for (const asking of [
      ask('sendTransfer', () => 0, 'by-address', big),
      ask('signPsbt', () => 0, 'by-address', bare),
    ]) {
      expect(await codeOf(asking.answer)).toBe('rpc-invalid-params')
      expect(asking.asked).toEqual([])
    }
  })

  test("behavior: a node's reason that the wallet passes on says more than the number around it", async () => {
    const refused = (reason: unknown) =>
      codeOf(
        ask('stx_transferStx', () => ({
          jsonrpc: '2.0',
          id: 1,
          error: { code: -32603, message: '', data: { reason } },
        })).answer,
      )
    expect([await refused('BadNonce'), await refused('Unheard'), await refused(7)]).toEqual([
      'stacks-bad-nonce',
      'rpc-internal',
      'rpc-internal',
    ])
  })

  test('behavior: null is absent in a bare list too', async () => {
    const told = [{ address: stacks, publicKey: null, purpose: 'stacks' }]
    expect(await ask('getAccounts', () => envelope(told)).answer).toEqual([
      { address: stacks, purpose: 'stacks' },
    ])
  })

  test('behavior: null is read as absent, so never as what is required', async () => {
    const bare = { addresses: [{ address: bitcoin, publicKey: null, derivationPath: null }] }
    expect(await ask('getAddresses', () => envelope(bare)).answer).toEqual({
      addresses: [{ address: bitcoin }],
    })
    expect(await ask('signPsbt', () => envelope({ psbt, txid: null })).answer).toEqual({ psbt })
    expect(await codeOf(ask('sendTransfer', () => envelope({ txid: null })).answer)).toBe(
      'wallet-answer-invalid',
    )
  })

  test('behavior: `txId` and a PSBT in hex are read as what they are', async () => {
    expect(await ask('sendTransfer', () => envelope({ txId: txid })).answer).toEqual({ txid })
    expect(await ask('signPsbt', () => envelope({ hex: psbtHex })).answer).toEqual({ psbt })
  })

  test.each([
    [-32700, 'rpc-parse'],
    [-32600, 'rpc-invalid-request'],
    [-32601, 'rpc-method-not-found'],
    [-32602, 'rpc-invalid-params'],
    [-32603, 'rpc-internal'],
    [-32000, 'user-rejected'],
    [-32001, 'account-missing'],
    [-32002, 'wallet-unauthorized'],
    [-31000, 'wallet-unknown'],
    [-31001, 'wallet-canceled'],
    [12345, 'wallet-unknown'],
  ])('behavior: error %i, answered or thrown, is %s', async (code, expected) => {
    const error = { code, message: 'x'.repeat(9999) }
    const fail = (thrown: unknown) => () => {
      throw thrown
    }
    for (const answer of [
      () => ({ jsonrpc: '2.0', id: 1, error }),
      fail({ jsonrpc: '2.0', id: 1, error }),
      fail(error),
      async () => Promise.reject(error),
    ]) {
      const failure: unknown = await ask('getAddresses', answer).answer.catch(
        (thrown: unknown) => thrown,
      )
      expect(failure).toMatchObject({
        name: 'LatchkeyError',
        code: expected,
        context: { sourceCode: code },
      })
      expect((failure as LatchkeyError).shortMessage.length).toBeLessThan(400)
    }
  })

  test.each([
    [{ code: -32000, message: 'NotEnoughFunds' }, 'stacks-not-enough-funds'],
    [{ code: -32603, message: 'transaction rejected: BadNonce.' }, 'stacks-bad-nonce'],
    [{ code: -32000, message: 'x', data: { reason: 'FeeTooLow' } }, 'stacks-fee-too-low'],
    [{ code: -32000, message: 'NotEnoughFunds was not the reason' }, 'user-rejected'],
  ])(
    'behavior: a node’s rejection that a wallet passes on says more than its number: %j',
    async (error, expected) => {
      expect(
        await codeOf(ask('stx_transferStx', () => ({ jsonrpc: '2.0', id: 1, error })).answer),
      ).toBe(expected)
    },
  )

  test('behavior: no answer, and an error that pretends to be ours', async () => {
    expect(await codeOf(ask('getAddresses', () => undefined).answer)).toBe('wallet-unknown')
    expect(await codeOf(ask('getAddresses', () => null).answer)).toBe('wallet-unknown')
    const mask = () => Promise.reject({ name: 'LatchkeyError', code: 'aborted' })
    expect(await codeOf(ask('getAddresses', mask).answer)).toBe('wallet-unknown')
  })

  test('behavior: envelopes whose getters throw, and numbers of another version', async () => {
    const trap = {
      jsonrpc: '2.0',
      id: 1,
      get result(): never {
        throw new Error('no')
      },
    }
    for (const answer of [
      trap,
      { jsonrpc: '1.0', id: 1, result: { txid } },
      { result: { txid } },
      { jsonrpc: '2.0', id: 1 },
    ]) {
      expect(await codeOf(ask('sendTransfer', () => answer).answer)).toBe('wallet-answer-invalid')
    }
  })

  test('behavior: aborting ends it at once, and an aborted signal asks nobody', async () => {
    const asked: unknown[] = []
    const provider = {
      request(name: unknown) {
        asked.push(name)
        return new Promise(() => {})
      },
    }
    const controller = new AbortController()
    const waiting = codeOf(
      request({ provider, manner: 'plain' }, 'getAddresses', {}, { signal: controller.signal }),
    )
    controller.abort()
    expect(await waiting).toBe('aborted')
    expect(asked).toEqual(['getAddresses'])
    const late = request(
      { provider, manner: 'plain' },
      'getAddresses',
      {},
      { signal: AbortSignal.abort() },
    )
    expect([await codeOf(late), asked.length]).toEqual(['aborted', 1])
  })

  test('behavior: a thenable that calls back twice is believed once', async () => {
    const answer = () => ({
      // biome-ignore lint/suspicious/noThenProperty: a hostile thenable is what is tested
      then(done: (value: unknown) => void) {
        done(envelope({ txid }))
        done(envelope({ txid: 'cd'.repeat(32) }))
      },
    })
    expect(await ask('sendTransfer', answer).answer).toEqual({ txid })
  })

  test('behavior: a result that changes between two reads is the one that was checked', async () => {
    let reads = 0
    const answer = {
      get txid() {
        return ++reads === 1 ? txid : 'evil'
      },
    }
    expect(await ask('sendTransfer', () => envelope(answer)).answer).toEqual({ txid })
  })

  // Of a profile anything is believed that is plain; of the other two nothing is read.
  const unread = ['wallet_changeNetwork', 'wallet_disconnect', 'stx_updateProfile']
  const shaped = names.filter((name) => !unread.includes(name))
  test('behavior: any answer is read or refused with a code', async () => {
    const any = fc.oneof(
      fc.anything({ withBigInt: true, withNullPrototype: true }),
      fc.jsonValue().map(envelope),
      fc.jsonValue(),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...shaped), any, async (method, answer) => {
        expect(['wallet-answer-invalid', 'wallet-unknown', 'believed']).toContain(
          await codeOf(ask(method, () => answer).answer),
        )
      }),
      { numRuns: 500 },
    )
  })

  const spoils = [7, true, {}, ['a'], '', '<img src=x onerror=alert(1)>', 'x'.repeat(4_194_304)]
  test.each(shaped)('behavior: %s with one field spoilt is refused', async (method) => {
    const [, result] = good[method]
    for (const key of typeof result === 'object' ? Object.keys(result ?? {}) : []) {
      for (const spoil of spoils) {
        if (
          typeof spoil === 'number' &&
          typeof (result as Record<string, unknown>)[key] === 'number'
        )
          continue
        const answer = () => envelope({ ...(result as object), [key]: spoil })
        expect([key, spoil, await codeOf(ask(method, answer).answer)]).toEqual([
          key,
          spoil,
          'wallet-answer-invalid',
        ])
      }
    }
  })

  test.each([
    ['getAddresses', { addresses: [] }],
    ['getAddresses', { addresses: [{ address: '<img src=x>' }] }],
    ['getAddresses', { addresses: Array.from({ length: 101 }, () => ({ address: bitcoin })) }],
    ['getAddresses', { addresses: [{ address: 'x'.repeat(91) }] }],
    ['getAddresses', { addresses: [{ address: bitcoin, publicKey: 'no hex' }] }],
    ['sendTransfer', { txid: 'ab' }],
    ['sendTransfer', txid],
    ['signPsbt', { psbt: 'AAAA' }],
    ['signPsbt', { hex: '00ff' }],
    ['signPsbt', { hex: 'xyz' }],
    ['signMessage', { signature: '' }],
    ['signMessage', { signature: 'a'.repeat(8196) }],
    ['stx_transferStx', {}],
    ['stx_transferStx', { txid: 'x' }],
    ['stx_signMessage', { signature, publicKey: '04' }],
    ['stx_signMessage', { signature: 'ab', publicKey }],
    ['wallet_requestPermissions', false],
    ['getBalance', { confirmed: 1, unconfirmed: '0', total: '0' }],
    ['stx_updateProfile', {}],
    ['stx_updateProfile', { profile: ['a'] }],
    ['stx_updateProfile', { profile: { text: 'x'.repeat(65_536) } }],
    ['getAccounts', { 0: { address: bitcoin } }],
    ['getAccounts', [{ address: '<img src=x>' }]],
    ['getInfo', { version: '1', methods: ['<img src=x>'] }],
    ['ord_getInscriptions', { total: -1, limit: 1, offset: 0, inscriptions: [] }],
    [
      'ord_getInscriptions',
      { total: 1, limit: 1, offset: 0, inscriptions: [{ inscriptionId: 'x' }] },
    ],
    ['runes_getBalance', { balances: [{ runeName: 'A', amount: '-1' }] }],
    ['runes_mint', { orderId: 'a', fundTransactionId: 'x', fundingAddress: bitcoin }],
  ] as const)('behavior: %s does not believe %#', async (method, result) => {
    expect(await codeOf(ask(method, () => envelope(result)).answer)).toBe('wallet-answer-invalid')
  })
})

describe('request: wallets with functions of their own', () => {
  const unisat = (calls: unknown[][]) => {
    const log =
      (name: string, answer: unknown) =>
      async (...args: unknown[]) => {
        calls.push([name, ...args])
        return answer
      }
    return {
      requestAccounts: log('requestAccounts', [bitcoin]),
      getPublicKey: log('getPublicKey', publicKey),
      signMessage: log('signMessage', 'AAAA'),
      sendBitcoin: log('sendBitcoin', txid),
      signPsbt: log('signPsbt', psbtHex),
      pushPsbt: log('pushPsbt', txid),
      switchChain: log('switchChain', null),
      connect: log('connect', { address: bitcoin, publicKey }),
    }
  }
  const account = { addresses: [{ address: bitcoin, publicKey, purpose: 'payment' }] }

  test.each(['unisat', 'okx'] as const)('default: %s', async (manner) => {
    const calls: unknown[][] = []
    const entry = { provider: unisat(calls), manner }
    expect(await request(entry, 'getAddresses', {})).toEqual(account)
    expect(await request(entry, 'signMessage', good.signMessage[0])).toEqual({ signature: 'AAAA' })
    await request(entry, 'signMessage', { address: bitcoin, message: 'Hello' })
    expect(await request(entry, 'sendTransfer', good.sendTransfer[0])).toEqual({ txid })
    expect(await request(entry, 'signPsbt', good.signPsbt[0])).toEqual({ psbt })
    expect(await request(entry, 'signPsbt', { psbt, broadcast: true })).toEqual({ psbt, txid })
    expect(calls).toEqual([
      ...(manner === 'okx' ? [['connect']] : [['requestAccounts'], ['getPublicKey']]),
      ['signMessage', 'Hello', 'bip322-simple'],
      ['signMessage', 'Hello', 'ecdsa'],
      ['sendBitcoin', bitcoin, 1500],
      [
        'signPsbt',
        psbtHex,
        { autoFinalized: false, toSignInputs: [{ index: 0, address: bitcoin }] },
      ],
      ['signPsbt', psbtHex, { autoFinalized: true }],
      ['pushPsbt', psbtHex],
    ])
  })

  test('behavior: what it has no function for, it is not asked', async () => {
    const calls: unknown[][] = []
    const entry = { provider: unisat(calls), manner: 'unisat' as const }
    expect(await codeOf(request(entry, 'stx_signMessage', { message: 'x' }))).toBe(
      'wallet-method-unsupported',
    )
    const two = {
      recipients: [...good.sendTransfer[0].recipients, ...good.sendTransfer[0].recipients],
    }
    expect(await codeOf(request(entry, 'sendTransfer', two))).toBe('rpc-invalid-params')
    expect(calls).toEqual([])
    expect(await codeOf(request({ provider: {}, manner: 'unisat' }, 'getAddresses', {}))).toBe(
      'wallet-method-unsupported',
    )
  })

  test('behavior: what a switch answers is nothing, or plain', async () => {
    const trap = {
      get a(): never {
        throw new Error('no')
      },
    }
    const on = (answer: unknown) => ({
      provider: { switchChain: async () => answer },
      manner: 'unisat' as const,
    })
    expect(
      await request(on(undefined), 'wallet_changeNetwork', { name: 'BITCOIN_MAINNET' }),
    ).toBeNull()
    expect(
      await codeOf(request(on(trap), 'wallet_changeNetwork', { name: 'BITCOIN_MAINNET' })),
    ).toBe('wallet-answer-invalid')
  })

  test('behavior: its errors are named, its lies refused', async () => {
    const reject = { requestAccounts: () => Promise.reject({ code: 4001 }) }
    expect(await codeOf(request({ provider: reject, manner: 'unisat' }, 'getAddresses', {}))).toBe(
      'user-rejected',
    )
    for (const list of [null, [], [7], 'x', {}]) {
      const provider = { requestAccounts: () => list, getPublicKey: () => publicKey }
      expect(await codeOf(request({ provider, manner: 'unisat' }, 'getAddresses', {}))).toBe(
        'wallet-answer-invalid',
      )
    }
  })
})
