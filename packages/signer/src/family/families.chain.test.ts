import { type BitcoinDevnet, startBitcoinDevnet } from '@latchkey/devnet/bitcoin'
import { type SolanaDevnet, startSolanaDevnet } from '@latchkey/devnet/solana'
import { type StacksDevnet, startStacksDevnet } from '@latchkey/devnet/stacks'
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callNode } from '../provider/call-node.ts'
import { familyWorld, origin } from '../test/family-world.ts'
import { askNode } from './ask-node.ts'

describe('families', () => {
  const run = {} as { solana: SolanaDevnet; bitcoin: BitcoinDevnet; stacks: StacksDevnet }
  beforeAll(async () => {
    const started = [
      startSolanaDevnet(),
      startBitcoinDevnet({ mineAfterMs: false }),
      startStacksDevnet(),
    ] as const
    ;[run.solana, run.bitcoin, run.stacks] = await Promise.all(started)
  })
  afterAll(async () => {
    await Promise.all([run.solana?.stop(), run.bitcoin?.stop(), run.stacks?.stop()])
  })
  const world = () => {
    const { solana, bitcoin, stacks } = run
    return familyWorld(undefined, { solana: solana.url, bitcoin: bitcoin.url, stacks: stacks.url })
  }

  test('behavior: the accounts are those the local chains have funded', async () => {
    const { signer } = world()
    const found = await signer.connect(origin, ['solana', 'bitcoin', 'stacks'])
    const { payment, ordinals } = run.bitcoin.accounts[0] ?? {}
    const funded = [
      run.solana.accounts[0]?.address,
      payment,
      ordinals,
      run.stacks.accounts[0]?.address,
    ]
    expect(found.map((one) => one.address)).toEqual(funded)
  })

  test('behavior: SOL moves', async () => {
    const [from, to] = run.solana.accounts.map((one) => address(one.address))
    if (!from || !to) throw new Error('no accounts')
    const ask = (method: string, params: unknown) => callNode(run.solana.url, method, params)
    const balance = async () =>
      BigInt(((await ask('getBalance', [to])) as { value: number | string }).value)
    const { value } = (await ask('getLatestBlockhash', [])) as { value: { blockhash: string } }
    const data = new Uint8Array(12)
    data[0] = 2
    new DataView(data.buffer).setBigUint64(4, 1_234n, true)
    const accounts = [
      { address: from, role: 3 },
      { address: to, role: 1 },
    ]
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (one) => setTransactionMessageFeePayer(from, one),
      (one) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash(value.blockhash), lastValidBlockHeight: 1_000n },
          one,
        ),
      (one) =>
        appendTransactionMessageInstruction(
          { programAddress: address('1'.repeat(32)), accounts, data } as never,
          one,
        ),
    )
    const before = await balance()
    const transaction = getBase64EncodedWireTransaction(compileTransaction(message as never))
    await world().request('solana', 'sendTransaction', { transaction })
    await expect.poll(balance).toBe(before + 1_234n)
  })

  test('behavior: BTC moves', async () => {
    const to = run.bitcoin.accounts[1]?.payment ?? ''
    const recipients = [{ address: to, amount: 123_456 }]
    const { txid } = (await world().request('bitcoin', 'sendTransfer', { recipients })) as {
      txid: string
    }
    await run.bitcoin.mine()
    const seen = (await askNode(run.bitcoin.url, `/tx/${txid}`)) as {
      vout: unknown[]
      status: { confirmed: boolean }
    }
    expect(seen.status.confirmed).toBe(true)
    expect(seen.vout).toContainEqual(
      expect.objectContaining({ scriptpubkey_address: to, value: 123_456 }),
    )
  })

  test('behavior: STX and a token move', async () => {
    const to = run.stacks.accounts[1]?.address ?? ''
    const [deployer] = run.stacks.accounts
    const { request } = world()
    const settled = async (method: string, params: object): Promise<unknown> => {
      const { txid } = (await request('stacks', method, params)) as { txid: string }
      const status = async () =>
        ((await askNode(run.stacks.url, `/extended/v1/tx/${txid}`)) as { tx_status: string })
          .tx_status
      await expect.poll(status).not.toBe('pending')
      return status()
    }
    expect(await settled('stx_transferStx', { recipient: to, amount: 5 })).toBe('success')
    const asset = `${deployer?.address}.latch-token::latch`
    expect(await settled('stx_transferSip10Ft', { recipient: to, asset, amount: 5 })).toBe(
      'success',
    )
    expect(
      await settled('stx_deployContract', {
        name: 'one',
        clarityCode: '(define-read-only (one) u1)',
      }),
    ).toBe('success')
  })
})
