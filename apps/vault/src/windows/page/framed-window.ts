import type { VaultProject } from '@latchkey/protocol/vault'
import type { StretchPassword } from '../recovery/open-lazy-stretch.ts'
import type { UseChannel } from './use-channel.ts'

/** Props of a window's content that exchanges messages with the vault's frame. */
export interface FramedWindow {
  readonly channel: UseChannel
  readonly project: VaultProject
  readonly stretch: StretchPassword
  /**
   * Shows the set-up of recovery in this window instead. The frame already expects a window with
   * this `id`.
   */
  readonly onRecovery: (id: string) => void
}
