import { createPublicKey, verify as verifyByOpenSsl } from 'node:crypto'
import { bitcoin } from '@latchkey/bitcoin'
import {
  type Adapter,
  connect,
  createKit,
  getAccount,
  type Proof,
  type SignInProvider,
  signIn,
} from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { addressOf, type Chain, chainOf, referenceOf } from '@latchkey/protocol'
import { solana, solanaLocal } from '@latchkey/solana'
import { stacks } from '@latchkey/stacks'
import {
  isBitcoinSignature,
  mockEvmWallet,
  mockSolanaWallet,
  mockWbipWallet,
  wbipPersonas,
} from '@latchkey/testing'
import { getBase58Encoder } from '@solana/kit'
import { type Hex, verifyMessage } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isStacksProof } from '../../packages/stacks/test/is-stacks-proof.ts'

const chain = (id: string): Chain => ({
  id: id as Chain['id'],
  name: id,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 8 },
  rpcUrls: [],
  testnet: true,
})
const challenge = {
  domain: 'shop.example',
  uri: 'https://shop.example/in',
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-01-01T00:00:00.000Z',
  statement: 'I accept the terms.',
} as const

/** Address prefixes of a local Bitcoin chain (regtest). */
const regtestNetwork = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

interface Family {
  readonly adapter: Adapter
  /** Returns the methods that the wallet was asked for. */
  readonly asked: () => readonly string[]
  /** Whether the chain family's own library accepts the proof. */
  readonly isGood: (proof: Proof) => boolean | Promise<boolean>
}

const families: Readonly<Record<string, () => Family>> = {
  eip155: () => {
    const page = new EventTarget()
    const wallet = mockEvmWallet()
    wallet.install(page)
    return {
      adapter: evm({ chains: [chain('eip155:31337')], page }),
      asked: () => wallet.requests.map(({ method }) => method),
      isGood: ({ account, message, signature }) =>
        parseSiweMessage(message).address === addressOf(account) &&
        verifyMessage({
          address: addressOf(account) as Hex,
          message,
          signature: signature as Hex,
        }),
    }
  },
  solana: () => {
    const page = new EventTarget()
    const wallet = mockSolanaWallet()
    wallet.install(page)
    return {
      adapter: solana({ chains: [solanaLocal], page }),
      asked: () => wallet.requests.map(({ method }) => method),
      isGood: ({ account, message, signature }) => {
        const bytesOf = (text: string) => Uint8Array.from(getBase58Encoder().encode(text))
        const x = Buffer.from(bytesOf(addressOf(account))).toString('base64url')
        const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
        return verifyByOpenSsl(null, Buffer.from(message), key, bytesOf(signature))
      },
    }
  },
  bip122: () => {
    const page: Record<string, unknown> = {}
    const wallet = mockWbipWallet({ persona: wbipPersonas.rich })
    wallet.install(page)
    return {
      adapter: bitcoin({ chains: [chain('bip122:0f9188f13cb7b2c71f2a335e3a4fc328')], page }),
      asked: () =>
        wallet.requests.map(({ method, params }) => {
          const { protocol } = (params ?? {}) as { readonly protocol?: string }
          return [method, protocol].filter(Boolean).join(' ')
        }),
      isGood: ({ account, message, signature }) =>
        isBitcoinSignature(addressOf(account), regtestNetwork, message, signature),
    }
  },
  stacks: () => {
    const page: Record<string, unknown> = {}
    const wallet = mockWbipWallet({ persona: wbipPersonas.plain })
    wallet.install(page)
    return {
      adapter: stacks({ chains: [chain('stacks:2155905152')], page }),
      asked: () => wallet.requests.map(({ method }) => method),
      isGood: isStacksProof,
    }
  },
}
const lastAsked: Readonly<Record<string, readonly [fields: string, text: string]>> = {
  eip155: ['personal_sign', 'personal_sign'],
  solana: ['solana:signIn', 'solana:signMessage'],
  bip122: ['signMessage BIP322', 'signMessage BIP322'],
  stacks: ['stx_signMessage', 'stx_signMessage'],
}

/**
 * A stand-in for a server that writes the whole text, or that leaves it to the page to build the
 * text from fields.
 */
function serverOf(family: Family, name: string, writes: boolean) {
  const proofs: Proof[] = []
  const provider: SignInProvider = {
    challenge: async ({ account }) => {
      if (!writes || account === undefined) return challenge
      const title = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin', stacks: 'Stacks' }
      return {
        message:
          `shop.example wants you to sign in with your ${title[name as 'eip155']} account:\n` +
          `${addressOf(account)}\n\nWritten by the server.\n\nURI: ${challenge.uri}\nVersion: 1\n` +
          `Chain ID: ${referenceOf(chainOf(account))}\nNonce: ${challenge.nonce}\n` +
          `Issued At: ${challenge.issuedAt}`,
      }
    },
    verify: async (proof) => {
      proofs.push(proof)
      if (!(await family.isGood(proof))) throw new Error('the signature does not hold')
      return { accounts: [proof.account] }
    },
    session: async () => null,
    signOut: async () => {},
  }
  return { provider, proofs }
}

describe.each(Object.keys(families))('a visitor of %s', (name) => {
  test.each([
    ['fields', false],
    ['a whole text', true],
  ])('behavior: signs in where the server answers %s', async (_, writes) => {
    const family = families[name]?.() as Family
    const { provider, proofs } = serverOf(family, name, writes)
    const kit = createKit({
      adapters: [family.adapter],
      storage: null,
      metadata: { url: 'https://shop.example' },
      signIn: { provider },
    })
    onTestFinished(kit.subscribe(() => {}))
    const [connector = ''] = Object.keys(kit.getState().connectors)
    await connect(kit, { connector })
    await signIn(kit)
    const { account } = getAccount(kit)
    expect(kit.getState().signIn).toEqual({ status: 'signed-in', session: { accounts: [account] } })
    expect(family.asked().at(-1)).toBe(lastAsked[name]?.[writes ? 1 : 0])
    const [proof] = proofs
    expect(proof?.message).toContain(writes ? 'Written by the server.' : challenge.statement)
    // The library must also be able to refuse: with one more letter in the text, the signature is
    // invalid.
    expect(await family.isGood({ ...(proof as Proof), message: `${proof?.message}!` })).toBe(false)
  })
})
