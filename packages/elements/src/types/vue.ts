import type { DefineComponent, HTMLAttributes } from 'vue'
import type { LatchkeyEventMap } from '../contract.ts'
import type { TemplateProps } from './jsx.ts'

/** Event listeners as Vue passes them: `@latchkey-connect` is the property `onLatchkeyConnect`. */
type Listeners = {
  readonly [N in keyof LatchkeyEventMap as `on${Pascal<N>}`]?: (event: LatchkeyEventMap[N]) => void
}
type Pascal<Text extends string> = Text extends `${infer Head}-${infer Rest}`
  ? `${Capitalize<Head>}${Pascal<Rest>}`
  : Capitalize<Text>
type Component<N extends keyof TemplateProps> = DefineComponent<
  TemplateProps[N] & Listeners & Omit<HTMLAttributes, keyof TemplateProps[N]>
>

/** Declares the elements for templates of Vue 3. */
declare module 'vue' {
  interface GlobalComponents {
    'latchkey-button': Component<'latchkey-button'>
    'latchkey-dialog': Component<'latchkey-dialog'>
  }
}
