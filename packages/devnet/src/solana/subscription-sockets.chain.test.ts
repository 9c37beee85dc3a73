import { once } from 'node:events'
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  assertIsSendableTransaction,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  isSolanaError,
  type Lamports,
  pipe,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type SolanaDevnet, startSolanaDevnet } from './start-solana-devnet.ts'

const ada = address('AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9')
const held = {} as { devnet: SolanaDevnet }
const opened: WebSocket[] = []
beforeAll(async () => {
  held.devnet = await startSolanaDevnet({ funded: [ada] })
})
afterEach(() => {
  for (const socket of opened.splice(0)) {
    socket.terminate()
  }
})
afterAll(() => held.devnet?.stop())

/** Kit as an application has it, with an account of one SOL. */
async function openKit() {
  const rpc = createSolanaRpc(held.devnet.url)
  const rpcSubscriptions = createSolanaRpcSubscriptions(held.devnet.socketUrl)
  const signer = await generateKeyPairSigner()
  const airdrop = () => rpc.requestAirdrop(signer.address, 1_000_000_000n as Lamports).send()
  const transfer = async (lamports: bigint) => {
    const data = new Uint8Array(12)
    data[0] = 2
    new DataView(data.buffer).setBigUint64(4, lamports, true)
    const accounts = [
      { address: signer.address, role: AccountRole.WRITABLE_SIGNER, signer },
      { address: ada, role: AccountRole.WRITABLE },
    ] as const
    const { value: latest } = await rpc.getLatestBlockhash().send()
    const transaction = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (one) => setTransactionMessageFeePayerSigner(signer, one),
        (one) => setTransactionMessageLifetimeUsingBlockhash(latest, one),
        (one) =>
          appendTransactionMessageInstruction(
            { programAddress: address('1'.repeat(32)), accounts, data },
            one,
          ),
      ),
    )
    assertIsSendableTransaction(transaction)
    assertIsTransactionWithBlockhashLifetime(transaction)
    return transaction
  }
  const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })
  return { rpc, rpcSubscriptions, signature: await airdrop(), transfer, sendAndConfirm }
}

