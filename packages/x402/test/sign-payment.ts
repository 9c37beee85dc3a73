import { bytesToHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { WireRequirements } from '../src/server/contract.ts'
import { type Authorization, transferData, writeAuthorization } from '../src/wire/authorization.ts'

/**
 * Makes a payment for these requirements, signed by a key. `change` replaces fields of the
 * authorization before it is signed.
 */
export async function signPaymentFor(
  requirements: WireRequirements,
  key: Hex,
  change: Partial<Authorization> = {},
) {
  const account = privateKeyToAccount(key)
  const now = BigInt(Math.floor(Date.now() / 1000))
  const authorization: Authorization = {
    from: account.address,
    to: requirements.payTo,
    value: BigInt(requirements.amount),
    validAfter: now - 600n,
    validBefore: now + 60n,
    nonce: bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
    ...change,
  }
  const { network: chain, asset: token, extra: domain } = requirements
  const signature = await account.signTypedData(
    transferData(authorization, { chain, token, domain }),
  )
  return {
    x402Version: 2,
    accepted: requirements,
    payload: { signature, authorization: writeAuthorization(authorization) },
  }
}
