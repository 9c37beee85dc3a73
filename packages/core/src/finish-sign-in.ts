import { LatchkeyError } from '@latchkey/protocol'
import type { Connector, Grant } from './contract.ts'
import type { Kit } from './kit.ts'
export async function finishSignIn(
  _kit: Kit,
  _c: Connector,
  _g: Grant | undefined,
  _s: AbortSignal | undefined,
): Promise<void> {
  throw new LatchkeyError('sign-in-failed')
}
