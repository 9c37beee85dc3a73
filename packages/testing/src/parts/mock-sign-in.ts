import type { Address, LocalAccount } from 'viem'
import { createSiweMessage } from 'viem/siwe'

/**
 * Returns the answer to `wallet_connect` (ERC-7846): the accounts and, when `signInWithEthereum`
 * was requested, the proof of the first account.
 */
export async function approveSignIn(
  wallet: { addresses(): readonly string[]; signer(address: unknown): LocalAccount },
  request: unknown,
): Promise<unknown> {
  const { capabilities } = (request ?? {}) as { readonly capabilities?: unknown }
  const { signInWithEthereum: fields } = (capabilities ?? {}) as {
    readonly signInWithEthereum?: Readonly<Record<string, string>> & {
      readonly resources?: readonly string[]
    }
  }
  const [first, ...others] = wallet.addresses()
  if (first === undefined) return { accounts: [] }
  const toDate = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
  const message =
    fields &&
    createSiweMessage({
      address: first as Address,
      chainId: Number(fields.chainId),
      domain: fields.domain ?? '',
      nonce: fields.nonce ?? '',
      uri: fields.uri ?? '',
      version: '1',
      ...(fields.statement !== undefined && { statement: fields.statement }),
      ...(fields.requestId !== undefined && { requestId: fields.requestId }),
      ...(fields.resources && { resources: [...fields.resources] }),
      issuedAt: toDate(fields.issuedAt),
      expirationTime: toDate(fields.expirationTime),
      notBefore: toDate(fields.notBefore),
    })
  const signature = message && (await wallet.signer(first).signMessage({ message }))
  return {
    accounts: [
      {
        address: first,
        capabilities: message ? { signInWithEthereum: { message, signature } } : {},
      },
      ...others.map((address) => ({ address, capabilities: {} })),
    ],
  }
}
