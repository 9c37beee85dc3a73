import { connect, createKit } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import { mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boot, local } from '../test/fixture.ts'
import { callContract } from './actions/call-contract.ts'
import { deployContract } from './actions/deploy-contract.ts'
import { signStructuredMessage } from './actions/sign-structured-message.ts'
import { signTransaction } from './actions/sign-transaction.ts'
import { transferSip9 } from './actions/transfer-sip9.ts'
import { transferSip10 } from './actions/transfer-sip10.ts'
import { transferStx } from './actions/transfer-stx.ts'
import { clarity } from './encoding/clarity-value.ts'
import { stacks } from './stacks.ts'

const txid = 'ab'.repeat(32)
const sending = [
  'stx_transferStx',
  'stx_transferSip10Ft',
  'stx_transferSip9Nft',
  'stx_callContract',
  'stx_deployContract',
]

async function open(name: keyof typeof wbipPersonas = 'rich') {
  const page = {}
  const verbs = Object.fromEntries(sending.map((method) => [method, () => ({ txid })]))
  const wallet = mockWbipWallet({
    persona: wbipPersonas[name],
    verbs: { ...verbs, stx_signTransaction: () => ({ txid }) },
  })
  wallet.install(page)
  const kit = createKit({ adapters: [stacks({ chains: [local], page })] })
  const stop = kit.subscribe(() => {})
  await connect(kit, { connector: `stacks:${wbipPersonas[name].path}` })
  const asked = () => wallet.requests.length - 1
  return { kit, wallet, stop, asked }
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'sent',
    (error: unknown) => (hasCode(error) ? error.code : String(error)),
  )
/** Standard authorisation, one signer, no signature yet, and what the transaction does. */
const singleSigner = `80808080800400${'00'.repeat(20 + 16 + 66)}030200000000`
const bytesOf = (text: string) => new TextEncoder().encode(text).length

