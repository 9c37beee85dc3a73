import type { Kit } from '@latchkey/core'
import { signTypedData } from '@latchkey/evm'
import { addressOf, LatchkeyError } from '@latchkey/protocol'
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

/**
 * An authorization is valid from ten minutes before it is signed, because the chain's clock may be
 * behind the visitor's.
 */
const clockMarginSeconds = 600
/**
 * The shortest and the longest time for which an authorization is valid, in seconds. The shortest
 * leaves the visitor time to decide in the wallet, even if the server asks for less. The longest
 * makes an authorization that the server does not use worthless soon.
 */
const [shortestSeconds, longestSeconds] = [180, 600]
/**
 * An authorization that is valid for less than this is not sent, in seconds, because a block must
 * still be made.
 */
const sendingSeconds = 6

/** The number of seconds for which an authorization for this offer is valid. */
export function validSecondsOf({ timeoutSeconds }: Requirement): number {
  return Math.min(Math.max(Math.ceil(timeoutSeconds), shortestSeconds), longestSeconds)
}

/**
 * Lets the wallet sign the payment, and returns the request header that carries it.
 * @throws `request-expired` when the wallet answered too late, or the code of the wallet's error,
 *   such as `user-rejected`
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
    /** The payment as the visitor was shown it. */
    readonly payment: Payment
    readonly requirement: Requirement
    readonly domain: TokenDomain
    readonly required: PaymentRequired
    readonly signal: AbortSignal | undefined
  },
): Promise<readonly [name: string, value: string]> {
  const now = Math.floor(Date.now() / 1000)
  // The authorization is made from the payment that was shown, so that nothing else is signed.
  const authorization: Authorization = {
    from: addressOf(payment.from) as Address,
    to: addressOf(payment.payTo) as Address,
    value: payment.amount,
    validAfter: BigInt(now - clockMarginSeconds),
    validBefore: BigInt(now + payment.validSeconds),
    nonce: bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
  }
  const { chain, token, fields } = requirement
  const { signature } = await signTypedData(kit, {
    typedData: transferData(authorization, { chain, token, domain }),
    account: payment.from,
    signal,
  })
  if (Date.now() / 1000 > now + payment.validSeconds - sendingSeconds)
    throw new LatchkeyError('request-expired', {
      reason: `the signature was valid for ${payment.validSeconds} seconds`,
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
