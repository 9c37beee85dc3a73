import { ed25519 } from '@noble/curves/ed25519'
import { providerError } from '../parts/behavior.ts'
import { base58, signInText, signTransaction } from './bytes.ts'
import type { MockSolanaAccount } from './contract.ts'

export interface KeyedAccount {
  readonly seed: Uint8Array
  readonly address: string
  readonly publicKey: Uint8Array
}

/** The parts of a mock wallet that the code for approving requests uses. */
export interface SolanaApprover {
  readonly rpcUrl: string | undefined
  rewrites(transaction: Uint8Array): Uint8Array
  accounts(): readonly MockSolanaAccount[]
  authorize(isAuthorized: boolean): void
  /**
   * The account that signs for an address; throws error 4100 when the site may not use the address.
   */
  signer(address: unknown): KeyedAccount
}

/** Answers a request as a correct wallet does when its owner approves. */
export async function approveSolana(
  wallet: SolanaApprover,
  feature: string,
  params: readonly unknown[],
): Promise<unknown> {
  const inputs = params as readonly Readonly<Record<string, unknown>>[]
  const signerOf = (input: Readonly<Record<string, unknown>>) =>
    wallet.signer((input.account as { address?: unknown } | undefined)?.address)
  switch (feature) {
    case 'standard:connect':
      if (!inputs[0]?.silent) wallet.authorize(true)
      return { accounts: wallet.accounts() }
    case 'standard:disconnect':
      return wallet.authorize(false)
    case 'solana:signMessage':
      return inputs.map((input) => {
        const message = input.message as Uint8Array
        return { signedMessage: message, signature: ed25519.sign(message, signerOf(input).seed) }
      })
    case 'solana:signIn':
      wallet.authorize(true)
      return inputs.map((input) => {
        const account = wallet
          .accounts()
          .find(({ address }) => !input.address || address === input.address)
        const signedMessage = new TextEncoder().encode(
          signInText({ ...input, address: account?.address }),
        )
        return {
          account,
          signedMessage,
          signature: ed25519.sign(signedMessage, wallet.signer(account?.address).seed),
        }
      })
    case 'solana:signTransaction':
      return inputs.map((input) => ({
        signedTransaction: signInput(wallet, input, signerOf(input)).transaction,
      }))
    case 'solana:signAndSendTransaction':
      return Promise.all(
        inputs.map(async (input) => {
          const { transaction, signature } = signInput(wallet, input, signerOf(input))
          if (wallet.rpcUrl) await sendToNode(wallet.rpcUrl, transaction, signature)
          return { signature }
        }),
      )
  }
  throw providerError(4200, `The feature "${feature}" is not supported.`)
}

function signInput(
  wallet: SolanaApprover,
  input: Readonly<Record<string, unknown>>,
  { seed, publicKey }: KeyedAccount,
) {
  return signTransaction(wallet.rewrites(input.transaction as Uint8Array), publicKey, (message) =>
    ed25519.sign(message, seed),
  )
}

async function sendToNode(
  url: string,
  transaction: Uint8Array,
  signature: Uint8Array,
): Promise<void> {
  const params = [btoa(String.fromCharCode(...transaction)), { encoding: 'base64' }]
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }),
  })
  const { result, error } = (await answer.json()) as {
    result?: unknown
    error?: { code: number; message: string; data?: unknown }
  }
  if (error) throw providerError(error.code, error.message, error.data)
  if (result !== base58(signature))
    throw new Error('the node answered the signature of another transaction')
}
