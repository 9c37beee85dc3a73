import 'fake-indexeddb/auto'
import { createPublicKey, verify } from 'node:crypto'
import { getBase58Encoder, getTransactionDecoder } from '@solana/kit'
import { Transaction as EthersTransaction, verifyMessage } from 'ethers'
import { describe, expect, test, vi } from 'vitest'
import { randomId } from '../../base64url.ts'
import { payloadHash } from '../../payload-hash.ts'
import { chains, signedUp, site } from '../../test/open-test-frame.ts'
import { isBlockhashValid, transfer } from '../../test/solana-transfer.ts'
import { ask, chain, to, windowOf, withNode } from '../../test/vault-windows.ts'

// Keys are derived again and again here, without a browser's speed.
vi.setConfig({ testTimeout: 20_000 })

describe('openRequests', () => {
  test('default: a message is signed once the window has approved what it was shown', async () => {
    const frame = await signedUp()
    const signing = ask(frame, 'personal_sign', ['Hello', frame.evm])
    const { shown, decide, hear } = await windowOf(frame)
    expect(shown).toMatchObject({ site, account: frame.evm, request: { method: 'personal_sign' } })
    expect(shown.payload).toBe(await payloadHash(shown.request))
    expect(frame.gateway.held.asked.some(({ call }) => call === 'POST /api/splits/release')).toBe(
      false,
    )
    decide(true)
    expect(verifyMessage('Hello', String(await signing))).toBe(frame.evm)
    expect(await hear('latchkey-frame-done')).not.toHaveProperty('isRefused')
    const released = frame.gateway.held.asked.find(
      ({ call }) => call === 'POST /api/splits/release',
    )?.body
    expect(released).toMatchObject({ operation: 'sign', payload: shown.payload })
    expect(frame.workers.ended).toEqual(['create', 'eip155'])
    frame.stop()
  })

  test('behavior: rejected is 4001, and nothing was released', async () => {
    const frame = await signedUp()
    const signing = ask(frame, 'personal_sign', ['Hello', frame.evm])
    const refused = expect(signing).rejects.toEqual({ code: 'user-rejected', sourceCode: 4001 })
    ;(await windowOf(frame)).decide(false)
    await refused
    expect(frame.gateway.held.asked.some(({ call }) => call === 'POST /api/splits/release')).toBe(
      false,
    )
    frame.stop()
  })

  test('behavior: a decision that is forged, of something else, or by somebody else decides nothing', async () => {
    const frame = await signedUp()
    const signing = ask(frame, 'personal_sign', ['Hello', frame.evm])
    const { shown, decide, id, told } = await windowOf(frame)
    const settled = vi.fn()
    signing.then(settled, settled)
    decide(true, 'ab'.repeat(32))
    await vi.waitFor(() =>
      expect(told[1]).toMatchObject({
        type: 'latchkey-frame-done',
        isRefused: true,
        code: 'request-not-allowed',
      }),
    )
    decide(true, shown.payload, site)
    decide(true, shown.payload, 'https://vault.example:8443')
    decide(true, shown.payload, undefined, { postMessage() {} })
    const stranger = frame.openWindow(randomId(32))
    stranger.greet()
    stranger.say({ type: 'latchkey-window-decided', approved: true, payload: shown.payload })
    const other = frame.openWindow(id)
    other.greet()
    other.say({ type: 'latchkey-window-decided', approved: true, payload: shown.payload })
    // The page itself has no say at all.
    await expect(
      frame.call('latchkey-window-decided', { id, approved: true }),
    ).rejects.toMatchObject({
      code: 'vault-refused',
    })
    expect([settled.mock.calls.length, stranger.told, other.told]).toEqual([0, [], []])
    // What the frame says keeps its order: by that answer it would have said that the approval is
    // over.
    expect(frame.said.some((one) => one.event === 'approval' && one.approval === null)).toBe(false)
    expect(frame.gateway.held.asked.some(({ call }) => call === 'POST /api/splits/release')).toBe(
      false,
    )
    decide(true)
    expect(verifyMessage('Hello', String(await signing))).toBe(frame.evm)
    // What was decided once is over.
    decide(true)
    expect(
      frame.gateway.held.asked.filter(({ call }) => call === 'POST /api/splits/release'),
    ).toHaveLength(1)
    frame.stop()
  })

  test('behavior: one stands, two wait behind it, a fourth is refused; a withdrawn one is taken away', async () => {
    const frame = await signedUp()
    const first = ask(frame, 'personal_sign', ['one', frame.evm])
    const second = ask(frame, 'personal_sign', ['two', frame.evm])
    const third = ask(frame, 'personal_sign', ['three', frame.evm])
    await expect(ask(frame, 'personal_sign', ['four', frame.evm])).rejects.toMatchObject({
      code: 'rpc-limit-exceeded',
    })
    const opened = await windowOf(frame)
    expect(opened.shown.request.params).toEqual(['one', frame.evm])
    const approvals = () => frame.said.filter((one) => one.event === 'approval')
    expect(approvals()).toHaveLength(1)
    const gone = expect(first).rejects.toMatchObject({ code: 'aborted' })
    await frame.call('request-cancel', { request: 3 })
    await gone
    await frame.heard((one) => one.event === 'approval' && one.approval === null)
    const next = await windowOf(frame, frame.said.indexOf(approvals()[1] as never))
    expect(next.shown.request.params).toEqual(['two', frame.evm])
    opened.decide(true, next.shown.payload)
    expect(await opened.hear('latchkey-frame-done')).toMatchObject({ isRefused: true })
    for (const one of [second, third]) {
      one.catch(() => {})
    }
    frame.stop()
  })

  test('behavior: they come before the visitor in the order in which they were asked, however long each is read', async () => {
    const frame = await signedUp()
    const decrypt = crypto.subtle.decrypt.bind(crypto.subtle)
    const delays = [90, 60, 30]
    const spy = vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...with_) => {
      await new Promise((resolve) => setTimeout(resolve, delays.shift() ?? 0))
      return decrypt(...with_)
    })
    const words = ['one', 'two', 'three']
    const signed = Promise.all(words.map((word) => ask(frame, 'personal_sign', [word, frame.evm])))
    const seen: unknown[] = []
    let from = 0
    for (const _ of words) {
      const { shown, decide, hear } = await windowOf(frame, from)
      from =
        1 +
        frame.said.findIndex((one, at) => at >= from && one.event === 'approval' && one.approval)
      seen.push((shown.request.params as readonly string[])[0])
      decide(true)
      await hear('latchkey-frame-done')
    }
    expect(seen).toEqual(words)
    expect(delays).toEqual([])
    expect((await signed).map((one, at) => verifyMessage(words[at] ?? '', String(one)))).toEqual(
      words.map(() => frame.evm),
    )
    spy.mockRestore()
    frame.stop()
  })

  test('behavior: a transaction is completed before it is shown, signed as it was shown, and sent', async () => {
    const frame = await signedUp()
    withNode(frame)
    const sending = ask(frame, 'eth_sendTransaction', [{ from: frame.evm, to, value: '0x64' }])
    const { shown, decide } = await windowOf(frame)
    expect(shown.request.params).toEqual([
      {
        from: frame.evm,
        to,
        value: '0x64',
        nonce: '0x5',
        gas: '0x5208',
        chainId: '0x7a69',
        maxFeePerGas: '0x15',
        maxPriorityFeePerGas: '0x1',
      },
    ])
    expect(shown).not.toHaveProperty('barred')
    decide(true)
    expect(await sending).toBe(`0x${'ab'.repeat(32)}`)
    const sent = frame.gateway.held.asked.find(({ call }) => call === 'eth_sendRawTransaction')
      ?.body.params as [string]
    const read = EthersTransaction.from(sent[0])
    expect([read.from, read.to, read.value, read.nonce]).toEqual([frame.evm, to, 100n, 5])
    frame.stop()
  })

  test('behavior: reads go to the project’s node, what is in no list nowhere', async () => {
    const frame = await signedUp()
    withNode(frame)
    expect(await ask(frame, 'eth_blockNumber', [])).toBe('0x1')
    expect(await ask(frame, 'eth_accounts', [])).toEqual([frame.evm])
    expect(await ask(frame, 'eth_chainId', [])).toBe('0x7a69')
    expect(await ask(frame, 'wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).toBeNull()
    for (const chainId of ['0x1', ['0x7a69'], ' 0x7a69', '0x7a69 ', 31_337, '0x', undefined]) {
      await expect(
        ask(frame, 'wallet_switchEthereumChain', [{ chainId }]),
        JSON.stringify(chainId),
      ).rejects.toMatchObject({ code: 'chain-not-added', sourceCode: 4902 })
    }
    for (const method of [
      'eth_sign',
      'eth_signTransaction',
      'eth_signTypedData',
      'eth_signUserOperation',
      'eth_signBatchTransaction',
      'wallet_signAuthorization',
      'anvil_setBalance',
      'constructor',
    ]) {
      await expect(ask(frame, method, []), method).rejects.toEqual({
        code: 'request-not-allowed',
        reason: method,
      })
    }
    for (const method of [
      'wallet_grantPermissions',
      'wallet_revokePermissions',
      'wallet_getAssets',
    ]) {
      await expect(ask(frame, method, [{}]), method).rejects.toEqual({
        code: 'request-not-allowed',
        reason: method,
        sourceCode: 4200,
      })
    }
    for (const [method, on] of [
      ['personal_sign', chains[1]],
      ['solana_signMessage', chains[0]],
      ['eth_blockNumber', chains[2]],
    ] as const) {
      await expect(ask(frame, method, [], on)).rejects.toMatchObject({
        code: 'request-not-allowed',
      })
    }
    await expect(ask(frame, 'eth_accounts', [], 'cosmos:hub')).rejects.toMatchObject({
      code: 'chain-unsupported',
    })
    frame.stop()
  })

  test('behavior: shares of another account, or a share the database changed, sign nothing', async () => {
    const frame = await signedUp()
    for (const [, held] of frame.gateway.held.shares) {
      held.share = held.share.map((byte) => byte ^ 1)
    }
    const signing = ask(frame, 'personal_sign', ['Hello', frame.evm])
    const refused = expect(signing).rejects.toMatchObject({ code: 'wallet-unopenable' })
    ;(await windowOf(frame)).decide(true)
    await refused
    frame.stop()
  })

  test('behavior: a PSBT of nobody’s and messages of Solana and Bitcoin', async () => {
    const frame = await signedUp()
    const { solana, bitcoin } = frame
    const bitcoinChain = chains[2] ?? chain
    expect(await ask(frame, 'getAccountAddresses', {}, bitcoinChain)).toMatchObject([
      { address: bitcoin },
    ])
    const text = ask(frame, 'solana_signMessage', { message: '9Ajdvzr', pubkey: solana }, chains[1])
    ;(await windowOf(frame)).decide(true)
    expect(await text).toMatchObject({ signature: expect.stringMatching(/^\w{80,90}$/) })
    const from = frame.said.length
    // Only on an Ethereum-like chain could 32 bytes be signed for a contract account.
    const message = 'Thirty-two letters, and no hash.'
    const params = { account: bitcoin, address: bitcoin, message, protocol: 'bip322' }
    const signing = ask(frame, 'signMessage', params, bitcoinChain)
    ;(await windowOf(frame, from)).decide(true)
    expect(await signing).toMatchObject({ address: bitcoin, signature: expect.any(String) })
    await expect(
      ask(frame, 'signPsbt', { account: bitcoin, psbt: 'x' }, bitcoinChain),
    ).rejects.toMatchObject({
      code: 'rpc-invalid-params',
    })
    frame.stop()
  })

  test('behavior: a network of Solana that the operator has no node for is no network of this wallet', async () => {
    const strange = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'
    const frame = await signedUp()
    expect(await frame.call('session', { chains: [...chains, strange] })).toMatchObject({ chains })
    const message = { message: '9Ajdvzr', pubkey: frame.solana }
    for (const on of [strange, 'solana:madeUp'] as const) {
      await expect(ask(frame, 'solana_signMessage', message, on)).rejects.toMatchObject({
        code: 'chain-unsupported',
      })
    }
    frame.stop()
  })

  test('behavior: a transaction of another network of Solana is refused; one that nobody could check waits for recovery', async () => {
    const frame = await signedUp({ project: { limits: { 'solana:localnet': '1000000000' } } })
    const params = { transaction: transfer(frame.solana, 1_000n), pubkey: frame.solana }
    isBlockhashValid(frame, false)
    await expect(ask(frame, 'solana_signTransaction', params, chains[1])).rejects.toMatchObject({
      code: 'rpc-invalid-params',
      reason: 'network',
    })
    isBlockhashValid(frame, true)
    const signing = ask(frame, 'solana_signTransaction', params, chains[1])
    const free = await windowOf(frame, frame.said.length)
    expect(free.shown).not.toHaveProperty('barred')
    free.decide(true)
    expect(await signing).toMatchObject({ transaction: expect.any(String) })
    frame.gateway.held.node.delete('isBlockhashValid')
    const from = frame.said.length
    const unchecked = ask(frame, 'solana_signTransaction', params, chains[1])
    unchecked.catch(() => {})
    expect((await windowOf(frame, from)).shown.barred).toBe('recovery-needed')
    frame.stop()
  })

  test('behavior: before recovery the networks of Solana spend one limit together', async () => {
    const [, local = chain] = chains
    const other = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
    const rpc = {
      [local]: 'https://vault.example/rpc/shop',
      [other]: 'https://vault.example/rpc/shop',
    }
    const limits = { [local]: '20000', [other]: '9000000000' }
    const frame = await signedUp({ project: { rpc, limits } })
    isBlockhashValid(frame, true)
    const barred = async (on: typeof chain, lamports: bigint): Promise<string | undefined> => {
      const from = frame.said.length
      const params = { transaction: transfer(frame.solana, lamports), pubkey: frame.solana }
      const signing = ask(frame, 'solana_signTransaction', params, on).catch(() => {})
      const { shown, decide } = await windowOf(frame, from)
      decide(shown.barred === undefined)
      await signing
      return shown.barred
    }
    expect(await barred(other, 20_000n)).toBe('recovery-needed')
    expect(await barred(local, 5_000n)).toBeUndefined()
    expect(await barred(other, 5_001n)).toBe('recovery-needed')
    expect(await barred(other, 5_000n)).toBeUndefined()
    frame.stop()
  })

  test('behavior: several transactions of Solana by one approval, each with its own signature', async () => {
    const frame = await signedUp({ project: { limits: { 'solana:localnet': '20000' } } })
    isBlockhashValid(frame, true)
    const transactions = [1_000n, 2_000n].map((lamports) => transfer(frame.solana, lamports))
    const signing = ask(
      frame,
      'solana_signAllTransactions',
      { transactions, pubkey: frame.solana },
      chains[1],
    )
    const { shown, decide } = await windowOf(frame)
    expect(shown).toMatchObject({ request: { params: { transactions } } })
    expect(shown).not.toHaveProperty('barred')
    decide(true)
    const signed = (await signing) as { readonly transactions: readonly string[] }
    expect(signed.transactions).toHaveLength(2)
    for (const [i, one] of signed.transactions.entries()) {
      const { messageBytes, signatures } = getTransactionDecoder().decode(
        Buffer.from(one, 'base64'),
      )
      const asked = getTransactionDecoder().decode(Buffer.from(transactions[i] ?? '', 'base64'))
      expect(messageBytes).toEqual(asked.messageBytes)
      const x = Buffer.from(getBase58Encoder().encode(frame.solana)).toString('base64url')
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
      const signature = Object.values(signatures)[0] ?? new Uint8Array()
      expect(verify(null, Buffer.from(messageBytes), key, Buffer.from(signature))).toBe(true)
    }
    // All of them count together: 3000 and two fees are 13000 of 20000.
    const from = frame.said.length
    const more = { transactions: [transfer(frame.solana, 2_001n)], pubkey: frame.solana }
    const over = ask(frame, 'solana_signAllTransactions', more, chains[1])
    over.catch(() => {})
    expect((await windowOf(frame, from)).shown.barred).toBe('recovery-needed')
    frame.stop()
  })
})
