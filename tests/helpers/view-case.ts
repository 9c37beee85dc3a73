import type { Page } from 'playwright-core'
import type { Setup } from '../worlds/stage/setup.ts'

/** One state of one view, and the way a visitor gets there. */
export interface ViewCase {
  readonly name: string
  readonly setup?: Partial<Setup>
  /**
   * Whether it sends a transaction, so that it runs alone: two at once would use the same nonce.
   */
  readonly isAlone?: boolean
  /** Whether it is the first view, without Back. */
  readonly isFirst?: boolean
  reach(page: Page): Promise<unknown>
}
