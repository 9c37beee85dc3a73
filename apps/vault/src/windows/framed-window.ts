import type { VaultProject } from '@latchkey/protocol/vault'
import type { UseChannel } from './use-channel.ts'

/** What a window that speaks with a frame is given. */
export interface FramedWindow {
  readonly channel: UseChannel
  readonly project: VaultProject
}
