import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { LatchkeyButtonElement, LatchkeyDialogElement } from '../contract.ts'
import type { TemplateListeners, TemplateProps } from './jsx.ts'

type Own<E, N extends keyof TemplateProps> = DetailedHTMLProps<HTMLAttributes<E>, E> &
  TemplateProps[N] &
  TemplateListeners

/**
 * Declares the elements for JSX in React 18 and 19. React 18 sets only attributes, so properties
 * and listeners need a ref there.
 */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'latchkey-button': Own<LatchkeyButtonElement, 'latchkey-button'>
      'latchkey-dialog': Own<LatchkeyDialogElement, 'latchkey-dialog'>
    }
  }
}
