import type { VaultProject } from '@latchkey/protocol/vault'
import type { StretchPassword } from '../recovery/open-lazy-stretch.ts'
import type { UseChannel } from './use-channel.ts'

/** Props of a window that exchanges messages with a frame. */
export interface FramedWindow {
  readonly channel: UseChannel
  readonly project: VaultProject
  readonly stretch: StretchPassword
  /** Shows in this same window how to set up recovery, under an id that the frame already knows. */
  readonly onRecovery: (id: string) => void
}