/** A web socket without a library, and what it heard. */
async function openSocket(url = held.devnet.socketUrl) {
  const socket = new WebSocket(url)
  opened.push(socket)
  const heard: unknown[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  await once(socket, 'open')
  const ask = (id: number, method: string, params: readonly unknown[] = []) =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
  return { socket, heard, ask }
}

describe('openSubscriptionSockets', () => {
  test('default: Kit sends a transfer and waits until it is confirmed', async () => {
    const { rpc, transfer, sendAndConfirm } = await openKit()
    const before = (await rpc.getBalance(ada).send()).value
    await sendAndConfirm(await transfer(20_000_000n), { commitment: 'confirmed' })
    expect((await rpc.getBalance(ada).send()).value).toBe(BigInt(before) + 20_000_000n)
  })

  test.each(['processed', 'confirmed', 'finalized'] as const)(
    'parameters: commitment: Kit waits for what is %s',
    async (commitment) => {
      const { rpc, transfer, sendAndConfirm } = await openKit()
      const transaction = await transfer(1_000_000n)
      await sendAndConfirm(transaction, { commitment })
      const signature = getSignatureFromTransaction(transaction)
      const { value } = await rpc.getSignatureStatuses([signature]).send()
      expect(value[0]).toMatchObject({ err: null, confirmationStatus: 'finalized' })
    },
  )

  test('error: Kit is told why a transaction failed in its block', async () => {
    const { transfer, sendAndConfirm } = await openKit()
    const sent = sendAndConfirm(await transfer(5_000_000_000n), {
      commitment: 'confirmed',
      skipPreflight: true,
    })
    await expect(sent).rejects.toSatisfy((error) =>
      isSolanaError(error, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM),
    )
  })

  test('behavior: Kit hears of a signature when its block is made', async () => {
    const { rpc, rpcSubscriptions, transfer } = await openKit()
    const transaction = await transfer(3_000_000n)
    const signature = getSignatureFromTransaction(transaction)
    const ended = new AbortController()
    const notifications = await rpcSubscriptions
      .signatureNotifications(signature, { commitment: 'confirmed' })
      .subscribe({ abortSignal: ended.signal })
    const first = notifications[Symbol.asyncIterator]().next()
    await rpc
      .sendTransaction(getBase64EncodedWireTransaction(transaction), { encoding: 'base64' })
      .send()
    const { value: heard } = await first
    const { value } = await rpc.getSignatureStatuses([signature]).send()
    expect(heard).toEqual({ context: { slot: value[0]?.slot }, value: { err: null } })
    ended.abort()
  })

  test('behavior: Kit hears of each slot', async () => {
    const { rpc, rpcSubscriptions } = await openKit()
    const ended = new AbortController()
    const notifications = await rpcSubscriptions
      .slotNotifications()
      .subscribe({ abortSignal: ended.signal })
    const iterator = notifications[Symbol.asyncIterator]()
    const before = await rpc.getSlot().send()
    for (const step of [1n, 2n]) {
      const next = iterator.next()
      await rpc.requestAirdrop(ada, step as Lamports).send()
      const slot = before + step
      expect((await next).value).toEqual({ parent: slot - 1n, root: slot, slot })
    }
    ended.abort()
  })

  test('behavior: a signature that is in a block is told at once, and once only', async () => {
    const { signature, rpc } = await openKit()
    const { value } = await rpc.getSignatureStatuses([signature]).send()
    const context = { slot: Number(value[0]?.slot) }
    const { heard, ask } = await openSocket()
    ask(1, 'signatureSubscribe', [signature, { enableReceivedNotification: true }])
    await expect.poll(() => heard.length).toBe(3)
    const { result: subscription } = heard[0] as { result: number }
    const told = { jsonrpc: '2.0', method: 'signatureNotification' }
    expect(heard).toEqual([
      { jsonrpc: '2.0', id: 1, result: subscription },
      { ...told, params: { result: { context, value: 'receivedSignature' }, subscription } },
      { ...told, params: { result: { context, value: { err: null } }, subscription } },
    ])
    ask(2, 'signatureUnsubscribe', [subscription])
    await expect.poll(() => heard[3]).toMatchObject({ id: 2, error: { code: -32602 } })
  })

  test('behavior: who has unsubscribed hears nothing more', async () => {
    const { rpc } = await openKit()
    const { heard, ask } = await openSocket()
    ask(1, 'slotSubscribe')
    await expect.poll(() => heard.length).toBe(1)
    const { result: subscription } = heard[0] as { result: number }
    ask(2, 'slotUnsubscribe', [subscription])
    await expect.poll(() => heard[1]).toEqual({ jsonrpc: '2.0', id: 2, result: true })
    await rpc.requestAirdrop(ada, 7n as Lamports).send()
    ask(3, 'slotUnsubscribe', [subscription])
    await expect.poll(() => heard[2]).toMatchObject({ id: 3, error: { code: -32602 } })
  })

  test('behavior: each socket has a hundred subscriptions at most', async () => {
    const [one, other] = [await openSocket(), await openSocket()]
    const questions = Array.from({ length: 101 }, (_, id) => ({ id, method: 'slotSubscribe' }))
    one.socket.send(JSON.stringify(questions))
    await expect.poll(() => one.heard.length).toBe(1)
    const [answers] = one.heard as [{ result?: number; error?: { code: number } }[]]
    expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(100)
    expect(answers[100]).toMatchObject({ id: 100, error: { code: -32603 } })
    other.ask(1, 'slotSubscribe')
    await expect.poll(() => other.heard[0]).toMatchObject({ result: expect.any(Number) })
    one.ask(1, 'slotUnsubscribe', [answers[0]?.result])
    one.ask(2, 'slotSubscribe')
    await expect.poll(() => one.heard[2]).toMatchObject({ id: 2, result: expect.any(Number) })
  })

  test('error: what is no question is told so, and the socket stays', async () => {
    const { socket, heard, ask } = await openSocket()
    const refused = (id: unknown, code: number) => ({ jsonrpc: '2.0', id, error: { code } })
    for (const frame of ['{', 'null', '7', '[]', '{"id":1}', '[null]', Buffer.of(0xff)]) {
      socket.send(frame)
    }
    // The pings of chain libraries: no id, no answer.
    socket.send('{"jsonrpc":"2.0","method":"ping"}')
    socket.send('[{"jsonrpc":"2.0","method":"ping"}]')
    ask(2, 'toString')
    ask(3, 'signatureSubscribe')
    ask(4, 'signatureSubscribe', ['nonsense'])
    ask(5, 'slotUnsubscribe', ['1'])
    ask(6, 'slotSubscribe')
    await expect.poll(() => heard.length).toBe(12)
    expect(heard).toMatchObject([
      refused(null, -32700),
      refused(null, -32600),
      refused(null, -32600),
      refused(null, -32600),
      refused(null, -32600),
      [refused(null, -32600)],
      refused(null, -32700),
      refused(2, -32601),
      refused(3, -32602),
      refused(4, -32602),
      refused(5, -32602),
      { id: 6, result: expect.any(Number) },
    ])
  })

  test('error: a frame that is too long closes its own socket only', async () => {
    const [one, other] = [await openSocket(), await openSocket()]
    one.socket.send('x'.repeat(65_537))
    expect((await once(one.socket, 'close'))[0]).toBe(1009)
    other.ask(1, 'slotSubscribe')
    await expect.poll(() => other.heard[0]).toMatchObject({ id: 1 })
  })

  test('behavior: a stop closes every socket, also one that reads nothing', async () => {
    const devnet = await startSolanaDevnet()
    const [one, deaf] = [await openSocket(devnet.socketUrl), await openSocket(devnet.socketUrl)]
    deaf.socket.pause()
    const closed = once(one.socket, 'close')
    await devnet.stop()
    expect((await closed)[0]).toBe(1001)
    await expect(openSocket(devnet.socketUrl)).rejects.toThrow('ECONNREFUSED')
  })
})