describe('limits of section 5', () => {
  test('default: a memo is sent up to 34 bytes, and reaches no wallet above', async () => {
    const { kit, asked, stop } = await open()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 45 }), async (memo) => {
        const before = asked()
        const isShort = bytesOf(memo) <= 34
        expect(await codeOf(transferStx(kit, { to: boot.test, amount: 1n, memo }))).toBe(
          isShort ? 'sent' : 'rpc-invalid-params',
        )
        expect(asked() - before).toBe(isShort ? 1 : 0)
      }),
    )
    stop()
  })

  test('behavior: names, arguments and code, at their limits and one above', async () => {
    const { kit, asked, stop } = await open()
    const call = (more: object) =>
      callContract(kit, {
        contract: `${boot.test}.c`,
        functionName: 'f',
        functionArgs: [],
        ...more,
      })
    const deploy = (more: object) => deployContract(kit, { name: 'c', clarityCode: 'x', ...more })
    const buffer = (size: number) => `02${size.toString(16).padStart(8, '0')}${'00'.repeat(size)}`
    const cases: readonly (readonly [boolean, () => Promise<unknown>])[] = [
      [true, () => call({ contract: `${boot.test}.${'c'.repeat(128)}` })],
      [false, () => call({ contract: `${boot.test}.${'c'.repeat(129)}` })],
      [false, () => call({ contract: boot.test })],
      [true, () => call({ functionName: 'f'.repeat(127) })],
      [false, () => call({ functionName: 'f'.repeat(128) })],
      [false, () => call({ functionName: 'f g' })],
      [true, () => call({ functionArgs: [buffer(1_048_576)] })],
      [false, () => call({ functionArgs: [buffer(1_048_577)] })],
      [false, () => call({ functionArgs: ['nonsense'] })],
      [false, () => call({ functionArgs: [`${clarity.none()}00`] })],
      [true, () => deploy({ name: 'c'.repeat(128) })],
      [false, () => deploy({ name: 'c'.repeat(129) })],
      [false, () => deploy({ name: '1c' })],
      [true, () => deploy({ clarityCode: 'x'.repeat(1_048_576) })],
      [false, () => deploy({ clarityCode: 'x'.repeat(1_048_577) })],
      [false, () => deploy({ clarityVersion: 0 })],
      [false, () => transferStx(kit, { to: boot.test, amount: 0n })],
      [false, () => transferStx(kit, { to: 'nobody', amount: 1n })],
      [false, () => transferStx(kit, { to: boot.test, amount: 1n << 64n })],
      [false, () => transferStx(kit, { to: boot.test, amount: 1n, fee: -1n })],
      [false, () => transferSip10(kit, { to: 'nobody', asset: `${boot.test}.c::t`, amount: 1n })],
      [false, () => transferSip9(kit, { to: boot.test, asset: `${boot.test}.c::t`, id: 'zz' })],
      [
        false,
        () => signStructuredMessage(kit, { message: 'zz', domain: { name: 'a', version: '1' } }),
      ],
      [
        false,
        () =>
          signStructuredMessage(kit, {
            message: clarity.none(),
            domain: { name: 'é', version: '1' },
          }),
      ],
    ]
    for (const [i, [isGood, ask]] of cases.entries()) {
      const before = asked()
      expect([i, await codeOf(ask())]).toEqual([i, isGood ? 'sent' : 'rpc-invalid-params'])
      expect([i, asked() - before]).toEqual([i, isGood ? 1 : 0])
    }
    for (const asset of ['', boot.test, `${boot.test}.c`, `${boot.main}.c::t`]) {
      expect(await codeOf(transferSip10(kit, { to: boot.test, asset, amount: 1n }))).toBe(
        'token-address-required',
      )
    }
    stop()
  })

  test('behavior: a plain transfer goes without conditions, everything else with them', async () => {
    const { kit, wallet, stop } = await open()
    await transferStx(kit, {
      to: boot.test,
      amount: 1n,
      memo: 'a',
      fee: 200n,
      nonce: 3n,
      sponsored: true,
    })
    await callContract(kit, { contract: `${boot.test}.c`, functionName: 'f' })
    const address = wallet.addresses()[2]?.address
    expect(wallet.requests.slice(1).map(({ params }) => params)).toEqual([
      {
        network: 'Regtest',
        recipient: boot.test,
        amount: '1',
        memo: 'a',
        address,
        fee: '200',
        nonce: '3',
        sponsored: true,
      },
      {
        network: 'Regtest',
        contract: `${boot.test}.c`,
        functionName: 'f',
        functionArgs: [],
        postConditions: [],
        postConditionMode: 'deny',
        address,
      },
    ])
    stop()
  })

  test('behavior: an account that was not granted reaches no wallet', async () => {
    const { kit, asked, stop } = await open()
    const account = `${local.id}:${boot.test}` as const
    expect(await codeOf(transferStx(kit, { account, to: boot.test, amount: 1n }))).toBe(
      'account-missing',
    )
    expect(asked()).toBe(0)
    stop()
  })

  test('behavior: fifteen public keys are signed for, sixteen are not', async () => {
    const { kit, asked, stop } = await open()
    const multisig = (keys: number) =>
      [
        '8080808080',
        '04',
        '05',
        '00'.repeat(20),
        '00'.repeat(16),
        keys.toString(16).padStart(8, '0'),
        // A key each, that one of them must sign, and what the transaction does.
        `00${'02'.repeat(33)}`.repeat(keys),
        '0001',
        '030200000000',
      ].join('')
    expect(await codeOf(signTransaction(kit, { transaction: multisig(16) }))).toBe(
      'rpc-invalid-params',
    )
    expect(asked()).toBe(0)
    // It was asked, and answered no transaction.
    expect(await codeOf(signTransaction(kit, { transaction: multisig(15) }))).toBe(
      'wallet-answer-invalid',
    )
    expect(asked()).toBe(1)
    stop()
  })

  test.each(['plain', 'rich'] as const)(
    'behavior: any answer of a wallet like %s is read or refused with a code',
    async (name) => {
      const { kit, wallet, stop } = await open(name)
      const any = fc.oneof(
        fc.anything({ withBigInt: true, withNullPrototype: true }),
        fc.record({ txid: fc.jsonValue(), transaction: fc.jsonValue() }),
        fc.record({
          signature: fc.stringMatching(/^[0-9a-f]{130}$/),
          publicKey: fc.stringMatching(/^0[23][0-9a-f]{64}$/),
        }),
      )
      await fc.assert(
        fc.asyncProperty(any, async (lie) => {
          wallet.behave({ lie })
          const found = await Promise.all([
            codeOf(transferStx(kit, { to: boot.test, amount: 1n })),
            codeOf(callContract(kit, { contract: `${boot.test}.c`, functionName: 'f' })),
            codeOf(signTransaction(kit, { transaction: singleSigner })),
            codeOf(
              signStructuredMessage(kit, {
                message: clarity.none(),
                domain: { name: 'a', version: '1' },
              }),
            ),
          ])
          for (const code of found) {
            expect(['sent', 'wallet-answer-invalid', 'wallet-unknown']).toContain(code)
          }
          expect(found[3]).not.toBe('sent')
        }),
        { numRuns: 200 },
      )
      stop()
    },
  )
})
