import { createPublicKey, verify } from 'node:crypto'
import type { Connector, ConnectRequest } from '@latchkey/core'
import { type MockSolanaWalletOptions, mockSolanaWallet } from '@latchkey/testing'
import { getBase58Encoder } from '@solana/kit'
import { solanaLocal, solanaMainnet } from '../src/chains.ts'
import { solana } from '../src/solana.ts'

export const local = { ...solanaLocal, rpcUrls: ['http://127.0.0.1:1'] }
export const main = { ...solanaMainnet, rpcUrls: ['http://127.0.0.1:2'] }

/** An adapter and a wallet on one page. */
export function page(options: MockSolanaWalletOptions = {}, chains = [local, main]) {
  const target = new EventTarget()
  const wallet = mockSolanaWallet(options)
  const adapter = solana({ chains, page: target })
  return { target, wallet, adapter }
}

/** The connector of the wallet installed on a page. */
export function found(options: MockSolanaWalletOptions = {}, chains?: (typeof local)[]) {
  const all = page(options, chains)
  const connectors: Connector[] = []
  const uninstall = all.wallet.install(all.target)
  const stop = all.adapter.discover((connector) => connectors.push(connector))
  const [connector] = connectors
  if (!connector) throw new Error('no connector was found')
  return { ...all, connector, connectors, stop, uninstall }
}

export function request(more: Partial<ConnectRequest> = {}): ConnectRequest {
  return {
    chains: [local, main],
    silent: false,
    signal: new AbortController().signal,
    onPrompt: () => {},
    ...more,
  }
}

export const signal = new AbortController().signal

export function settle(ms = 20): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Whether a signature is valid for an address, checked by OpenSSL and the chain library instead of
 * the adapter.
 */
export function isProof(address: string, message: string | Uint8Array, signature: string): boolean {
  const bytesOf = (text: string) => Uint8Array.from(getBase58Encoder().encode(text))
  const x = Buffer.from(bytesOf(address)).toString('base64url')
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
  return verify(
    null,
    typeof message === 'string' ? Buffer.from(message) : message,
    key,
    bytesOf(signature),
  )
}
