import type { VaultProject } from '@latchkey/protocol/vault'
import type { StretchPassword } from '../recovery/open-lazy-stretch.ts'
import type { UseChannel } from './use-channel.ts'

/** Props of a window that exchanges messages with a frame. */
export interface FramedWindow {
  readonly channel: UseChannel
  readonly project: VaultProject
  readonly stretch: StretchPassword
  /**
   * Continues in this same window with setting up recovery, under the id that the frame has already
   * received.
   */
  readonly onRecovery: (id: string) => void
}
