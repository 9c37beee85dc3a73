import type { LatchkeyButtonElement, LatchkeyDialogElement, LatchkeyEventMap } from '../contract.ts'

/** Attributes as a template writes them: dashes, texts. */
interface DialogAttributes {
  readonly 'kit-id'?: string | undefined
  readonly networks?: string | readonly string[] | undefined
  readonly gateway?: string | undefined
  readonly project?: string | undefined
  readonly relays?: string | readonly string[] | undefined
  readonly namespace?: string | undefined
  readonly theme?: 'light' | 'dark' | 'system' | undefined
  readonly 'terms-url'?: string | undefined
  readonly 'privacy-url'?: string | undefined
  readonly currency?: string | undefined
}
interface ButtonAttributes extends DialogAttributes {
  readonly label?: string | undefined
  readonly view?: string | undefined
  readonly name?: string | undefined
  readonly disabled?: boolean | undefined
  readonly required?: boolean | undefined
}

/** Properties that only a framework which sets properties can pass in a template. */
type PropertyName = 'kit' | 'modal' | 'options'

/** What a template may write on each element, beside what it may on any. */
export interface TemplateProps {
  readonly 'latchkey-button': ButtonAttributes & {
    readonly [N in PropertyName]?: LatchkeyButtonElement[N]
  }
  readonly 'latchkey-dialog': DialogAttributes & {
    readonly [N in PropertyName]?: LatchkeyDialogElement[N]
  }
}

/** Listeners as React 19 and Svelte 5 write them: `onlatchkey-connect`. */
export type TemplateListeners = {
  readonly [N in keyof LatchkeyEventMap as `on${N}`]?: (event: LatchkeyEventMap[N]) => void
}
