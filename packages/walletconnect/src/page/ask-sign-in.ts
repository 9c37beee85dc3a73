import type { AuthPayload } from '../cacao/auth-payload.ts'
import type { PairingRecord } from '../contract.ts'
import type { Ground } from './ground.ts'

/** What is asked in one click, of whoever follows the pairing. */
export function sealAuthentication(
  { channel, metadata }: Ground,
  record: PairingRecord,
  authPayload: AuthPayload,
): Promise<string> {
  return channel.seal(record.topic, {
    id: record.proposal + 1,
    jsonrpc: '2.0',
    method: 'wc_sessionAuthenticate',
    params: {
      authPayload,
      requester: { publicKey: record.publicKey, metadata },
      expiryTimestamp: Math.floor(record.expiresAt / 1000),
    },
  })
}
