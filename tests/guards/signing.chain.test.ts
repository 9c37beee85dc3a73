import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readRequest } from '../../apps/vault/src/decode/read-request.ts'
import { falseAmount } from '../../apps/vault/src/test/false-amount.ts'
import { signedUp } from '../../apps/vault/src/test/open-test-frame.ts'
import { isBlockhashValid, transfer } from '../../apps/vault/src/test/solana-transfer.ts'
import { ask, type Frame, windowOf, withRecovery } from '../../apps/vault/src/test/vault-windows.ts'
import {
  type SolanaDevnet,
  startSolanaDevnet,
} from '../../packages/devnet/src/solana/start-solana-devnet.ts'
import { type Attempt, proveGuards } from './prove-guards.ts'

// Keys are derived again and again here, without a browser's speed.
vi.setConfig({ testTimeout: 30_000 })

const thief = address('GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq')
const held: { ledger?: SolanaDevnet } = {}
beforeAll(async () => {
  held.ledger = await startSolanaDevnet()
})
afterAll(() => held.ledger?.stop())

/** One question to a ledger that takes transactions as the chain does. */
async function onLedger(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = (await (await fetch(held.ledger?.url ?? '', { method: 'POST', body })).json()) as {
    result?: unknown
  }
  return answer.result
}
const resultOf = async (method: string, ...params: readonly unknown[]): Promise<unknown> =>
  ((await onLedger(method, params)) as { readonly value: unknown }).value

/** A transfer of 9 SOL of `from` to the thief, on a ledger where `from` has 10. */
async function theft(from: string, version: 0 | 1) {
  await onLedger('requestAirdrop', [from, 10_000_000_000])
  const latest = (await resultOf('getLatestBlockhash')) as { readonly blockhash: string }
  const me = address(from)
  const data = Uint8Array.of(
    2,
    0,
    0,
    0,
    ...new Uint8Array(new BigUint64Array([9_000_000_000n]).buffer),
  )
  const accounts = [
    { address: me, role: 3 },
    { address: thief, role: 1 },
  ]
  const wishes = { computeUnitLimit: 10_000, loadedAccountsDataSizeLimit: 200_000 }
  const lifetime = { blockhash: blockhash(latest.blockhash), lastValidBlockHeight: 1_000n }
  const message = pipe(
    createTransactionMessage({ version }),
    (one) => setTransactionMessageFeePayer(me, one),
    (one) => (version === 1 ? setTransactionMessageConfig(wishes, one as never) : one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one as never),
    (one) =>
      appendTransactionMessageInstruction(
        { programAddress: address('1'.repeat(32)), accounts, data },
        one as never,
      ),
  )
  return compileTransaction(message as unknown as Parameters<typeof compileTransaction>[0])
}

/** What an attack has brought the thief. */
async function stolen(run: (frame: Frame) => Promise<void>): Promise<boolean> {
  const before = Number(await resultOf('getBalance', thief))
  const frame = await signedUp({ project: { limits: {} } })
  await run(frame)
  frame.stop()
  return Number(await resultOf('getBalance', thief)) - before === 9_000_000_000
}

/**
 * A visitor who approves whatever the window lets be approved; undefined where nothing was signed.
 */
async function approved(
  frame: Frame,
  asked: readonly [string, unknown],
  on = 'solana:localnet',
): Promise<unknown> {
  const signing = ask(frame, ...asked, on as never).catch(() => undefined)
  const opened = windowOf(frame).then(({ decide }) => decide(true))
  opened.catch(() => {})
  return signing
}

