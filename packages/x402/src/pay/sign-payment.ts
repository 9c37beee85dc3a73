import type { Kit } from '@latchkey/core'
import { signTypedData } from '@latchkey/evm'
import { addressOf } from '@latchkey/protocol'
import { bytesToHex } from 'viem'
import type { Payment } from '../contract.ts'
import {
  type Authorization,
  type TokenDomain,
  transferData,
  writeAuthorization,
} from '../wire/authorization.ts'
import { encodeJson } from '../wire/encode-json.ts'
import type { Address } from '../wire/fields.ts'
import type { PaymentRequired, Requirement } from '../wire/read-requirements.ts'

/** Clocks of chains and visitors differ; the authorization is valid from ten minutes ago. */
const clockMarginSeconds = 600
/** An authorization that a server does not use is worthless after ten minutes, whatever it asks. */
const longestSeconds = 600

/** Until when an authorization for this offer would hold, in seconds since 1970. */
export function expiryOf({ timeoutSeconds }: Requirement, now: number): number {
  return Math.floor(now / 1000) + Math.min(Math.ceil(timeoutSeconds), longestSeconds)
}

/**
 * Has the wallet sign the payment, and returns the header that carries it.
 * @throws what the wallet's error means, such as `user-rejected`
 */
export async function signPayment(
  kit: Kit,
  {
    payment,
    requirement,
    domain,
    required,
    signal,
  }: {
    /** What was shown. */
    readonly payment: Payment
    readonly requirement: Requirement
    readonly domain: TokenDomain
    readonly required: PaymentRequired
    readonly signal: AbortSignal | undefined
  },
): Promise<readonly [name: string, value: string]> {
  // Taken from what was shown, so that nothing else is signed.
  const authorization: Authorization = {
    from: addressOf(payment.from) as Address,
    to: addressOf(payment.payTo) as Address,
    value: payment.amount,
    validAfter: BigInt(Math.floor(Date.now() / 1000) - clockMarginSeconds),
    validBefore: BigInt(Math.floor(payment.expiresAt / 1000)),
    nonce: bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
  }
  const { chain, token, fields } = requirement
  const { signature } = await signTypedData(kit, {
    typedData: transferData(authorization, { chain, token, domain }),
    account: payment.from,
    signal,
  })
  const payload = { signature, authorization: writeAuthorization(authorization) }
  return required.version === 2
    ? [
        'PAYMENT-SIGNATURE',
        encodeJson({ x402Version: 2, ...required.echo, accepted: fields, payload }),
      ]
    : [
        'X-PAYMENT',
        encodeJson({ x402Version: 1, scheme: 'exact', network: fields.network, payload }),
      ]
}
