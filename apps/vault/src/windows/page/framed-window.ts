import type { VaultProject } from '@latchkey/protocol/vault'
import type { StretchPassword } from '../recovery/open-lazy-stretch.ts'
import type { UseChannel } from './use-channel.ts'

/** Props of a window's content that exchanges messages with the vault's frame. */
export interface FramedWindow {
  readonly channel: UseChannel
  readonly project: VaultProject
  readonly stretch: StretchPassword
  /**
   * Replaces the window's content by the set-up of recovery; the frame already knows `id` as the
   * new content's id.
   */
  readonly onRecovery: (id: string) => void
}
