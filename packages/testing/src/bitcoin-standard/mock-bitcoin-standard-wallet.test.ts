import { TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { lies } from '../parts/behavior.ts'
import { toBase64 } from '../wbip/bytes.ts'
import { isBitcoinSignature } from '../wbip/message.ts'
import type { MockBitcoinAccount, MockBitcoinStandardWallet } from './contract.ts'
import { mockBitcoinStandardWallet } from './mock-bitcoin-standard-wallet.ts'

const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
const both = { purposes: ['payment', 'ordinals'] }
const call = (mock: MockBitcoinStandardWallet, feature: string, ...params: readonly unknown[]) =>
  (mock.wallet.features[feature] as Record<string, (...all: readonly unknown[]) => Promise<never>>)[
    feature.slice('bitcoin:'.length)
  ]?.(...params) ?? Promise.reject(new Error('no such feature'))
const connect = async (mock: MockBitcoinStandardWallet): Promise<readonly MockBitcoinAccount[]> =>
  ((await call(mock, 'bitcoin:connect', both)) as { accounts: readonly MockBitcoinAccount[] })
    .accounts
const listen = (mock: MockBitcoinStandardWallet) => {
  const heard: (readonly string[])[] = []
  const { on } = mock.wallet.features['bitcoin:events'] as {
    on: (e: string, l: (change: unknown) => void) => () => void
  }
  const stop = on('change', (change) =>
    heard.push(
      (change as { accounts: readonly MockBitcoinAccount[] }).accounts.map(
        ({ address }) => address,
      ),
    ),
  )
  return { heard, stop }
}

describe('mockBitcoinStandardWallet', () => {
  test('default', async () => {
    const mock = mockBitcoinStandardWallet()
    const { heard, stop } = listen(mock)
    expect(mock.wallet.accounts).toEqual([])
    const accounts = await connect(mock)
    expect(accounts.map(({ address, purpose, chains }) => [address, purpose, chains])).toEqual([
      [mock.addresses()[0], 'payment', ['bitcoin:regtest']],
      [mock.addresses()[1], 'ordinals', ['bitcoin:regtest']],
    ])
    expect([heard, mock.prompts(), mock.listenerCount(), mock.isAuthorized()]).toEqual([
      [mock.addresses()],
      1,
      1,
      true,
    ])
    stop()
    await call(mock, 'bitcoin:disconnect')
    expect([mock.prompts(), mock.requests.length, mock.wallet.accounts.length]).toEqual([1, 2, 0])
  })

  test('behavior: it signs messages with the key of an account that it gave out, and of no other', async () => {
    const mock = mockBitcoinStandardWallet()
    const message = new TextEncoder().encode('hi')
    for (const account of await connect(mock)) {
      const [{ signature } = { signature: new Uint8Array() }] = (await call(
        mock,
        'bitcoin:signMessage',
        {
          account,
          message,
        },
      )) as { signature: Uint8Array }[]
      expect(isBitcoinSignature(account.address, regtest, 'hi', toBase64(signature))).toBe(true)
      await expect(
        call(mock, 'bitcoin:signMessage', { account: { ...account }, message }),
      ).rejects.toMatchObject({
        code: 4100,
      })
    }
  })

  test('behavior: it signs the inputs it is told to', async () => {
    const mock = mockBitcoinStandardWallet()
    const [account] = await connect(mock)
    const unsigned = new Transaction()
    const script = Uint8Array.from([0, 20, ...new Uint8Array(20)])
    const [address = ''] = mock.addresses()
    const own = new Transaction()
    own.addOutputAddress(address, 1n, regtest)
    const witnessUtxo = { script: own.getOutput(0).script ?? script, amount: 5000n }
    for (const index of [0, 1]) {
      unsigned.addInput({ txid: 'ab'.repeat(32), index, witnessUtxo })
    }
    unsigned.addOutputAddress(address, 4000n, regtest)
    const inputsToSign = [{ account, signingIndexes: [1] }]
    const [{ signedPsbt } = { signedPsbt: new Uint8Array() }] = (await call(
      mock,
      'bitcoin:signTransaction',
      {
        psbt: unsigned.toPSBT(),
        inputsToSign,
      },
    )) as { signedPsbt: Uint8Array }[]
    const signed = Transaction.fromPSBT(signedPsbt)
    expect([0, 1].map((index) => signed.getInput(index).partialSig?.length ?? 0)).toEqual([0, 1])
  })

  test('behavior: the person changes account, network, mind; a quiet wallet tells nothing of it', async () => {
    const [mock, quiet] = [{}, { isQuiet: true }].map((options) =>
      mockBitcoinStandardWallet(options),
    )
    if (!mock || !quiet) throw new Error('no wallets')
    for (const one of [mock, quiet]) {
      await connect(one)
    }
    const [{ heard }, other] = [listen(mock), listen(quiet)]
    const expected: (readonly string[])[] = []
    for (const one of [mock, quiet]) {
      one.selectAccount(1)
    }
    expected.push(mock.addresses())
    await call(mock, 'bitcoin:switchNetwork', 'bip122:000000000019d6689c085ae165831e93')
    expect(mock.addresses()[0]).toMatch(/^bc1q/)
    expected.push(mock.addresses())
    for (const one of [mock, quiet]) {
      one.revoke()
    }
    expect(heard).toEqual([...expected, []])
    expect([other.heard, quiet.wallet.accounts]).toEqual([[], []])
    await expect(call(mock, 'bitcoin:switchNetwork', 'bitcoin:mainnet')).rejects.toMatchObject({
      code: -32602,
    })
  })

  test('parameters: isVague, lacks, more', async () => {
    const odd = { version: '9' }
    const mock = mockBitcoinStandardWallet({
      isVague: true,
      lacks: ['bitcoin:signMessage'],
      more: { 'x:y': odd },
    })
    const [account] = await connect(mock)
    expect([account?.purpose, account?.chains.length, account?.features]).toEqual([
      undefined,
      4,
      ['bitcoin:signTransaction'],
    ])
    expect(new TextDecoder().decode(account?.publicKey)).toBe(account?.address)
    expect([mock.wallet.features['x:y'], mock.wallet.features['bitcoin:signMessage']]).toEqual([
      odd,
      undefined,
    ])
  })

  test.each([
    ['reject', 4001],
    ['pending', -32002],
    ['die', 4900],
    [{ fail: { code: 7 } }, 7],
  ] as const)('parameters: behavior %o', async (behavior, code) => {
    const mock = mockBitcoinStandardWallet()
    mock.behave(behavior, 'bitcoin:connect')
    await expect(connect(mock)).rejects.toMatchObject({ code })
  })

  test('behavior: hanging requests wait for their release; lies are answered as they are', async () => {
    const mock = mockBitcoinStandardWallet()
    mock.behave('hang')
    const waiting = connect(mock)
    expect([await mock.release(), await mock.release()]).toEqual([true, false])
    expect(await waiting).toHaveLength(2)
    for (const lie of lies) {
      mock.behave({ lie })
      expect(await call(mock, 'bitcoin:connect', both)).toBe(lie)
    }
  })

  test('behavior: it registers with apps that are there, and with apps that come later, until it vanishes', () => {
    const mock = mockBitcoinStandardWallet()
    const page = new EventTarget()
    const seen: unknown[] = []
    const gone: unknown[] = []
    const api = {
      register(wallet: unknown) {
        seen.push(wallet)
        return () => gone.push(wallet)
      },
    }
    page.addEventListener('wallet-standard:register-wallet', (event) =>
      (event as CustomEvent).detail(api),
    )
    const stop = mock.install(page)
    const ready = () =>
      page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    ready()
    stop()
    ready()
    expect([seen, gone.length]).toEqual([[mock.wallet, mock.wallet], 2])
  })
})
