import { addressOf, type Chain } from '@latchkey/protocol'
import {
  isBitcoinSignature,
  type MockWbipWallet,
  mockWbipWallet,
  type WbipPersona,
  wbipPersonas,
} from '@latchkey/testing'
import { describeAdapter } from '@latchkey/testing/adapter'
import { describeFeatures } from '@latchkey/testing/features'
import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { local, published, request, test4 } from '../test/fixture.ts'
import { ownFunctionsWallet } from '../test/own-functions.ts'
import { announced } from '../test/standard.ts'
import { bitcoin } from './bitcoin.ts'
import { mainnet, signet } from './chains.ts'

const real: readonly Chain[] = [
  { ...local, id: mainnet, name: 'Bitcoin' },
  { ...local, id: signet, name: 'Signet' },
]
const networks: Readonly<Record<string, typeof NETWORK>> = {
  [mainnet]: NETWORK,
  [signet]: TEST_NETWORK,
  [local.id]: { ...TEST_NETWORK, bech32: 'bcrt' },
}

function fixtureOf(
  wallet: MockWbipWallet,
  chains: readonly Chain[],
  more: { selectOtherChain(): void },
) {
  const target = {}
  const adapter = bitcoin({ chains, page: target })
  const [valid = ''] = wallet.addresses().map(({ address }) => address)
  return {
    adapter,
    install: () => wallet.install(target),
    behave: wallet.behave,
    release: wallet.release,
    selectAccount: wallet.selectAccount,
    revoke: wallet.revoke,
    prompts: wallet.prompts,
    listenerCount: wallet.listenerCount,
    addresses: {
      valid: [valid],
      invalid: ['', `${valid}1`, 'ada.btc'],
      same: [valid, valid] as const,
    },
    keepsWaiting: ['transfer'],
    rejection: {
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32000, message: 'User rejected the request' },
    },
    verify: async (signed: {
      readonly account: `${string}:${string}:${string}`
      message: string
      signature: string
    }) => {
      const network = networks[signed.account.slice(0, signed.account.lastIndexOf(':'))]
      return Boolean(
        network &&
          isBitcoinSignature(addressOf(signed.account), network, signed.message, signed.signature),
      )
    },
    ...more,
  }
}

const personas: Readonly<Record<string, WbipPersona>> = {
  'by-address': {
    ...wbipPersonas.rich,
    path: 'FordefiProviders.UtxoProvider',
    marks: { isFordefi: true },
  },
  plain: {
    ...wbipPersonas.rich,
    path: 'SomeProvider',
    marks: {},
    connect: 'getAddresses',
    networks: ['mainnet', 'testnet', 'signet', 'regtest'],
    amounts: 'string',
    psbt: { field: 'psbt', inputs: 'list' },
  },
}
for (const [manner, persona] of Object.entries(personas)) {
  describeAdapter(`bitcoin, a wallet asked ${manner}`, () => {
    const wallet = mockWbipWallet({ persona })
    const other = manner === 'plain' ? 'testnet' : 'Testnet4'
    return fixtureOf(wallet, [local, test4], {
      selectOtherChain: () => wallet.selectNetwork(other),
    })
  })
}

// It has no events: what those would tell cannot be asked of it.
describeFeatures('bitcoin, a wallet asked hex-psbt', () => {
  const wallet = mockWbipWallet({ persona: wbipPersonas.plain })
  return fixtureOf(wallet, [local, test4], { selectOtherChain: () => {} })
})

describeAdapter('bitcoin, a wallet asked like UniSat', () => {
  const wallet = ownFunctionsWallet('unisat')
  return {
    ...fixtureOf(wallet, real, { selectOtherChain: () => wallet.goTo('BITCOIN_SIGNET') }),
    addresses: {
      valid: [published.mainnet[0]],
      invalid: ['', 'ada.btc'],
      same: [published.mainnet[2], published.mainnet[2].toLowerCase()] as const,
    },
  }
})

// One object for each network: it goes to no other one.
describeFeatures('bitcoin, a wallet asked like OKX', () => {
  const wallet = ownFunctionsWallet('okx')
  return fixtureOf(wallet, real, { selectOtherChain: () => {} })
})

describe('signMessage', () => {
  test.each([
    ['unisat', 'p2tr', 'BIP322'],
    ['unisat', 'p2wpkh', 'ECDSA'],
    ['okx', 'p2tr', 'BIP322'],
    ['okx', 'p2sh', 'ECDSA'],
  ] as const)(
    'behavior: a wallet like %s with one address, %s, is asked for %s',
    async (kind, payment, protocol) => {
      const wallet = ownFunctionsWallet(kind, payment)
      const fixture = fixtureOf(wallet, real, { selectOtherChain: () => {} })
      fixture.install()
      const connector = await announced(fixture.adapter)
      const { sessions } = await connector.connect(request({ chains: real }))
      const account = sessions[0]?.selected ?? expect.unreachable()
      const { signature } =
        (await connector.features.signMessage?.({
          account,
          message: 'Hello',
          signal: new AbortController().signal,
        })) ?? expect.unreachable()
      expect(wallet.requests.at(-1)).toMatchObject({ method: 'signMessage', params: { protocol } })
      expect(await fixture.verify({ account, message: 'Hello', signature })).toBe(true)
    },
  )
})
