import { namespaceOf } from '@latchkey/protocol'
import type { Connector } from '../contract/connector.ts'
import type { Grant } from '../contract/session.ts'
import { getConnection } from '../machine/get-connection.ts'
import { heldNamespaces } from '../machine/held.ts'
import type { Kit } from '../machine/kit.ts'
import { signIn, verifyProof } from '../sign/sign-in.ts'
import { checkSignature } from '../sign/sign-message.ts'

/**
 * Signs in after a connect: a proof that came with the wallet's grant is verified, and for every
 * other namespace the wallet is asked for one signature.
 */
export async function finishSignIn(
  kit: Kit,
  connector: Connector,
  grant: Grant | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const connection = getConnection(kit, { connector: connector.id })
  for (const namespace of heldNamespaces(connection)) {
    const grantedAccounts =
      grant?.sessions.find((session) => session.namespace === namespace)?.accounts ?? []
    const proof = grant?.proofs?.find(
      ({ account, message }) =>
        namespaceOf(account) === namespace &&
        typeof message === 'string' &&
        grantedAccounts.some((one) => one.account === account),
    )
    if (proof) await verifyProof(kit, { ...proof, signature: checkSignature(proof.signature) })
    else await signIn(kit, { namespace, signal })
  }
}
