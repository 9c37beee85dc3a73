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

/** Clocks of chains and visitors differ; the authorization is valid from ten minutes ago. */
const clockMarginSeconds = 600
/**
 * How long an authorization is valid, in seconds: servers count on no more than they ask for, a
 * person at a wallet needs a while, and what a server does not use is soon worthless.
 */
const [shortestSeconds, longestSeconds] = [180, 600]
/** What is left less than this long is not worth sending, in seconds: a block has to be made. */
const sendingSeconds = 6

/** For how many seconds an authorization for this offer is valid. */
export function validSecondsOf({ timeoutSeconds }: Requirement): number {
  return Math.min(Math.max(Math.ceil(timeoutSeconds), shortestSeconds), longestSeconds)
}

/**
 * Has the wallet sign the payment, and returns the header that carries it.
 * @throws `request-expired` when the wallet answered too late, or what the wallet's error means,
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
    /** What was shown. */
    readonly payment: Payment
    readonly requirement: Requirement
    readonly domain: TokenDomain
    readonly required: PaymentRequired
    readonly signal: AbortSignal | undefined
  },
): Promise<readonly [name: string, value: string]> {
  const now = Math.floor(Date.now() / 1000)
  // Taken from what was shown, so that nothing else is signed.
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
