import type { HTMLAttributes } from 'svelte/elements'
import type { LatchkeyButtonElement, LatchkeyDialogElement } from '../contract.ts'
import type { TemplateListeners, TemplateProps } from './jsx.ts'

type Own<E extends EventTarget, N extends keyof TemplateProps> = TemplateProps[N] &
  TemplateListeners &
  Omit<HTMLAttributes<E>, keyof TemplateProps[N] | keyof TemplateListeners>

/** Declares the elements for templates of Svelte 5. */
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'latchkey-button': Own<LatchkeyButtonElement, 'latchkey-button'>
    'latchkey-dialog': Own<LatchkeyDialogElement, 'latchkey-dialog'>
  }
}