const attempts: readonly Attempt[] = [
  ...([0, 1] as const).map(
    (version): Attempt => [
      `bytes of a transaction of version ${version} are signed as a message`,
      ['solana-message-shown', 'solana-message-worker'],
      () =>
        stolen(async (frame) => {
          const made = await theft(frame.solana, version)
          const params = {
            message: getBase58Decoder().decode(Uint8Array.from(made.messageBytes)),
            pubkey: frame.solana,
          }
          const answer = (await approved(frame, ['solana_signMessage', params])) as
            | { signature: string }
            | undefined
          if (!answer) return
          const signatures = { [frame.solana]: getBase58Encoder().encode(answer.signature) }
          const wire = getTransactionEncoder().encode({ ...made, signatures } as never)
          await onLedger('sendTransaction', [
            getBase64Decoder().decode(Uint8Array.from(wire)),
            { encoding: 'base64' },
          ])
        }),
    ],
  ),
  [
    'a transaction is signed under the name of another network of Solana',
    ['solana-network'],
    () => stolen((frame) => signedAs(frame, 'solana:localnet', false)),
  ],
  [
    'a transaction is signed under a made-up name of a network',
    ['solana-configured'],
    () => stolen((frame) => signedAs(frame, 'solana:madeUpTestNetwork', undefined)),
  ],
  [
    'before recovery, coin leaves under the limit that the operator set for another network of Solana',
    ['solana-one-limit'],
    async () => {
      const test = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
      const url = 'https://vault.example/rpc/shop'
      const rpc = { 'solana:localnet': url, [test]: url } as const
      const limits = { [test]: '9000000000' }
      const frame = await signedUp({ project: { rpc, limits } })
      // The node of a page's choice says yes to whatever it is asked.
      isBlockhashValid(frame, true)
      const params = { transaction: transfer(frame.solana, 1_000_000n), pubkey: frame.solana }
      const signing = ask(frame, 'solana_signTransaction', params, test).catch(() => undefined)
      const { shown, decide } = await windowOf(frame)
      decide(shown.barred === undefined)
      const answer = await signing
      frame.stop()
      return answer !== undefined
    },
  ],
  [
    'an input of Bitcoin says less than it spends: the rest would be the fee',
    ['psbt-amounts'],
    async () => {
      const frame = await signedUp()
      await withRecovery(frame)
      const { psbt, before } = falseAmount(frame.bitcoin)
      frame.gateway.held.node.set('GET', before)
      const params = { account: frame.bitcoin, psbt, signInputs: [{ index: 0 }] }
      const answer = await approved(
        frame,
        ['signPsbt', params],
        'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
      )
      frame.stop()
      return answer !== undefined
    },
  ],
  [
    'typed data that nobody can read is shown without a word',
    ['typed-unknown'],
    async () => {
      const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
      const types = { Deal: [{ name: 'who', type: 'address' }] }
      const domain = { name: 'Deals', chainId: 1, verifyingContract: account }
      const data = JSON.stringify({ types, domain, primaryType: 'Deal', message: { who: account } })
      const about = {
        chain: 'eip155:1',
        method: 'eth_signTypedData_v4',
        account,
        site: 'https://shop.example',
        now: 0,
      }
      const reading = await readRequest({ ...about, params: [account, data] })
      return 'warnings' in reading && reading.warnings.length === 0
    },
  ],
]

/**
 * A transaction of the ledger, asked for as one of another network; `isKnown`: what that network's
 * node says of it.
 */
async function signedAs(
  frame: Frame,
  on: string,
  isKnown: boolean | undefined,
  version: 0 | 1 = 0,
): Promise<void> {
  await withRecovery(frame)
  if (isKnown !== undefined) isBlockhashValid(frame, isKnown)
  const wire = Uint8Array.from(getTransactionEncoder().encode(await theft(frame.solana, version)))
  const params = { transaction: getBase64Decoder().decode(wire), pubkey: frame.solana }
  const answer = (await approved(frame, ['solana_signTransaction', params], on)) as
    | { transaction: string }
    | undefined
  if (answer) await onLedger('sendTransaction', [answer.transaction, { encoding: 'base64' }])
}

describe('what becomes a signature', () => {
  test.each(attempts)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test.each([0, 1] as const)(
    'default: a transaction of version %s is signed as what it is',
    async (version) => {
      expect(await stolen((frame) => signedAs(frame, 'solana:localnet', true, version))).toBe(true)
    },
  )

  test('default: a message of text is signed', async () => {
    const frame = await signedUp()
    const message = getBase58Decoder().decode(new TextEncoder().encode('Hello'))
    const answer = await approved(frame, ['solana_signMessage', { message, pubkey: frame.solana }])
    frame.stop()
    expect(answer).toMatchObject({ signature: expect.any(String) })
  })
})
