import type { Page } from 'playwright-core'
import type { Setup } from '../worlds/stage/setup.ts'

/** One state of one view: how a visitor gets there. */
export interface ViewCase {
  readonly name: string
  readonly setup?: Partial<Setup>
  /** It sends money: two at once would ask for the same nonce. */
  readonly isAlone?: boolean
  /** It opens the dialog: there is no way back. */
  readonly isFirst?: boolean
  reach(page: Page): Promise<unknown>
}
