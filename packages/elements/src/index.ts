export type {
  KitSettings,
  LatchkeyButtonElement,
  LatchkeyDialogElement,
  LatchkeyElement,
  LatchkeyEventMap,
  LatchkeyEventName,
  MakeKit,
} from './contract.ts'
export { defineElements } from './define-elements.ts'
