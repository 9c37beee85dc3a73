import './react.ts'
import './vue.ts'
import './svelte.ts'
import type { Kit } from '@latchkey/core'
import type { ReactElement } from 'react'
import type { SvelteHTMLElements } from 'svelte/elements'
import type { GlobalComponents } from 'vue'

declare const kit: Kit

// JSX.
export const jsx: ReactElement = (
  <>
    <latchkey-dialog networks="eip155:1" gateway="https://gate.example" project="shop" />
    <latchkey-button
      kit={kit}
      label="Log in"
      required
      className="wide"
      onlatchkey-connect={({ detail }) => detail.address}
      ref={(element) => void element?.open('Networks')}
    />
    {/* @ts-expect-error: no such theme */}
    <latchkey-button theme="pink" />
    {/* @ts-expect-error: no such attribute */}
    <latchkey-dialog label="Log in" />
  </>
)

// Vue: what a template of <latchkey-button> may pass.
type VueButton = InstanceType<GlobalComponents['latchkey-button']>['$props']
export const vue: VueButton = {
  networks: ['eip155:1', 'eip155:8453'],
  kit,
  onLatchkeyConnect: ({ detail }) => detail.address,
}
// @ts-expect-error: no such theme
export const wrongVue: VueButton = { theme: 'pink' }

// Svelte.
export const svelte: SvelteHTMLElements['latchkey-button'] = {
  'terms-url': '/terms',
  kit,
  'onlatchkey-error': ({ detail }) => detail.code,
}
export const wrongSvelte: SvelteHTMLElements['latchkey-button'] = {
  // @ts-expect-error: no such theme
  theme: 'pink',
}

// The DOM.
export async function useDom(): Promise<void> {
  const button = document.createElement('latchkey-button')
  button.networks = ['eip155:1']
  button.addEventListener('latchkey-chain', ({ detail }) => detail.chain)
  const isOpen: boolean = await button.open()
  // @ts-expect-error: the networks are read as the attribute is written
  const networks: readonly string[] = button.networks
  return void [isOpen, networks]
}
