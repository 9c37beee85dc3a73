import type { VaultAccount } from '@latchkey/protocol/vault'
import { type ReactNode, useState } from 'react'
import type { UseChannel } from '../page/use-channel.ts'
import type { StretchPassword } from '../recovery/open-lazy-stretch.ts'
import { CodeProof } from './CodeProof.tsx'
import { KeyProof } from './KeyProof.tsx'

/**
 * Asks for a new proof of identity: by passkey or password when one was set up, else by a code that
 * is mailed to the account's address.
 */
export function ProofForm(props: {
  readonly channel: Pick<UseChannel, 'ask'>
  readonly stretch: StretchPassword
  readonly account: VaultAccount | undefined
  readonly onProved: () => void
}): ReactNode {
  const { channel, stretch, account, onProved } = props
  // Ending a freeze needs the account's login, so a passkey or password alone is not offered.
  const hasKeys =
    account?.frozenAt === undefined &&
    account?.methods.some(({ kind }) => kind !== 'operator') === true
  const hasEmailLogin = account?.identities.some(({ kind }) => kind === 'email') === true
  const [isByMail, setIsByMail] = useState(!hasKeys)
  if (isByMail) return <CodeProof channel={channel} onProved={onProved} />
  const emailProps = hasEmailLogin ? { onMail: () => setIsByMail(true) } : {}
  return <KeyProof channel={channel} stretch={stretch} onProved={onProved} {...emailProps} />
}
