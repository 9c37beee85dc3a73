import type { AuthPayload } from '../cacao/auth-payload.ts'
import type { Metadata, PairingRecord } from '../contract.ts'
import type { PageContext } from './page-context.ts'

/** The one-click sign-in request that is sent to the wallet that opens the pairing link. */
export function authenticationOf(
  { authenticate, publicKey, expiresAt }: PairingRecord,
  authPayload: AuthPayload,
  metadata: Metadata,
): object {
  return {
    id: authenticate?.id,
    jsonrpc: '2.0',
    method: 'wc_sessionAuthenticate',
    params: {
      authPayload,
      requester: { publicKey, metadata },
      expiryTimestamp: Math.floor(expiresAt / 1000),
    },
  }
}

/** Encrypts the one-click sign-in request with the pairing's key. */
export function sealAuthentication(
  { channel, metadata }: PageContext,
  record: PairingRecord,
  authPayload: AuthPayload,
): Promise<string> {
  return channel.seal(record.topic, authenticationOf(record, authPayload, metadata))
}
