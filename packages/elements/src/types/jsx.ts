import type { LatchkeyButtonElement, LatchkeyDialogElement, LatchkeyEventMap } from '../contract.ts'

/**
 * The attributes of `<latchkey-dialog>` as a template writes them: names with dashes, values as
 * text.
 */
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

/**
 * Names of the properties that a template can pass only in a framework that sets properties and not
 * just attributes.
 */
type PropertyName = 'kit' | 'modal' | 'options'

/**
 * What a template may write on each of the elements, in addition to what it may write on any
 * element.
 */
export interface TemplateProps {
  readonly 'latchkey-button': ButtonAttributes & {
    readonly [N in PropertyName]?: LatchkeyButtonElement[N]
  }
  readonly 'latchkey-dialog': DialogAttributes & {
    readonly [N in PropertyName]?: LatchkeyDialogElement[N]
  }
}

/** Names of the event listeners as React 19 and Svelte 5 write them: `onlatchkey-connect`. */
export type TemplateListeners = {
  readonly [N in keyof LatchkeyEventMap as `on${N}`]?: (event: LatchkeyEventMap[N]) => void
}
