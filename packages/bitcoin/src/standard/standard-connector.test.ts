import type { ConnectorEvent, Session } from '@latchkey/core'
import { addressOf, LatchkeyError } from '@latchkey/protocol'
import {
  isBitcoinSignature,
  type MockBitcoinStandardWallet,
  type MockBitcoinStandardWalletOptions,
  mockBitcoinStandardWallet,
} from '@latchkey/testing'
import { describeAdapter } from '@latchkey/testing/adapter'
import { NETWORK, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { local, published, request, test4 } from '../../test/fixture.ts'
import { announced, oneCoin, standardPage } from '../../test/standard.ts'
import { mainnet, nativeAsset, regtest, signet } from '../chains.ts'
// Loaded before the suite's clock runs.
import '../read/estimate-transfer.ts'
import '../features/sign-plan.ts'
import '../features/transfer.ts'
import './discover-standard.ts'
import './standard-connector.ts'

const network = { ...TEST_NETWORK, bech32: 'bcrt' }
const signal = new AbortController().signal

for (const [kind, options] of Object.entries({
  'that tells all': {},
  'that tells little': { isVague: true },
  'that is a class': { isClass: true },
} satisfies Record<string, MockBitcoinStandardWalletOptions>)) {
  describeAdapter(`bitcoin, a wallet of Wallet Standard ${kind}`, () => {
    const { target, wallet, adapter } = standardPage(options)
    const [payment = '', ordinals = ''] = wallet.addresses()
    return {
      adapter,
      install: () => wallet.install(target),
      behave: wallet.behave,
      release: wallet.release,
      selectAccount: wallet.selectAccount,
      selectOtherChain: () => wallet.selectNetwork('testnet'),
      revoke: wallet.revoke,
      prompts: wallet.prompts,
      listenerCount: wallet.listenerCount,
      addresses: {
        valid: [payment, ordinals],
        invalid: ['', `${payment}1`, 'ada.btc'],
        same: [payment, payment.toUpperCase()] as const,
      },
      funds: { source: oneCoin(), amount: 10_000n },
      keepsWaiting: ['transfer'],
      rejection: { code: 4001, message: 'User rejected the request.' },
      verify: async ({ account, message, signature }) =>
        isBitcoinSignature(addressOf(account), network, message, signature),
    }
  })
}

const opened = async (options: MockBitcoinStandardWalletOptions = {}, chains = [local, test4]) => {
  const made = standardPage(options, chains)
  made.wallet.install(made.target)
  return { ...made, connector: await announced(made.adapter) }
}
const connected = async (
  options: MockBitcoinStandardWalletOptions = {},
  chains = [local, test4],
) => {
  const made = await opened(options, chains)
  const { sessions } = await made.connector.connect(request({ chains }))
  const events: ConnectorEvent[] = []
  made.connector.watch((event) => events.push(event))
  await Promise.resolve()
  const [session] = sessions
  if (!session) throw new Error('no session')
  return { ...made, sessions, session, events }
}
const asked = (wallet: MockBitcoinStandardWallet) => wallet.requests.map(({ method }) => method)
const telling = (answer: unknown) => ({ 'bitcoin:connect': { connect: async () => answer } })
const [paymentOf, ordinalsOf] = [
  (one: string) => mockBitcoinStandardWallet({ network: one }).addresses()[0] ?? '',
  (one: string) => mockBitcoinStandardWallet({ network: one }).addresses()[1] ?? '',
]

describe('connect', () => {
  test.each([{}, { isVague: true }])(
    'default: payment first, then ordinals: %o',
    async (options) => {
      const { wallet, session } = await connected(options)
      const [payment, ordinals] = wallet.addresses()
      expect(session).toEqual({
        namespace: 'bip122',
        chains: [],
        accounts: [
          { account: `${regtest}:${payment}`, type: 'payment' },
          { account: `${regtest}:${ordinals}`, type: 'ordinals' },
        ],
        selected: `${regtest}:${payment}`,
      })
      expect(wallet.requests).toEqual([
        { method: 'bitcoin:connect', params: [{ purposes: ['payment', 'ordinals'] }] },
      ])
    },
  )

  const account = (address: unknown, chains?: unknown, more: object = {}) => ({
    address,
    chains,
    ...more,
  })
  const here = paymentOf('regtest')
  test.each([
    ['an account of another family', [account('x', ['solana:mainnet']), account(here)], [here]],
    ['one of another network', [account(paymentOf('mainnet')), account(here)], [here]],
    [
      'one that names another network',
      [account(ordinalsOf('regtest'), ['bitcoin:testnet']), account(here)],
      [here],
    ],
    ['one in CAIP-2', [account(here, [regtest])], [here]],
    ['the same one twice', [account(here), account(here)], [here]],
    ['Taproot alone, which then pays', [account(ordinalsOf('regtest'))], [ordinalsOf('regtest')]],
  ])('behavior: %s', async (_, accounts, addresses) => {
    const { session } = await connected({ more: telling({ accounts }) })
    expect(session.accounts).toEqual(
      addresses.map((one) => ({ account: `${regtest}:${one}`, type: 'payment' })),
    )
  })

  test.each([
    ['wallet-answer-invalid', [account(here), account(`${here}q`)]],
    ['wallet-answer-invalid', [account(here), null]],
    ['wallet-answer-invalid', 'accounts'],
    ['account-missing', []],
    ['account-missing', [account('x', ['solana:mainnet'])]],
    ['chain-mismatch', [account(paymentOf('mainnet'))]],
    ['chain-mismatch', [account(here, ['bitcoin:mainnet'])]],
  ])('behavior: %s grants nothing: %#', async (code, accounts) => {
    const { connector } = await opened({ more: telling({ accounts }) })
    await expect(connector.connect(request())).rejects.toMatchObject({ code })
  })

  test('behavior: a wallet is not believed an error of ours', async () => {
    const thrown = new LatchkeyError('user-rejected')
    const { connector, adapter } = await opened()
    expect(
      adapter.explain(
        await connector.connect(request({ signal: AbortSignal.abort() })).catch((e) => e),
      ),
    ).toBe('aborted')
    const { connector: lying } = await opened({
      more: { 'bitcoin:connect': { connect: () => Promise.reject(thrown) } },
    })
    await expect(lying.connect(request())).rejects.toMatchObject({ code: 'wallet-unknown' })
  })
})

describe('last', () => {
  test('default: what the wallet tells unasked is resumed without a question', async () => {
    const { fresh, wallet, sessions: last, session } = await connected()
    wallet.selectAccount(1)
    const { sessions } = await (await fresh()).connect(request({ silent: true, last }))
    expect(sessions[0]?.selected).toBe(`${regtest}:${wallet.addresses()[0]}`)
    expect(sessions[0]?.selected).not.toBe(session.selected)
    expect(asked(wallet)).toEqual(['bitcoin:connect'])
  })

  test('behavior: one that tells nothing is resumed as it was, and asked for its accounts when it is to sign', async () => {
    const { fresh, wallet, sessions: last, session } = await connected({ isQuiet: true })
    const connector = await fresh()
    expect(await connector.connect(request({ silent: true, last }))).toEqual({ sessions: last })
    expect(asked(wallet)).toEqual(['bitcoin:connect'])
    const sign = () =>
      connector.features.signMessage?.({ account: session.selected, message: 'Hello', signal })
    const { signature = '' } = (await sign()) ?? {}
    expect(isBitcoinSignature(addressOf(session.selected), network, 'Hello', signature)).toBe(true)
    await sign()
    expect(asked(wallet).slice(1)).toEqual([
      'bitcoin:connect',
      'bitcoin:signMessage',
      'bitcoin:signMessage',
    ])
  })

  test('behavior: the wallet has other accounts by then: it signs for none of the old ones', async () => {
    const { fresh, wallet, sessions: last, session } = await connected({ isQuiet: true })
    const connector = await fresh()
    await connector.connect(request({ silent: true, last }))
    wallet.selectAccount(1)
    const sign = connector.features.signMessage?.({
      account: session.selected,
      message: 'Hello',
      signal,
    })
    await expect(sign).rejects.toMatchObject({ code: 'account-missing' })
    expect(asked(wallet)).not.toContain('bitcoin:signMessage')
  })

  test('behavior: what is wrong in storage resumes nothing', async () => {
    const { fresh, wallet, session } = await connected({ isQuiet: true })
    const foreign = `${regtest}:${published.mainnet[0]}` as const
    const spoilt: readonly (readonly Session[])[] = [
      [],
      [{ ...session, namespace: 'stacks' }],
      [{ ...session, selected: foreign }],
      [{ ...session, accounts: [...session.accounts, { account: foreign, type: 'payment' }] }],
    ]
    for (const last of spoilt) {
      await expect((await fresh()).connect(request({ silent: true, last }))).rejects.toMatchObject({
        code: 'account-missing',
      })
    }
    expect(asked(wallet)).toEqual(['bitcoin:connect'])
  })
})

describe('watch', () => {
  test.each([
    undefined,
    null,
    7,
    {},
    { accounts: [] },
    { accounts: 'x' },
    { accounts: [{ address: published.mainnet[0] }] },
  ])(
    'behavior: a change that brings no account to believe ends the session: %#',
    async (payload) => {
      const { wallet, events } = await connected({ isQuiet: true })
      wallet.emit(payload)
      expect(events.map(({ type }) => type)).toEqual(['end'])
    },
  )

  test('behavior: a change of features alone changes nothing; one of networks is looked up', async () => {
    const { wallet, events } = await connected()
    wallet.emit({ features: {} })
    expect(events).toEqual([])
    wallet.emit({ chains: [] })
    expect(events).toEqual([])
    const quiet = await connected({ isQuiet: true })
    quiet.wallet.emit({ chains: [] })
    expect(quiet.events).toEqual([{ type: 'end' }])
  })

  test('behavior: events by the name of the standard', async () => {
    const kept: { tell?: (change: unknown) => void } = {}
    const on = (_: string, tell: (change: unknown) => void) => {
      kept.tell = tell
      return () => {
        throw new Error('no')
      }
    }
    const { events, connector } = await connected({
      lacks: ['bitcoin:events'],
      more: { 'standard:events': { on } },
    })
    await connector.disconnect()
    kept.tell?.({ accounts: [] })
    expect(events).toEqual([])
    await connector.connect(request())
    connector.watch((event) => events.push(event))
    kept.tell?.({ accounts: [] })
    expect(events.map(({ type }) => type)).toContain('end')
  })
})

describe('switchChain', () => {
  test.each([
    [{}, ['bitcoin:switchNetwork']],
    [{ isQuiet: true }, ['bitcoin:switchNetwork', 'bitcoin:connect']],
  ])('default: %o by %j', async (options, questions) => {
    const { connector, wallet, events } = await connected(options)
    await connector.features.switchChain?.({ chain: test4, signal })
    expect(asked(wallet).slice(1)).toEqual(questions)
    expect(wallet.requests[1]?.params).toEqual([test4.id])
    const selected = `${test4.id}:${wallet.addresses()[0]}`
    expect(events).toMatchObject([{ type: 'session', reason: 'chain', session: { selected } }])
  })

  test('behavior: of two networks with the same addresses it is on the one that was asked for', async () => {
    const chains = [test4, { ...local, id: signet } as const]
    const { connector, events } = await connected({ isVague: true, network: 'testnet' }, chains)
    await connector.features.switchChain?.({ chain: { ...local, id: signet }, signal })
    expect(events).toMatchObject([{ reason: 'chain' }])
    expect(events[0]?.type === 'session' && events[0].session.selected.startsWith(signet)).toBe(
      true,
    )
  })

  test('behavior: a wallet that says yes and stays where it is has not switched', async () => {
    const { connector, events } = await connected({
      more: { 'bitcoin:switchNetwork': { switchNetwork: () => {} } },
    })
    const answer = connector.features.switchChain?.({ chain: test4, signal })
    await expect(answer).rejects.toMatchObject({ code: 'chain-mismatch' })
    expect(events).toEqual([])
  })
})

describe('transfer', () => {
  const sending = async (options: MockBitcoinStandardWalletOptions = {}) => {
    const made = await connected(options)
    const posted: { hex?: string } = {}
    const source = oneCoin(posted)
    const send = async (amount?: bigint, connector = made.connector) => {
      const transfer = {
        from: made.session.selected,
        to: published.test[1],
        asset: nativeAsset(local),
        amount: 1n,
      }
      const { most = 0n } = await made.adapter.read.estimateTransfer(source, transfer)
      const whole = { ...transfer, amount: amount ?? most }
      const estimate = await made.adapter.read.estimateTransfer(source, whole)
      return connector.features.transfer?.({
        transfer: whole,
        chain: local,
        estimate,
        source,
        signal,
      })
    }
    return { ...made, posted, send }
  }

  test.each([
    [{}, 20_000n],
    [{}, undefined],
    [{ payment: 'p2sh' as const }, 20_000n],
    [{ payment: 'p2sh' as const, isQuiet: true }, undefined],
  ])('default: %o signs, and the nodes are handed it: %s', async (options, amount) => {
    const { wallet, fresh, sessions: last, send, posted } = await sending(options)
    const connector = await fresh()
    await connector.connect(request({ silent: true, last }))
    const { hash } = (await send(amount, connector)) ?? {}
    const sent = Transaction.fromRaw(Buffer.from(posted.hex ?? '', 'hex'))
    expect([hash, sent.outputsLength]).toEqual([sent.id, amount === undefined ? 1 : 2])
    const { params } = wallet.requests.at(-1) ?? { params: [] }
    expect(params).toMatchObject([
      {
        psbt: expect.any(Uint8Array),
        inputsToSign: [{ account: { address: wallet.addresses()[0] }, signingIndexes: [0] }],
        chain: 'bitcoin:regtest',
      },
    ])
  })

  test('behavior: what comes back unsigned, or is no PSBT, is not handed over', async () => {
    const echo = {
      signTransaction: async ({ psbt }: { psbt: Uint8Array }) => [{ signedPsbt: psbt }],
    }
    const { send, posted } = await sending({ more: { 'bitcoin:signTransaction': echo } })
    await expect(send(20_000n)).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    const { wallet, ...other } = await sending()
    for (const lie of [
      [{ signedPsbt: new Uint8Array(9) }],
      [{ signedPsbt: 'cHNidP8=' }],
      [{ signedPsbt: new Uint8Array(3_000_000) }],
    ]) {
      wallet.behave({ lie }, 'bitcoin:signTransaction')
      await expect(other.send(20_000n)).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    }
    expect([posted.hex, other.posted.hex]).toEqual([undefined, undefined])
  })

  test('behavior: a wallet that cannot sign transactions sends nothing', async () => {
    const { connector } = await connected({ lacks: ['bitcoin:signTransaction'] })
    expect(Object.keys(connector.features)).not.toContain('transfer')
  })
})

describe('request', () => {
  const signPsbt = async (more: object) => {
    const { connector, wallet, session } = await connected()
    const signInputs = session.accounts.map(({ account }, index) => ({
      index,
      address: addressOf(account),
    }))
    wallet.behave({ lie: [] }, 'bitcoin:signTransaction')
    const params = { psbt: 'cHNidP8AAAAA', signInputs, ...more }
    const answer = connector.features.request?.({ chain: regtest, method: 'signPsbt', params })
    return { answer, wallet, session }
  }

  test.each([
    [undefined, undefined],
    [['ALL'], 'ALL'],
    [['SINGLE', 'ANYONECANPAY'], 'SINGLE|ANYONECANPAY'],
    [['ANYONECANPAY'], 'ALL|ANYONECANPAY'],
    [['ALL', 'SINGLE'], undefined],
  ])('parameters: allowedSighash %j', async (allowedSighash, sigHash) => {
    const { answer, wallet } = await signPsbt({ ...(allowedSighash && { allowedSighash }) })
    await expect(answer).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    const [{ inputsToSign } = { inputsToSign: [] }] = (wallet.requests.at(-1)?.params ?? []) as {
      inputsToSign: object[]
    }[]
    expect(inputsToSign).toMatchObject([{ signingIndexes: [0] }, { signingIndexes: [1] }])
    expect(inputsToSign.map((one) => (one as { sigHash?: string }).sigHash)).toEqual([
      sigHash,
      sigHash,
    ])
  })

  test.each([
    [{ signInputs: undefined }, 'rpc-invalid-params'],
    [{ broadcast: true }, 'wallet-method-unsupported'],
    [{ signInputs: [{ index: 0, address: published.test[1] }] }, 'account-missing'],
  ])('behavior: %j is not asked for: %s', async (more, code) => {
    const { answer, wallet } = await signPsbt(more)
    await expect(answer).rejects.toMatchObject({ code })
    expect(asked(wallet)).toEqual(['bitcoin:connect'])
  })

  test('behavior: numbers are inputs of the selected account', async () => {
    const { answer, wallet, session } = await signPsbt({ signInputs: [0, 2] })
    await expect(answer).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    expect(wallet.requests.at(-1)?.params).toMatchObject([
      {
        inputsToSign: [
          { account: { address: addressOf(session.selected) }, signingIndexes: [0, 2] },
        ],
      },
    ])
  })

  test('behavior: addresses with their keys; no transfer', async () => {
    const { connector, wallet } = await connected({ network: 'mainnet' }, [
      { ...local, id: mainnet },
    ])
    const ask = (method: string, params?: object) =>
      connector.features.request?.({ chain: mainnet, method, params })
    const told = (await ask('getAddresses', { purposes: ['payment'] })) as { addresses: object[] }
    expect(told.addresses).toEqual([
      {
        address: wallet.addresses()[0],
        publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
        purpose: 'payment',
      },
    ])
    const recipients = [{ address: published.mainnet[0], amount: 5000n }]
    await expect(ask('sendTransfer', { recipients })).rejects.toMatchObject({
      code: 'wallet-method-unsupported',
    })
    expect(NETWORK.bech32 && wallet.addresses()[0]?.startsWith(NETWORK.bech32)).toBe(true)
  })
})
