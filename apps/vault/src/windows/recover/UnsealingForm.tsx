import type { FrameToWindow } from '@latchkey/protocol/vault'
import type { ReactNode } from 'react'
import type { UseChannel } from '../page/use-channel.ts'
import type { StretchPassword } from '../recovery/open-lazy-stretch.ts'
import { openRecovery } from './open-recovery.ts'
import { RecoveryMethods } from './RecoveryMethods.tsx'

/**
 * Lets the visitor open the recovery share, which is then encrypted for the worker that the vault's
 * frame has started.
 */
export function UnsealingForm(props: {
  readonly channel: Pick<UseChannel, 'ask' | 'tell'>
  readonly stretch: StretchPassword
  readonly asked: Pick<
    Extract<FrameToWindow, { readonly type: 'latchkey-frame-recover' }>,
    'methods' | 'sealTo'
  >
}): ReactNode {
  const { channel, stretch, asked } = props
  const { methods, sealTo } = asked
  const sendSealedShare = (sealedShare: string): void =>
    channel.tell({ type: 'latchkey-window-recovered', sealed: sealedShare })
  return (
    <RecoveryMethods
      channel={channel}
      stretch={stretch}
      methods={methods}
      use={async (method, secret) => sendSealedShare(await openRecovery(method, secret, sealTo))}
      onOperator={sendSealedShare}
    />
  )
}
