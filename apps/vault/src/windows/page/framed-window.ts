import type { VaultProject } from '@latchkey/protocol/vault'
import type { Stretch } from '../recovery/late-stretch.ts'
import type { UseChannel } from './use-channel.ts'

/** What a window that speaks with a frame is given. */
export interface FramedWindow {
  readonly channel: UseChannel
  readonly project: VaultProject
  readonly stretch: Stretch
  /** Goes on, in this same window, to set up recovery: the frame was told of that id. */
  readonly onRecovery: (id: string) => void
}
